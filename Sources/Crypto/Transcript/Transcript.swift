/// H(dom, x1..xn) of wire appendix §3: the only way in which the protocol hashes structured data.
public struct Transcript: Sendable {
    /// Separates this protocol from every other use of SHA-256.
    static let label = "eid-tecdsa-v1"

    private let domain: String
    private var members: [UInt8] = []
    private var count: UInt64 = 0

    /// - Parameter domain: what is hashed: one string for each use, so that no hash can stand for another.
    public init(_ domain: String) { self.domain = domain }

    public mutating func append(_ value: TLV) {
        value.append(to: &members)
        count += 1
    }

    public mutating func append(_ bytes: [UInt8]) { append(.bytes(bytes)) }
    public mutating func append(text: String) { append(.text(text)) }
    public mutating func append(_ number: UInt64) { append(.u64(number)) }
    /// - Parameter point: 65 bytes
    public mutating func append(point: [UInt8]) { append(.point(point)) }

    /// The exact input of SHA-256.
    public var preimage: [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(members.count + domain.utf8.count + 64)
        TLV.text(Self.label).append(to: &out)
        TLV.text(domain).append(to: &out)
        TLV.u64(count).append(to: &out)
        out += members
        return out
    }

    /// 32 bytes.
    public var digest: [UInt8] { SHA256.hash(preimage) }

    /// The first 128 bits: the challenge of Π_fac and Π_pdl.
    public var challenge128: Integer { Integer(bytes: Array(digest.prefix(Suite.soundness / 8))) }

    /// All 256 bits modulo q: the challenge of the Schnorr proofs.
    public var challengeModOrder: Scalar { Scalar(reducing: digest) }
}

/// XOF(seed, len) of wire appendix §3.
public enum XOF {
    /// - Parameters:
    ///   - seed: any bytes
    ///   - count: bytes wanted
    public static func expand(seed: [UInt8], count: Int) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(count + 32)
        var block: UInt64 = 0
        while out.count < count {
            var transcript = Transcript("xof")
            transcript.append(seed)
            transcript.append(block)
            out += transcript.digest
            block += 1
        }
        return Array(out.prefix(count))
    }
}
