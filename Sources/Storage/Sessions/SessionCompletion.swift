/// How a session ends other than by a finished signature (which only `SigningStore.finish` publishes).
public struct SessionCompletion: Sendable {
    public var sessionId: String
    /// Such as "USER_REFUSED"; "OK" only for a certificate choice.
    public var endResult: String
    /// Such as the interaction that was refused.
    public var endDetail: String?
    /// The document that ends it; binds the session when nobody has. When another document holds it, nothing happens.
    public var documentNumber: String?
    public var certificateSerial: String?
    /// Of the phone that ends it; kept only where the relying party may learn it.
    public var deviceAddress: String?

    public init(
        sessionId: String, endResult: String, endDetail: String? = nil, documentNumber: String? = nil,
        certificateSerial: String? = nil, deviceAddress: String? = nil
    ) {
        self.sessionId = sessionId
        self.endResult = endResult
        self.endDetail = endDetail
        self.documentNumber = documentNumber
        self.certificateSerial = certificateSerial
        self.deviceAddress = deviceAddress
    }
}
