import Crypto
import Wire

/// `GET /enrollment/parameters`: the server's ring-Pedersen sets with their proofs and the core keys, encoded once at
/// start and served from memory (mobile-api §4).
public struct ParametersRoutes: Sendable {
    private struct Encoded: Sendable {
        let id: String
        let suite: UInt64
        let body: [UInt8]
        let tag: String

        init(_ offered: ParameterSets.Offered, core pin: CoreVerifyingKey) {
            id = offered.id
            suite = offered.set.suite.number
            body =
                HTTPResponse.json { w in
                    w.member("id", offered.id)
                    w.member("suite", Int(offered.set.suite.number))
                    w.member("parametersHash", base64: offered.set.parametersHash)
                    w.member("modulus", base64: offered.set.encodedModulus)
                    w.member("s", base64: offered.set.encodedS)
                    w.member("t", base64: offered.set.encodedT)
                    w.member("proof", base64: offered.proof)
                    w.memberArray("coreKeys") { w in
                        w.object { w in
                            w.member("spki", base64: pin.spki)
                            w.member("spkiSha256", base64: pin.pin)
                            w.member("current", true)
                        }
                    }
                }.body
            tag = "\"" + Hex.encode(Array(SHA256.hash(body).prefix(16))) + "\""
        }
    }

    private let parameters: ParameterSets
    private let core: CoreVerifyingKey
    private let current: [Encoded]
    private let suites: SuiteChoice

    /// - Parameter suites: the first is the one that a phone gets which names none
    public init(_ secrets: ServiceSecrets, suites: SuiteChoice) {
        self.suites = suites
        let core = secrets.core.verifyingKey
        self.core = core
        parameters = secrets.parameters
        current = secrets.parameters.current.map { Encoded($0, core: core) }
    }

    public var routes: [Route] {
        [
            Route("GET", "/enrollment/parameters") { call throws(ServiceError) in .respond(try current(call)) },
            Route("GET", "/enrollment/parameters/{id}") { call throws(ServiceError) in .respond(try fixed(call)) },
        ]
    }

    private func current(_ call: Call) throws(ServiceError) -> HTTPResponse {
        let suite = try call.queryInteger("suite", in: 1...2).map { UInt64($0) } ?? suites.recommended
        guard let set = current.first(where: { $0.suite == suite }) else {
            throw ServiceError(.parametersNotFound)
        }
        return respond(set, call, caching: "public, max-age=300")
    }

    private func fixed(_ call: Call) throws(ServiceError) -> HTTPResponse {
        let id = try call.parameter("id")
        let set: Encoded
        if let known = current.first(where: { $0.id == id }) {
            set = known
        } else {
            // A former set, or one that is newer than this process: rare enough to be encoded anew.
            guard let found = try parameters.set(id: id, deadline: call.context.storageDeadline) else {
                throw ServiceError(.parametersNotFound)
            }
            set = Encoded(found, core: core)
        }
        return respond(set, call, caching: "public, max-age=31536000, immutable")
    }

    private func respond(_ set: Encoded, _ call: Call, caching: String) -> HTTPResponse {
        var headers = HTTPHeaders(["ETag": set.tag, "Cache-Control": caching])
        if call.request.headers["If-None-Match"] == set.tag { return HTTPResponse(status: 304, headers: headers) }
        headers.add("Content-Type", "application/json")
        return HTTPResponse(status: 200, headers: headers, body: set.body)
    }
}
