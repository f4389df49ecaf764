import Wire

/// The one way in which an error leaves the server (mobile-api.md §1; RFC 9457 with the members `error`, `code` and
/// `errors`). `code` is stable, `detail` is for people.
struct Problem: Sendable {
    let error: ServiceError
    let requestID: RequestID
    /// How the client wants its errors. A parked poll keeps this and not the header fields it follows from.
    struct Negotiation: Sendable {
        let language: Language
        let asProblemJSON: Bool

        /// - Parameter headers: of the request, for `Accept` and `Accept-Language`; empty when it was never read.
        init(_ headers: HTTPHeaders) {
            language = Language(acceptLanguage: headers["Accept-Language"])
            asProblemJSON = Self.prefersProblem(headers.all("Accept"))
        }

        /// True when `Accept` names `application/problem+json` and does not forbid it with `q=0`.
        private static func prefersProblem(_ accept: [String]) -> Bool {
            // Too short to name it, as almost every field is.
            guard accept.contains(where: { $0.utf8.count >= 24 }) else { return false }
            // Read on the event loop: no more of them than any client means.
            let fields = accept.prefix(4).map { String(decoding: $0.utf8.prefix(512), as: UTF8.self) }
            return fields.joined(separator: ",").split(separator: ",", maxSplits: 32).prefix(32).contains { range in
                let parts = range.split(separator: ";")
                guard let type = parts.first, type.trimmingBlanks().lowercased() == "application/problem+json" else {
                    return false
                }
                let quality = parts.dropFirst().first { $0.trimmingBlanks().lowercased().hasPrefix("q=") }
                return quality.map { Language.weight($0.trimmingBlanks()) > 0 } ?? true
            }
        }
    }

    private let negotiation: Negotiation
    private var language: Language { negotiation.language }

    init(_ error: ServiceError, requestID: RequestID, negotiation: Negotiation) {
        self.error = error
        self.requestID = requestID
        self.negotiation = negotiation
    }

    var response: HTTPResponse {
        var response = HTTPResponse(status: error.status, body: body)
        response.headers.add(
            "Content-Type", negotiation.asProblemJSON ? "application/problem+json" : "application/json")
        response.headers.add("Content-Language", language.rawValue)
        response.headers.add("Cache-Control", "no-store")
        if let seconds = error.retryAfterSeconds { response.headers.add("Retry-After", String(seconds)) }
        if !error.allow.isEmpty { response.headers.add("Allow", error.allow.joined(separator: ", ")) }
        if error.status == 401 { response.headers.add("WWW-Authenticate", "Bearer") }
        return response
    }

    private var body: [UInt8] {
        let detail = error.code.text(language)
        var writer = JSONWriter(reserving: 512)
        writer.object { writer in
            writer.member("type", "about:blank")
            writer.member("title", StatusTitle.text(error.status))
            writer.member("status", error.status)
            writer.member("detail", detail)
            writer.member("instance", "urn:uuid:\(requestID)")
            writer.member("error", error.name ?? detail)
            if error.name != nil { writer.member("message", detail) }
            writer.member("code", error.code.rawValue)
            writer.memberArray("errors") { writer in
                for item in error.items.prefix(Limits.reportedErrors) {
                    writer.object { writer in
                        writer.member("code", item.code)
                        writer.member("detail", sentence(detail, item.expected))
                        writer.member("pointer", item.pointer)
                    }
                }
            }
        }
        return writer.bytes
    }

    private func sentence(_ detail: String, _ expected: String?) -> String {
        guard let expected else { return detail }
        return language == .mn ? "\(detail) Хүлээгдэж буй: \(expected)." : "\(detail) Expected: \(expected)."
    }
}
