/// The first 37 bytes of authenticator data (WebAuthn §6.1), which attestations and assertions have in common, and
/// what follows them.
///
/// Apple's devices set the flag AT in assertions too, where no credential follows, and do not set ED when extensions
/// do, so that neither flag says how to go on reading.
struct AuthenticatorHead {
    static let byteCount = 37

    /// SHA-256 of the app id.
    let appIDHash: [UInt8]
    let flags: UInt8
    /// Big-endian in the bytes, unsigned.
    let counter: UInt32
    let rest: ArraySlice<UInt8>

    init(_ data: [UInt8]) throws(AttestationError) {
        guard data.count >= Self.byteCount else { throw .authenticatorDataLength }
        appIDHash = Array(data[..<32])
        flags = data[32]
        counter = data[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
        rest = data[37...]
    }
}
