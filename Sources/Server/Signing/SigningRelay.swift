import Glibc
import Storage
import Wire

/// Passes a prove to the process that holds its k2: byte for byte, one hop, two seconds (design §3).
public struct SigningRelay: Sendable {
    private let replicas: ReplicaStore
    private let authentication: RelayAuthentication
    /// What the owner may need of the original headers.
    private static let passedHeaders = [
        "Content-Type", "Accept", "Accept-Language", "X-Device-Token", "traceparent",
    ]
    private static let deadlineMilliseconds = 2_000

    init(replicas: ReplicaStore, authentication: RelayAuthentication) {
        self.replicas = replicas
        self.authentication = authentication
    }

    /// - Parameter owner: boot id of the process that made the attempt
    /// - Returns: the owner's answer; nil when it is gone, so that the phone starts again
    func pass(
        _ request: HTTPRequest, to owner: String, deadline: MonotonicTime
    ) throws(ServiceError) -> HTTPResponse? {
        let address = try ServiceError.storing { () throws(StorageError) in
            try replicas.address(bootId: owner, deadline: deadline.storage)
        }
        guard let address, let client = try? HTTPClient(baseURL: "http://\(address)", connectTimeoutMilliseconds: 500)
        else { return nil }
        var headers = HTTPHeaders()
        for name in Self.passedHeaders {
            if let value = request.headers[name] { headers.add(name, value) }
        }
        headers.add(
            RelayAuthentication.header,
            authentication.seal(request, boot: owner, nowSeconds: Int64(time(nil))))
        defer { client.close() }
        let answer = try? client.send(
            method: request.method, path: request.target, headers: headers, body: request.body,
            timeoutMilliseconds: Self.deadlineMilliseconds)
        guard let answer, !Self.isRefusedByGate(answer) else { return nil }
        var kept = HTTPHeaders()
        for name in ["Content-Type", "Retry-After"] {
            if let value = answer.headers[name] { kept.add(name, value) }
        }
        return HTTPResponse(status: answer.status, headers: kept, body: answer.body)
    }

    /// Whether another process than the owner answered: one that was started again on the owner's address within the
    /// 15 s in which the dead one still counts as alive.
    private static func isRefusedByGate(_ answer: HTTPResponse) -> Bool {
        guard answer.status == Code.unauthorized.status else { return false }
        return (try? JSONParser.parse(answer.body))?["code"]?.string == Code.unauthorized.rawValue
    }
}

/// Guards the internal listener: only what another replica has sealed for this process gets through.
struct RelayGate: Sendable {
    let authentication: RelayAuthentication
    let bootId: String

    func check(_ request: HTTPRequest) throws(ServiceError) {
        guard authentication.isSealed(request, boot: bootId, nowSeconds: Int64(time(nil))) else {
            throw ServiceError(.unauthorized)
        }
    }
}
