import Crypto
import Wire

/// `POST /mobile/refresh/init` (F1), decoded.
struct RefreshInitRequest: Sendable {
    let f1: F1
    /// The stored name of the proof of identity that `danAuthCode` opens; nil when there is none.
    let proofReference: String?

    init(_ body: JSONFields) throws(ServiceError) {
        f1 = try field(as: .f1Encoding) { () throws(FieldError) in
            let name = try body.oneOf("slot", Slot.allCases.map(\.rawValue))
            // Which numbers are suites is the core's to say: SUITE_UNKNOWN.
            let suite = try body.integer("suite", in: 0...Int64(1) << 53)
            let epoch = try body.integer("epoch", in: 1...Int64(Int32.max) - 1)
            return F1(
                slot: name == Slot.signature.rawValue ? .signature : .authentication, suite: UInt64(suite),
                epoch: UInt64(epoch), nonce: try body.base64("nonce", bytes: 32),
                commitment: try body.base64("commitment", bytes: 32))
        }
        proofReference = try field { () throws(FieldError) in
            try body.optionalString("danAuthCode", maxCharacters: 200)
        }.map { KYCReference.of($0) }
    }
}

/// `POST /mobile/refresh/complete` (F3), decoded.
enum RefreshCompleteRequest {
    /// The one member that decides which refresh a body belongs to; read before anything else can fail.
    static func refreshId(_ body: JSONFields) throws(ServiceError) -> String {
        try field { () throws(FieldError) in try body.uuid("refreshId") }
    }

    static func f3(_ body: JSONFields) throws(ServiceError) -> F3 {
        let members = BoundedMembers(body, as: .f3Encoding)
        return F3(
            factor: try members.bytes("factor", max: 256), opening: try members.bytes("opening", max: 256),
            Q1: try members.bytes("Q1", max: 256), proof: try members.bytes("proof", max: 1_024, tooLong: .dlKgQ1),
            N: try members.bytes("N", max: 1_024, tooLong: .nEncoding),
            ckey: try members.bytes("ckey", max: 2_048, tooLong: .ckeyEncoding),
            modulusProof: try members.bytes("modulusProof", max: 65_536, tooLong: .modEncoding),
            smallFactorProof: try members.bytes("smallFactorProof", max: 16_384, tooLong: .facEncoding),
            discreteLogProof: try members.bytes("discreteLogProof", max: 8_192, tooLong: .pdlEncoding),
            Q: try members.bytes("Q", max: 256))
    }
}
