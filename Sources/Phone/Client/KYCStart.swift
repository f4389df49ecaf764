import Wire

/// A started identity proofing: the citizen opens the address, the phone asks for the status under `state`.
public struct KYCStart: Sendable, Equatable {
    /// Becomes `danAuthCode` in the enrolment once it is verified.
    public let state: String
    public let verificationURL: String
    /// Seconds.
    public let expiresIn: Int64?

    init(_ fields: JSONFields) throws(FieldError) {
        state = try fields.string("state", characters: 1...1_024)
        verificationURL = try fields.optionalString("verificationUrl", maxCharacters: 4_096) ?? ""
        expiresIn = try fields.optionalInteger("expiresIn", in: 0...86_400)
    }
}
