import Storage
import Wire

/// Identity proofing over HTTP (mobile-api.md §3).
public struct IdentityRoutes: Sendable {
    private let identity: IdentityService
    private let limits: RateLimits

    init(identity: IdentityService, limits: RateLimits) {
        self.identity = identity
        self.limits = limits
    }

    public var routes: [Route] {
        [
            Route("GET", "/kyc/methods") { _ throws(ServiceError) in methods() },
            Route("POST", "/kyc/{method}/init") { call throws(ServiceError) in try begin(call) },
            Route("GET", "/kyc/{method}/status") { call throws(ServiceError) in try status(call) },
            Route("GET", "/kyc/{method}/callback") { call throws(ServiceError) in try callback(call) },
        ]
    }

    private func methods() -> RouteOutcome {
        .respond(
            .json { writer in
                writer.memberArray("methods") { writer in
                    for method in KYCMethod.allCases {
                        writer.object { writer in
                            writer.member("id", method.rawValue)
                            writer.memberObject("name") { writer in
                                writer.member("mn", method.names.mn)
                                writer.member("en", method.names.en)
                            }
                            writer.member("available", identity.isAvailable(method))
                        }
                    }
                }
            })
    }

    /// A number that cannot be one is refused before any provider hears of it.
    private func begin(_ call: Call) throws(ServiceError) -> RouteOutcome {
        let method = try method(call)
        let body = try call.json()
        let number = try ServiceError.decoding { () throws(FieldError) in
            guard let number = RegistrationNumber(try body.string("registrationNumber")) else {
                throw body.error(
                    "registrationNumber", Code.kycRegistrationNumberInvalid.rawValue,
                    expected: "two Cyrillic capitals and eight digits that begin with a date of birth")
            }
            return number
        }
        try limits.identityByAddress.require(call.context)
        // With the address, or anybody who knows the number could keep its citizen out.
        try limits.identityByNumber.require(
            "\(call.context.client.customer) \(number.text)", now: call.context.now)
        let started = try identity.begin(method, number: number, deadline: call.context.storageDeadline)
        return .respond(
            .json { writer in
                writer.member("state", started.state)
                writer.member("verificationUrl", started.verificationURL)
                writer.member("expiresIn", started.expiresIn)
            })
    }

    private func status(_ call: Call) throws(ServiceError) -> RouteOutcome {
        _ = try method(call)
        guard let state = try call.query()["state"], !state.isEmpty else {
            throw ServiceError(.queryInvalid, expected: "state: that of init")
        }
        let report = try identity.report(state: state, deadline: call.context.storageDeadline)
        return .respond(
            .json { writer in
                writer.member("status", report.status.rawValue)
                if let failure = report.failure { writer.member("code", failure) }
                guard let citizen = report.citizen else { return }
                person(citizen, &writer)
                writer.memberObject("latinName") { writer in
                    writer.member("givenName", citizen.givenNameLatin)
                    writer.member("surname", citizen.surnameLatin)
                }
            })
    }

    private func person(_ citizen: Citizen, _ writer: inout JSONWriter) {
        writer.memberObject("person") { writer in
            writer.member("givenName", citizen.givenName)
            writer.member("surname", citizen.surname)
            writer.member("civilId", citizen.civilID)
            writer.member("regNo", citizen.registrationNumber)
        }
    }

    /// Where the browser ends. The page says nothing about the run: whoever sees the screen need not learn it, and
    /// whoever guesses at references learns nothing.
    private func callback(_ call: Call) throws(ServiceError) -> RouteOutcome {
        let method = try method(call)
        // A HEAD comes from a program that looks at links, and must not use a run up.
        if call.request.method == "GET" {
            try identity.comeBack(method, try call.query(), deadline: call.context.storageDeadline)
        }
        return .respond(Page.response(mn: ["Апп руугаа буцна уу."], en: ["Please return to the app."]))
    }

    private func method(_ call: Call) throws(ServiceError) -> KYCMethod {
        guard let method = KYCMethod(rawValue: try call.parameter("method")) else {
            throw ServiceError(.kycMethodUnknown)
        }
        return method
    }
}
