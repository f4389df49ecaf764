/// What a citizen's enrolment needs beside the PINs.
public struct EnrolmentRequest: Sendable {
    public enum Platform: String, Sendable {
        case ios
        case android
    }

    /// The verified `state` of the identity proofing.
    public var authCode: String
    public var deviceName: String
    public var platform: Platform
    public var pushToken: String?
    /// 1 (|N| = 2048) or 2 (3072).
    public var suite: UInt64
    /// The citizen's correction of the proposed name; nil confirms the proposal.
    public var latinName: LatinName?

    public init(
        authCode: String, deviceName: String = "reference phone", platform: Platform = .ios,
        pushToken: String? = nil, suite: UInt64 = 1, latinName: LatinName? = nil
    ) {
        self.authCode = authCode
        self.deviceName = deviceName
        self.platform = platform
        self.pushToken = pushToken
        self.suite = suite
        self.latinName = latinName
    }
}
