/// What attestation adds: header fields and a refusal for every operation of a phone, and the call that brings another
/// key. docs/attested-requests.md says what is signed.
extension OpenAPIDocument {
    /// Parameters of a path whose operations are a phone's.
    static let attested = #"""
        {"$ref":"#/components/parameters/attestationType"},{"$ref":"#/components/parameters/attestationKeyId"},\#
        {"$ref":"#/components/parameters/attestationNonce"},{"$ref":"#/components/parameters/attestation"},\#
        {"$ref":"#/components/parameters/assertion"}
        """#

    /// A member of `responses` of such an operation.
    static let notAttested = ##""401":{"$ref":"#/components/responses/notAttested"}"##

    /// Members of `parameters`; none is required where attestation is off.
    static let attestationParameters = #"""
        "attestationType":{"name":"Type","in":"header","description":"attest with the first request of a fresh key, \#
        then assert. X-Attestation-Type is another name of it.","schema":{"type":"string","enum":["attest","assert"]}},
        "attestationKeyId":{"name":"KeyId","in":"header","description":"Base64 of 32 bytes.",\#
        "schema":{"type":"string"}},
        "attestationNonce":{"name":"Attestation-Nonce","in":"header","description":"From X-Next-Attestation-Nonce of \#
        the last answer, or from /attestation/challenge; good once, for 120 s.","schema":{"type":"string"}},
        "attestation":{"name":"Attestation","in":"header","description":"With attest: Base64 of CBOR, whose fmt is \#
        apple-appattest or android-key.",\#
        "schema":{"type":"string"}},
        "assertion":{"name":"Assertion","in":"header","description":"With assert: Base64 of CBOR.",\#
        "schema":{"type":"string"}}
        """#

    /// A member of `responses`.
    static let attestationAnswers = #"""
        "notAttested":{"description":"The request is not attested, or its token is not valid. \#
        X-Next-Attestation-Nonce is good for the next try.","headers":{"X-Next-Attestation-Nonce":\#
        {"schema":{"type":"string"}}},"content":{"application/json":{"schema":{"$ref":"#/components/schemas/Problem"}},
        "application/problem+json":{"schema":{"$ref":"#/components/schemas/Problem"}}}}
        """#

    static let attestation = #"""
        "/mobile/reattest":{"parameters":[\#(attested)],
        "post":{"tags":["phone"],"operationId":"reattest","security":[{"device":[]}],
        "summary":"Another attested key for this document",
        "description":"Signed by the new key. The proof is of the share that the PIN opens, over that key and the \#
        request's nonce.",
        "requestBody":{"required":true,"content":{"application/json":{"schema":{"type":"object","required":["proof"],\#
        "properties":{"proof":{"type":"string","description":"120 bytes."},
        "slot":{"enum":["AUTH","SIGN"],"description":"Of which key the share is. Without it AUTH, or SIGN where there \#
        is no AUTH or its share is destroyed."},
        "danAuthCode":{"type":"string","maxLength":200,"description":"A fresh proof of identity: while the key whose \#
        share is proved is suspended, nothing else shows that it is the citizen."}}}}}},
        "responses":{"200":{"description":"The key speaks for the document","content":{"application/json":{"schema":\#
        {"type":"object","required":["documentNumber"],"properties":{"documentNumber":{"type":"string",\#
        "format":"uuid"}}}}}},
        \#(phoneProblems)}}}
        """#
}
