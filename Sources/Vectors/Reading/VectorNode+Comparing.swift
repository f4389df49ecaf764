import Crypto
import Wire

/// Comparisons of a member with what was recomputed. They note a difference and go on, so that a report names all of
/// them; a member that is missing throws. Under a recording trace they note the recomputed value instead.
extension VectorNode {
    func equals(_ computed: [UInt8]) throws(CryptoError) {
        if trace.isRecording { return trace.record(pointer, .string(Hex.encode(computed))) }
        let given = try bytes()
        if given == computed { return }
        let shared = zip(given, computed).prefix { $0 == $1 }.count
        if given.count != computed.count {
            trace.differ(pointer, "has \(given.count) bytes, computed are \(computed.count)")
        } else {
            let pair = (Hex.encode([given[shared]]), Hex.encode([computed[shared]]))
            trace.differ(pointer, "differs from byte \(shared): \(pair.0), computed \(pair.1)")
        }
    }

    func equals(_ computed: borrowing Integer) throws(CryptoError) { try equals(text: HexInteger.encode(computed)) }

    func equals(_ computed: borrowing Scalar) throws(CryptoError) { try equals(computed.bytes) }

    func equals(text computed: String) throws(CryptoError) {
        if trace.isRecording { return trace.record(pointer, .string(computed)) }
        let same = try text().utf8.elementsEqual(computed.utf8)
        require(same, "is not \"\(computed.prefix(40))\"")
    }

    func equals(_ computed: UInt64) throws(CryptoError) {
        if trace.isRecording { return trace.record(pointer, .number(JSONNumber(Int64(computed)))) }
        require(try u64() == computed, "is not \(computed)")
    }

    func equals(_ computed: Bool) throws(CryptoError) {
        if trace.isRecording { return trace.record(pointer, .bool(computed)) }
        require(try flag() == computed, "is not \(computed)")
    }

    func equals(_ computed: [[UInt8]]) throws(CryptoError) {
        if trace.isRecording {
            return trace.record(pointer, .array(computed.map { .string(Hex.encode($0)) }))
        }
        let all = try elements()
        require(all.count == computed.count, "has \(all.count) elements, computed are \(computed.count)")
        for (element, bytes) in zip(all, computed) { try element.equals(bytes) }
    }

    /// `preimage` where it is given, and `digest`.
    func equals(_ transcript: Transcript) throws(CryptoError) {
        try optional("preimage")?.equals(transcript.preimage)
        try self["digest"].equals(transcript.digest)
    }

    /// The same with `e`, the challenge of the Schnorr proofs.
    func equals(scalarChallenge transcript: Transcript) throws(CryptoError) {
        try equals(transcript)
        try self["e"].equals(Integer(bytes: transcript.challengeModOrder.bytes))
    }

    /// The same with `e`, the challenge of the range proofs.
    func equals(shortChallenge transcript: Transcript) throws(CryptoError) {
        try equals(transcript)
        try self["e"].equals(transcript.challenge128)
    }

    /// Notes a relation between members that does not hold.
    func require(_ holds: Bool, _ otherwise: String) {
        if !holds, !trace.isRecording { trace.differ(pointer.isEmpty ? "/" : pointer, otherwise) }
    }
}
