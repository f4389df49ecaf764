import Crypto
import Wire

/// The seal on a request that one replica passes to another: HMAC under the relay key over everything that decides.
struct RelayAuthentication: Sendable {
    let key: SharedSecret

    static let header = "X-Tamga-Relay"
    /// How long a seal is good for; clocks of replicas may differ by seconds.
    static let lifetimeSeconds: Int64 = 30

    /// - Parameters:
    ///   - boot: the replica that the request is meant for
    ///   - nowSeconds: Unix seconds
    func seal(_ request: HTTPRequest, boot: String, nowSeconds: Int64) -> String {
        let expiry = nowSeconds + Self.lifetimeSeconds
        return "\(expiry).\(Hex.encode(code(request, boot: boot, expiry: expiry)))"
    }

    func isSealed(_ request: HTTPRequest, boot: String, nowSeconds: Int64) -> Bool {
        guard let header = request.headers[Self.header] else { return false }
        let parts = header.split(separator: ".", maxSplits: 1)
        guard parts.count == 2, let expiry = Int64(parts[0]), holds("RELAY/early", expiry >= nowSeconds),
            holds("RELAY/late", expiry <= nowSeconds + 2 * Self.lifetimeSeconds),
            let given = Hex.decode(String(parts[1]))
        else { return false }
        return holds("RELAY/code", ConstantTime.equal(given, code(request, boot: boot, expiry: expiry)))
    }

    private func code(_ request: HTTPRequest, boot: String, expiry: Int64) -> [UInt8] {
        var transcript = Transcript("relay")
        transcript.append(text: boot)
        transcript.append(text: request.method)
        transcript.append(text: request.target)
        transcript.append(UInt64(clamping: expiry))
        transcript.append(text: request.headers["X-Device-Token"] ?? "")
        transcript.append(SHA256.hash(request.body))
        return key.authenticate(transcript.preimage)
    }
}
