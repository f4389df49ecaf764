import Wire

/// A provider's keys, asked for when a token names one that is not known, and anew after a while: a key that the
/// provider has withdrawn must not stay trusted.
final class KeySetCache: Sendable {
    private struct Held: Sendable {
        var set: JSONWebKeySet
        var fetchedAt: Int64
    }

    private let url: OutgoingURL
    private let caller: any OutgoingCaller
    private let held = Monitor<Held?>(nil)

    init(url: OutgoingURL, caller: any OutgoingCaller) {
        self.url = url
        self.caller = caller
    }

    /// The set that holds a key of that name, if the provider has one.
    /// - Parameter now: Unix seconds
    /// - Throws: `keySetAnswer`, `unreachable`, `timeout`, `tls`
    func keys(for id: String?, now: Int64, until end: MonotonicTime) throws(OIDCFailure) -> JSONWebKeySet {
        if let held = held.withLock({ $0 }) {
            let age = now - held.fetchedAt
            let isFresh = (0..<Limits.keySetSeconds).contains(age) && held.set.holds(id)
            // A name that the provider does not know either must not make us ask at every token.
            if isFresh || (0..<Limits.keySetRetrySeconds).contains(age) { return held.set }
        }
        let response: OutgoingResponse
        let request = OutgoingRequest(url, headers: [(name: "Accept", value: "application/json")])
        do throws(OutgoingError) { response = try caller.send(request, until: end) } catch {
            throw OIDCFailure(error, else: .keySetAnswer)
        }
        guard response.status == 200 else { throw .keySetAnswer }
        let set = try JSONWebKeySet(response.body)
        held.withLock { $0 = Held(set: set, fetchedAt: now) }
        return set
    }
}
