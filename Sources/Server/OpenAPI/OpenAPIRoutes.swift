import Wire

/// `GET /openapi.json`: the description of this interface, for machines and for people.
public struct OpenAPIRoutes: Sendable {
    public init() {}

    public var routes: [Route] {
        [
            Route("GET", "/openapi.json") { _ throws(ServiceError) in
                .respond(
                    HTTPResponse(
                        status: 200,
                        headers: ["Content-Type": "application/json", "Cache-Control": "public, max-age=300"],
                        body: OpenAPIDocument.bytes))
            }
        ]
    }
}
