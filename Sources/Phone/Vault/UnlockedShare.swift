import Crypto

/// A share while its PIN is there. It lives in one call and zeroises itself when that ends.
struct UnlockedShare: ~Copyable {
    let share: PhoneShare
    /// Seals what a signing run must remember over a restart.
    let runKey: SecretBytes
}
