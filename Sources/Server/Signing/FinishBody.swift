import Crypto
import Wire

/// `sign/finish` (S5), decoded: the signature, or the phone's report that c3 gave none.
enum FinishBody: Sendable {
    case signature(S5)
    case c3Invalid(proof: [UInt8])

    static func attempt(_ body: JSONFields) throws(ServiceError) -> [UInt8] {
        try field(as: .s5Encoding) { () throws(FieldError) in try body.base64("attempt", bytes: 32) }
    }

    static func decode(_ body: JSONFields, attempt: [UInt8]) throws(ServiceError) -> FinishBody {
        try field(as: .s5Encoding) { () throws(FieldError) in
            if try body.optionalOneOf("failure", ["C3_INVALID"]) != nil {
                return .c3Invalid(proof: try body.base64("proof", bytes: 120))
            }
            return .signature(
                S5(attempt: attempt, r: try body.base64("r", max: 64), s: try body.base64("s", max: 64)))
        }
    }
}
