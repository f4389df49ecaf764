extension OpenAPIDocument {
    private static let startProblems = problems(400, 401, 403, 404, 413, 415, 429, 471, 500, 503)
    private static let linkedProblems = problems(400, 401, 403, 404, 409, 413, 415, 429, 471, 500, 503)
    private static let sessionProblems = problems(400, 401, 403, 404, 429, 500, 503)

    /// What relying parties call.
    static let relyingParty = #"""
        "/authentication/notification/etsi/{person}":{"parameters":[{"$ref":"#/components/parameters/person"}],
        "post":{"tags":["relying party"],"operationId":"authenticatePersonByNotification",
        "summary":"Ask a person for a log-in, on all of their phones","security":[{"relyingParty":[]}],
        "requestBody":{"$ref":"#/components/requestBodies/authentication"},
        "responses":{"200":{"$ref":"#/components/responses/opened"},\#(startProblems)}}},
        "/authentication/notification/document/{document}":{"parameters":[{"$ref":"#/components/parameters/document\#
        "}],
        "post":{"tags":["relying party"],"operationId":"authenticateDocumentByNotification",
        "summary":"Ask for a log-in on one phone","security":[{"relyingParty":[]}],
        "requestBody":{"$ref":"#/components/requestBodies/authentication"},
        "responses":{"200":{"$ref":"#/components/responses/opened"},\#(startProblems)}}},
        "/authentication/device-link/anonymous":{
        "post":{"tags":["relying party"],"operationId":"authenticateAnyoneByLink",
        "summary":"Ask for a log-in of whoever opens the link","security":[{"relyingParty":[]}],
        "requestBody":{"$ref":"#/components/requestBodies/authentication"},
        "responses":{"200":{"$ref":"#/components/responses/openedLogInLink"},
        \#(startProblems)}}},
        "/authentication/device-link/etsi/{person}":{"parameters":[{"$ref":"#/components/parameters/person"}],
        "post":{"tags":["relying party"],"operationId":"authenticatePersonByLink",
        "summary":"Ask a person for a log-in by link","security":[{"relyingParty":[]}],
        "requestBody":{"$ref":"#/components/requestBodies/authentication"},
        "responses":{"200":{"$ref":"#/components/responses/openedLogInLink"},
        \#(startProblems)}}},
        "/authentication/device-link/document/{document}":{"parameters":[{"$ref":"#/components/parameters/document"}],
        "post":{"tags":["relying party"],"operationId":"authenticateDocumentByLink",
        "summary":"Ask for a log-in on one phone by link","security":[{"relyingParty":[]}],
        "requestBody":{"$ref":"#/components/requestBodies/authentication"},
        "responses":{"200":{"$ref":"#/components/responses/openedLogInLink"},
        \#(startProblems)}}},
        "/signature/notification/etsi/{person}":{"parameters":[{"$ref":"#/components/parameters/person"}],
        "post":{"tags":["relying party"],"operationId":"signPersonByNotification",
        "summary":"Ask a person for a signature of a digest","security":[{"relyingParty":[]}],
        "requestBody":{"$ref":"#/components/requestBodies/signature"},
        "responses":{"200":{"$ref":"#/components/responses/opened"},\#(startProblems)}}},
        "/signature/notification/document/{document}":{"parameters":[{"$ref":"#/components/parameters/document"}],
        "post":{"tags":["relying party"],"operationId":"signDocumentByNotification",
        "summary":"Ask for a signature of a digest on one phone","security":[{"relyingParty":[]}],
        "requestBody":{"$ref":"#/components/requestBodies/signature"},
        "responses":{"200":{"$ref":"#/components/responses/opened"},\#(startProblems)}}},
        "/signature/notification/linked/{document}":{"parameters":[{"$ref":"#/components/parameters/document"}],
        "post":{"tags":["relying party"],"operationId":"signLinked",
        "summary":"Ask the phone that has just let its certificate be known for a signature",
        "security":[{"relyingParty":[]}],"requestBody":{"$ref":"#/components/requestBodies/linkedSignature"},
        "responses":{"200":{"$ref":"#/components/responses/opened"},\#(linkedProblems)}}},
        "/signature/device-link/etsi/{person}":{"parameters":[{"$ref":"#/components/parameters/person"}],
        "post":{"tags":["relying party"],"operationId":"signPersonByLink",
        "summary":"Ask a person for a signature by link","security":[{"relyingParty":[]}],
        "requestBody":{"$ref":"#/components/requestBodies/signature"},
        "responses":{"200":{"$ref":"#/components/responses/openedLink"},
        \#(startProblems)}}},
        "/signature/device-link/document/{document}":{"parameters":[{"$ref":"#/components/parameters/document"}],
        "post":{"tags":["relying party"],"operationId":"signDocumentByLink",
        "summary":"Ask for a signature on one phone by link","security":[{"relyingParty":[]}],
        "requestBody":{"$ref":"#/components/requestBodies/signature"},
        "responses":{"200":{"$ref":"#/components/responses/openedLink"},
        \#(startProblems)}}},
        "/signature/certificate/{document}":{"parameters":[{"$ref":"#/components/parameters/document"}],
        "post":{"tags":["relying party"],"operationId":"signingCertificate",
        "summary":"The signing certificate of a document, without asking the citizen",\#
        "security":[{"relyingParty":[]}],
        "requestBody":{"$ref":"#/components/requestBodies/certificate"},
        "responses":{"200":{"$ref":"#/components/responses/certificate"},
        \#(startProblems)}}},
        "/signature/certificate-choice/notification/etsi/{person}":{
        "parameters":[{"$ref":"#/components/parameters/person"}],
        "post":{"tags":["relying party"],"operationId":"chooseCertificateByNotification",
        "summary":"Ask a person which phone is to sign","security":[{"relyingParty":[]}],
        "requestBody":{"$ref":"#/components/requestBodies/certificateChoice"},
        "responses":{"200":{"$ref":"#/components/responses/opened"},\#(startProblems)}}},
        "/signature/certificate-choice/device-link/anonymous":{
        "post":{"tags":["relying party"],"operationId":"chooseCertificateByLink",
        "summary":"Learn the certificate of whoever opens the link","security":[{"relyingParty":[]}],
        "requestBody":{"$ref":"#/components/requestBodies/certificateChoice"},
        "responses":{"200":{"$ref":"#/components/responses/openedLink"},
        \#(startProblems)}}},
        "/session/{id}":{"parameters":[{"$ref":"#/components/parameters/session"}],
        "get":{"tags":["relying party"],"operationId":"session",
        "summary":"The session's state and its result; waits for it","security":[{"relyingParty":[]}],
        "parameters":[{"name":"timeoutMs","in":"query","description":"How long to wait for the end. 0 answers at \#
        once; anything else is moved into 1000 to 120000. Allow some seconds more before giving up.",\#
        "schema":{"type":"integer","minimum":0,"default":60500}}],
        "responses":{"200":{"$ref":"#/components/responses/sessionStatus"},
        \#(sessionProblems)}},
        "delete":{"tags":["relying party"],"operationId":"cancelSession",
        "summary":"Stop waiting: ends a running session as TIMEOUT","security":[{"relyingParty":[]}],
        "description":"An ended session stays as it is. Answers with the session afterwards.",
        "responses":{"200":{"$ref":"#/components/responses/sessionStatus"},
        \#(sessionProblems)}}},
        "/dl":{"get":{"tags":["service"],"operationId":"deviceLinkPage","security":[],
        "summary":"Where a device link ends that no app has taken: a page that says so",
        "responses":{"200":{"description":"A page","content":{"text/html":{"schema":{"type":"string"}}}}}}},
        "/openapi.json":{"get":{"tags":["service"],"operationId":"openapi","summary":"This document","security":[],
        "responses":{"200":{"description":"OpenAPI 3.1","content":{"application/json":{"schema":{"type":"object"}}}\#
        }}}}
        """#

    /// Members of `parameters`.
    static let parameters = #"""
        "person":{"name":"person","in":"path","required":true,"description":"PNOMN- and a civil id or register \#
        number, or either of them bare; percent-encoded UTF-8.","schema":{"type":"string"},\#
        "example":"PNOMN-12345678"},
        "document":{"name":"document","in":"path","required":true,"description":"The document number of a phone, \#
        from a result before.","schema":{"type":"string","format":"uuid"}},
        "session":{"name":"id","in":"path","required":true,"schema":{"type":"string","format":"uuid"}},
        "method":{"name":"method","in":"path","required":true,"schema":{"type":"string","enum":["dan","gsign",\#
        "passport","id-card"]}},
        \#(attestationParameters)
        """#

    static let bodies = #"""
        "requestBodies":{
        "authentication":{"required":true,"content":{"application/json":{\#
        "schema":{"oneOf":[{"$ref":"#/components/schemas/AuthenticationRequest"},\#
        {"$ref":"#/components/schemas/FlatAuthenticationRequest"}]},
        "example":{"relyingPartyUUID":"00000000-0000-4000-8000-000000000001","relyingPartyName":"DEMO",\#
        "certificateLevel":"QUALIFIED","signatureProtocol":"ACSP_V2",\#
        "signatureProtocolParameters":{"rpChallenge":"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissL\#
        S4vMDEyMzQ1Njc4OTo7PD0+Pw==","signatureAlgorithm":"rsassa-pss",\#
        "signatureAlgorithmParameters":{"hashAlgorithm":"SHA-256"}},"interactions":"W3sidHlwZSI6ImRpc3BsYXlUZXh0QW5\#
        kUElOIiwiZGlzcGxheVRleHQ2MCI6ItCd0Y3QstGC0YDRjdGFIn1d"}}}},
        "signature":{"required":true,"content":{"application/json":{\#
        "schema":{"oneOf":[{"$ref":"#/components/schemas/SignatureRequest"},\#
        {"$ref":"#/components/schemas/FlatSignatureRequest"}]},
        "example":{"relyingPartyUUID":"00000000-0000-4000-8000-000000000001","relyingPartyName":"DEMO",\#
        "certificateLevel":"QUALIFIED","signatureProtocol":"RAW_DIGEST_SIGNATURE",\#
        "signatureProtocolParameters":{"digest":"ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=",\#
        "signatureAlgorithm":"rsassa-pss","signatureAlgorithmParameters":{"hashAlgorithm":"SHA-256"}},\#
        "interactions":"W3sidHlwZSI6ImRpc3BsYXlUZXh0QW5kUElOIiwiZGlzcGxheVRleHQ2MCI6ItCd0Y3QstGC0YDRjdGFIn1d"}}}},
        "linkedSignature":{"required":true,"content":{"application/json":{"schema":{"$ref":"#/components/schemas/Li\#
        nkedSignatureRequest"},
        "example":{"relyingPartyUUID":"00000000-0000-4000-8000-000000000001","relyingPartyName":"DEMO",\#
        "signatureProtocol":"RAW_DIGEST_SIGNATURE","signatureProtocolParameters":{"digest":"ungWv48Bz+pBQUDeXa4iI7A\#
        DYaOWF3qctBD/YfIAFa0=","signatureAlgorithm":"ecdsa-with-SHA256",\#
        "signatureAlgorithmParameters":{"hashAlgorithm":"SHA-256"}},"interactions":"W3sidHlwZSI6ImRpc3BsYXlUZXh0QW5\#
        kUElOIiwiZGlzcGxheVRleHQ2MCI6ItCd0Y3QstGC0YDRjdGFIn1d","linkedSessionID":"0f8fad5b-d9cb-469f-a165-708677289\#
        50e"}}}},
        "certificate":{"required":true,"content":{"application/json":{"schema":{"$ref":"#/components/schemas/Certif\#
        icateRequest"},
        "example":{"relyingPartyUUID":"00000000-0000-4000-8000-000000000001","relyingPartyName":"DEMO"}}}},
        "certificateChoice":{"required":true,"content":{"application/json":{"schema":{"$ref":"#/components/schemas/\#
        CertificateChoiceRequest"},
        "example":{"relyingPartyUUID":"00000000-0000-4000-8000-000000000001","relyingPartyName":"DEMO",\#
        "certificateLevel":"QUALIFIED"}}}}}
        """#

    /// Where a session that was opened goes on: a member of the answer that opens it.
    private static let links = #"""
        "links":{"wait":{"operationId":"session","parameters":{"id":"$response.body#/sessionID"}},\#
        "cancel":{"operationId":"cancelSession","parameters":{"id":"$response.body#/sessionID"}}}
        """#

    /// Members of `responses`.
    static let answers = #"""
        "opened":{"description":"The session runs",\#
        "content":{"application/json":{"schema":{"$ref":"#/components/schemas/OpenedSession"}}},\#(links)},
        "openedLogInLink":{"description":"The session runs; vc is a plain text",\#
        "content":{"application/json":{"schema":{"$ref":"#/components/schemas/OpenedLogInLink"}}},\#(links)},
        "openedLink":{"description":"The session runs",\#
        "content":{"application/json":{"schema":{"$ref":"#/components/schemas/OpenedLink"}}},\#(links)},
        "sessionStatus":{"description":"RUNNING, or COMPLETE with a result",\#
        "content":{"application/json":{"schema":{"$ref":"#/components/schemas/SessionStatus"}}}},
        "certificate":{"description":"OK with the certificate, or DOCUMENT_UNUSABLE",\#
        "content":{"application/json":{"schema":{"$ref":"#/components/schemas/CertificateAnswer"}}}},
        "problem":{"description":"A refusal: docs/errors.md lists every code",\#
        "content":{"application/json":{"schema":{"$ref":"#/components/schemas/Problem"}},\#
        "application/problem+json":{"schema":{"$ref":"#/components/schemas/Problem"}}}}
        """#
}
