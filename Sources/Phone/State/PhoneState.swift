import Wire

/// Everything that the phone remembers, as one value. Secrets of the citizen are in it only sealed under a PIN.
///
/// Each change is decided on a copy and made durable before anything that depends on it leaves the phone, so a phone
/// that is killed between two steps goes on from the last one.
public struct PhoneState: Sendable, Equatable {
    /// The format's number, in the file's member `version`.
    public static let version: Int64 = 1

    /// The server, as it was given at enrolment.
    public var baseURL: String
    /// What was pinned of the server.
    public var service: PinnedService?
    /// After a finished enrolment.
    public var registration: Registration?
    /// Between K3 and K4: the answer may be lost, the keys may not.
    public var pendingEnrolment: PendingEnrolment?
    /// Between F3 and the commit of the new epoch: both key sets are kept.
    public var pendingRefresh: PendingRefresh?

    /// The server that this phone has paired with.
    public var pairing: Pairing?
    /// PKCS#8 DER of the key that it is known by there; see `DeviceKey`.
    public var deviceKey: [UInt8]?

    public init(baseURL: String) { self.baseURL = baseURL }

    /// The file's JSON text.
    public var encoding: [UInt8] {
        var writer = JSONWriter(reserving: 16_384)
        writer.object { writer in
            writer.member("version", Self.version)
            writer.member("baseURL", baseURL)
            if let service { writer.member("service") { service.write(to: &$0) } }
            if let registration { writer.member("registration") { registration.write(to: &$0) } }
            if let pendingEnrolment { writer.member("pendingEnrolment") { pendingEnrolment.write(to: &$0) } }
            if let pendingRefresh { writer.member("pendingRefresh") { pendingRefresh.write(to: &$0) } }
            if let pairing { writer.member("pairing") { pairing.write(to: &$0) } }
            writer.memberIfPresent("deviceKey", base64: deviceKey)
        }
        return writer.bytes + [0x0A]
    }

    /// - Throws: `STATE_ENCODING` for anything that `encoding` does not write.
    public init(decoding bytes: [UInt8]) throws(PhoneError) {
        let fields = try PhoneClient.fields(bytes, code: "STATE_ENCODING")
        self = try PhoneError.reading("STATE_ENCODING") { () throws(FieldError) in try PhoneState(fields) }
    }

    private init(_ fields: JSONFields) throws(FieldError) {
        _ = try fields.integer("version", in: Self.version...Self.version)
        baseURL = try fields.string("baseURL", maxCharacters: 2_048)
        service = try fields.optionalObject("service").map { (part) throws(FieldError) in try PinnedService(part) }
        registration = try fields.optionalObject("registration").map { (part) throws(FieldError) in
            try Registration(part)
        }
        pendingEnrolment = try fields.optionalObject("pendingEnrolment").map { (part) throws(FieldError) in
            try PendingEnrolment(part)
        }
        pendingRefresh = try fields.optionalObject("pendingRefresh").map { (part) throws(FieldError) in
            try PendingRefresh(part)
        }
        pairing = try fields.optionalObject("pairing").map { (part) throws(FieldError) in try Pairing(part) }
        deviceKey = try fields.optionalBase64("deviceKey", max: 1_024)
    }
}
