import Storage

/// What a phone that has just been paired is told.
struct PairedAnswer: Sendable {
    let serviceId: String
    let device: PairedDevice
    /// 32 random bytes, base64url. Exists here and on the phone only.
    let token: String
    /// `https://host[:port]`, as it stood in the QR code.
    let baseURL: String
}
