import Wire

/// Answers when there is news or when the time is up, and meanwhile holds neither a thread nor a database connection.
public struct LongPoll: Sendable {
    /// One look at the row: the answer as it is now, and whether it is worth sending before the time is up.
    public typealias Look = @Sendable (RequestContext) throws(ServiceError) -> (response: HTTPResponse, isFinal: Bool)

    private let registry: WaiterRegistry

    public init(registry: WaiterRegistry) {
        self.registry = registry
    }

    /// `timeoutMs` of the query. 0 means at once; everything else is moved into the permitted range rather than
    /// refused, as clients differ in what they think it is (rp-api.md §4).
    ///
    /// - Parameter absent: what a call without it means.
    /// - Throws: QUERY_INVALID for anything but decimal digits.
    public static func milliseconds(_ call: Call, absent: Int) throws(ServiceError) -> Int {
        guard let text = try call.query()["timeoutMs"] else { return absent }
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw ServiceError(.queryInvalid, expected: "timeoutMs: a whole number of milliseconds")
        }
        // More digits than an Int holds are a long time.
        guard let wanted = Int(text) else { return Limits.pollMaximumMilliseconds }
        guard wanted > 0 else { return 0 }
        return min(max(wanted, Limits.pollMinimumMilliseconds), Limits.pollMaximumMilliseconds)
    }

    /// Registers, looks, and parks when there is nothing to say yet; woken, it does the same again. A server that
    /// drains answers with what it has.
    public func answer(
        key: String, until: MonotonicTime, _ context: RequestContext, look: @escaping Look
    ) throws(ServiceError) -> RouteOutcome {
        let ticket = registry.register(key: key)
        let (response, isFinal) = try look(context)
        if isFinal || context.isDraining || context.now >= until { return .respond(response) }
        return .park(ticket, until: until) { context throws(ServiceError) in
            try answer(key: key, until: until, context, look: look)
        }
    }
}
