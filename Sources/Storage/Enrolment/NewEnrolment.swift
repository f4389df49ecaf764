/// What `init` stores.
public struct NewEnrolment: Sendable {
    public var id: String
    public var documentNumber: String
    public var kycState: String
    public var citizenId: String
    /// "ios" or "android".
    public var platform: String
    public var deviceName: String
    public var pushToken: String?
    /// Unix milliseconds; part of what the server signs in K2, therefore the caller's to choose (from `Pool.now`).
    public var expiresAt: Int64
    /// Of the parameter set under which K2 was made, 32 bytes.
    public var parametersHash: [UInt8]
    /// The key that signed the request, 32 bytes; nil where attestation is off.
    public var attestedKey: [UInt8]?
    /// One or two, in the order of K1.
    public var slots: [EnrolmentSlot]

    public init(
        id: String, documentNumber: String, kycState: String, citizenId: String, platform: String, deviceName: String,
        pushToken: String?, expiresAt: Int64, parametersHash: [UInt8], attestedKey: [UInt8]? = nil,
        slots: [EnrolmentSlot]
    ) {
        self.id = id
        self.documentNumber = documentNumber
        self.kycState = kycState
        self.citizenId = citizenId
        self.platform = platform
        self.deviceName = deviceName
        self.pushToken = pushToken
        self.expiresAt = expiresAt
        self.parametersHash = parametersHash
        self.attestedKey = attestedKey
        self.slots = slots
    }
}
