import Crypto
import Wire

/// `sign/commit` (S1), decoded.
struct CommitBody: Sendable {
    let documentNumber: String
    let s1: S1
    let interactionTypeUsed: String
    let userChallenge: String?
    let confirmVc: String?
    /// The epoch of the phone's key; nil means the first.
    let epoch: Int?
    /// SHA-256 of the body as received: a repetition is the same bytes.
    let hash: [UInt8]

    init(_ body: JSONFields, raw: [UInt8]) throws(ServiceError) {
        documentNumber = try field { () throws(FieldError) in try body.uuid("documentNumber") }
        s1 = try field(as: .s1Encoding) { () throws(FieldError) in
            S1(nonce: try body.base64("nonce", bytes: 32), commitment: try body.base64("commitment", bytes: 32))
        }
        interactionTypeUsed = try field { () throws(FieldError) in
            try body.string("interactionTypeUsed", maxCharacters: 64)
        }
        userChallenge = try field { () throws(FieldError) in
            try body.optionalString("userChallenge", maxCharacters: 64)
        }
        confirmVc = try field { () throws(FieldError) in try body.optionalString("confirmVc", maxCharacters: 16) }
        epoch = try field { () throws(FieldError) in
            try body.optionalInteger("epoch", in: 1...Int64(Int32.max)).map(Int.init)
        }
        hash = SHA256.hash(raw)
    }
}
