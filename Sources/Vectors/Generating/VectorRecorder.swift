import Crypto
import Wire

/// Fills the computed members of a skeleton: the family's own checks run in recording mode.
enum VectorRecorder {
    /// - Parameter skeleton: every member in its place; computed ones with any value
    static func fill(
        _ skeleton: JSONValue, family: any VectorFamily.Type, seed: String
    ) throws(CryptoError) -> JSONValue {
        let trace = VectorTrace(recording: true)
        try family.recompute(VectorNode(skeleton, trace: trace), seed: seed)
        let changes = trace.recorded.map { JSONValue.object(["path": .string($0.pointer), "set": $0.value]) }
        return try VectorChange.apply(changes, to: skeleton)
    }

    /// `{"preimage","digest"}` to be filled.
    static let hash: JSONValue = .object(["preimage": blank, "digest": blank])
    /// The same without the preimage, where that is long and made of members that are given.
    static let digest: JSONValue = .object(["digest": blank])
    static let challenge: JSONValue = .object(["preimage": blank, "digest": blank, "e": blank])
    static let blank: JSONValue = .string("")
}

extension JSONValue {
    static func hex(_ bytes: [UInt8]) -> JSONValue { .string(Hex.encode(bytes)) }
    static func hex(_ integer: borrowing Integer) -> JSONValue { .string(HexInteger.encode(integer)) }
    static func int(_ number: UInt64) -> JSONValue { .number(JSONNumber(Int64(number))) }
}
