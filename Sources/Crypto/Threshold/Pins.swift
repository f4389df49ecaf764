/// The signed list of keys that a pinned app may meet (wire appendix §5).
public enum Pins {
    public struct Pin: Sendable, Equatable {
        /// `core` or `tls`
        public let kind: String
        /// SHA-256 of the SubjectPublicKeyInfo, 32 bytes
        public let hash: [UInt8]
        /// Unix seconds
        public let notAfter: UInt64
        public let current: Bool

        public init(kind: String, hash: [UInt8], notAfter: UInt64, current: Bool) {
            self.kind = kind
            self.hash = hash
            self.notAfter = notAfter
            self.current = current
        }
    }

    /// What the current core key signs.
    public static func transcript(issuedAt: UInt64, pins: [Pin]) -> Transcript {
        var transcript = Transcript("pins")
        transcript.append(issuedAt)
        transcript.append(
            .list(
                pins.map { pin in
                    .list([.text(pin.kind), .bytes(pin.hash), .u64(pin.notAfter), .u64(pin.current ? 1 : 0)])
                }))
        return transcript
    }
}
