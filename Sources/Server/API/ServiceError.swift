import Wire

/// The one error of routes and services: an outcome of the closed set, and what helps the client to mend it. Nothing in
/// it is secret; the internal reason goes to the log, not here.
public struct ServiceError: Error, Sendable, Equatable {
    /// One thing that is wrong with the request.
    public struct Item: Sendable, Equatable {
        public let code: String
        /// JSON pointer (RFC 6901) of the member; empty for the whole body.
        public let pointer: String
        /// What would have been right, for the client's developer; never the value received.
        public let expected: String?

        public init(code: String, pointer: String, expected: String? = nil) {
            self.code = code
            self.pointer = pointer
            self.expected = expected
        }
    }

    public let code: Code
    /// The code's own, but for a code that stands for the form of a member and for its content.
    var status: Int
    /// Where the request is wrong; empty when it is not about a member.
    public var items: [Item] = []
    /// Becomes `Retry-After`.
    public var retryAfterSeconds: Int?
    /// The methods that the address supports, for 405: becomes `Allow`.
    public var allow: [String] = []
    /// What another protocol calls this outcome, on routes that speak that too; nil elsewhere.
    private(set) var name: String?
    /// Why it failed inside, for the log; the client never sees it.
    var cause: FailureCause?

    /// - Parameters:
    ///   - pointer: the member that is wrong.
    ///   - expected: what would have been right: `32 bytes`, `one of QR, Web2App`.
    public init(
        _ code: Code, pointer: String? = nil, expected: String? = nil, retryAfterSeconds: Int? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        self.code = code
        status = code.status
        self.retryAfterSeconds = retryAfterSeconds
        if code == .internalFailure { cause = FailureCause(.invariant, name: "\(file):\(line)") }
        if pointer != nil || expected != nil {
            items = [Item(code: code.rawValue, pointer: pointer ?? "", expected: expected)]
        }
    }

    /// Equal when a client cannot tell them apart.
    public static func == (a: ServiceError, b: ServiceError) -> Bool {
        a.code == b.code && a.status == b.status && a.items == b.items && a.retryAfterSeconds == b.retryAfterSeconds
            && a.allow == b.allow && a.name == b.name
    }

    /// The same outcome under the name of another protocol: the body's `error` is the name, its `message` the sentence.
    func named(_ name: String) -> ServiceError {
        var error = self
        error.name = name
        return error
    }

    /// A member that is missing or not what it must be.
    /// - Parameter code: replaces the general `FIELD_…` as the outcome (`S1_ENCODING` for a member of S1); the general
    ///   code stays in the item.
    public init(_ field: FieldError, as code: Code? = nil) {
        self.init(code ?? Code(rawValue: field.code) ?? .fieldValue)
        items = [Item(code: field.code, pointer: field.pointer, expected: field.expected)]
    }

    /// A proof of identity that is not good. How it failed, which its status says as well, stands in the item: the
    /// outcome is the client's to mend, whosever fault it was.
    /// - Parameter identityFailure: the code with which the run ended; nil when it has not failed
    init(_ code: Code, identityFailure: String?, pointer: String) {
        self.init(code, pointer: pointer)
        if let identityFailure { items = [Item(code: identityFailure, pointer: pointer)] }
    }

    /// A body that is no JSON.
    public init(_ json: JSONError) {
        self.init(.jsonInvalid)
        items = [
            Item(
                code: Code.jsonInvalid.rawValue, pointer: json.pointer,
                expected: "strict JSON; at byte \(json.offset): \(json.reason.rawValue)")
        ]
    }

    /// The compute queue is full.
    public init(_ overload: ComputeOverload) {
        self.init(.overloaded, retryAfterSeconds: overload.retryAfterSeconds)
    }

    /// A refusal of the transport. The transport's own code stays visible in the item.
    public init(_ refusal: TransportRefusal) {
        let code: Code =
            switch refusal.status {
            case 408: .requestTimeout
            case 413: .payloadTooLarge
            case 414: .uriTooLong
            case 417: .expectationFailed
            case 431: .headersTooLarge
            case 501: .methodNotImplemented
            case 503: .overloaded
            case 505: .httpVersionUnsupported
            default: .requestMalformed
            }
        self.init(code, retryAfterSeconds: refusal.retryAfterSeconds)
        if refusal.status != 503 { items = [Item(code: refusal.code, pointer: "", expected: refusal.reason)] }
    }
}
