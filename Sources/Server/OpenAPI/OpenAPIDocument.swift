/// The interface of this service as an OpenAPI 3.1 document, written here and nowhere else.
///
/// A test compares its paths with the router's in both directions, and every answer of the route tests with its
/// schemas. Path templates are the routes' own.
enum OpenAPIDocument {
    /// The document's bytes, put together once.
    static let bytes = Array(text.utf8)

    private static let text =
        head + #","paths":{"#
        + [relyingParty, organisations, register, phone, refresh, enrolment, attestation, pairing]
        .joined(separator: ",")
        + #"},"components":{"#
        + [sharedParameters, bodies, responses, security].joined(separator: ",") + #","schemas":{"#
        + [
            relyingPartySchemas, flatSchemas, organisationSchemas, registerSchemas, phoneSchemas, refreshSchemas,
            enrolmentSchemas, pairingSchemas,
        ].joined(separator: ",") + "}}}\n"

    /// Members of an operation's `responses`: every status of a refusal, all in the one shape that refusals have.
    static func problems(_ statuses: Int...) -> String {
        statuses.map { status in
            #"""
            "\#(status)":{"$ref":"#/components/responses/problem"}
            """#
        }.joined(separator: ",")
    }

    private static let responses =
        #""responses":{"#
        + [answers, organisationAnswers, phoneAnswers, enrolmentAnswers, attestationAnswers]
        .joined(separator: ",")
        + "}"

    private static let sharedParameters =
        #""parameters":{"# + [parameters, organisationParameters].joined(separator: ",") + "}"

    private static let head = #"""
        {"openapi":"3.1.0",
        "info":{"title":"Tamga","version":"3","summary":"Log-ins and signatures with keys shared between phone and \#
        server",
        "description":"Relying parties ask for a log-in or a signature and poll for the answer; the citizen's \#
        phone gives it. Texts that are hashed (relyingPartyName, rpChallenge, interactions, initialCallbackUrl) \#
        are kept byte for byte. Unknown members of requests are ignored; clients must ignore unknown members of \#
        answers. Binary values are standard Base64 with padding unless said otherwise. Everything is also served \#
        without /v3. Before a route is found, any request may be refused with 400, 405, 408, 413, 414, 417, 431, 501, \#
        503 or 505, in the shape of Problem."},
        "servers":[{"url":"/v3"}],
        "tags":[{"name":"relying party","description":"Authorization: Bearer rp_sk_…"},
        {"name":"organisations","description":"For relying parties: on whose behalf citizens act"},
        {"name":"register","description":"What is on record about a citizen, with PKI_READ"},
        {"name":"phone","description":"X-Device-Token, from the enrolment"},
        {"name":"enrolment","description":"Identity proofing and key generation"},
        {"name":"pairing","description":"A phone that scans the operator's screen"},{"name":"service"}]
        """#

    private static let security = #"""
        "securitySchemes":{
        "relyingParty":{"type":"http","scheme":"bearer","description":"The secret that `tamga rp add` printed."},
        "device":{"type":"apiKey","in":"header","name":"X-Device-Token"},
        "pairing":{"type":"apiKey","in":"header","name":"X-Pairing-Token"}}
        """#
}
