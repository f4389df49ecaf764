extension OpenAPIDocument {
    private static let enrolmentProblems = problems(400, 403, 404, 409, 413, 415, 422, 429, 500, 502, 503)
    private static let attestedProblems = notAttested + "," + enrolmentProblems

    /// What phones call before they have a document. K1 to K4 are described byte for byte in docs/protocol.md.
    static let enrolment = #"""
        "/attestation/challenge":{"get":{"tags":["enrolment"],"operationId":"attestationChallenge","security":[],
        "summary":"A fresh single-use nonce",
        "responses":{"200":{"description":"The nonce","content":{"application/json":{"schema":{"type":"object",\#
        "required":["nonce","expiresIn"],"properties":{"nonce":{"type":"string"},"expiresIn":{"type":"integer",\#
        "description":"Seconds."}}}}}},
        \#(enrolmentProblems)}}},
        "/pins":{"get":{"tags":["enrolment"],"operationId":"pins","security":[],"summary":"The core keys and the \#
        key of TLS in use, signed",
        "responses":{"200":{"description":"The pins","content":{"application/json":{"schema":{"type":"object",\#
        "required":["issuedAt","pins","signature"],"properties":{
        "issuedAt":{"type":"string","format":"date-time"},"signature":{"type":"string"},
        "pins":{"type":"array","items":{"type":"object","required":["kind","spkiSha256","notAfter","current"],\#
        "properties":{
        "kind":{"type":"string","enum":["tls","core"]},"spkiSha256":{"type":"string"},
        "notAfter":{"type":"string","format":"date-time"},"current":{"type":"boolean"}}}}}}}}},
        \#(enrolmentProblems)}}},
        "/kyc/methods":{"parameters":[\#(attested)],
        "get":{"tags":["enrolment"],"operationId":"identityMethods","security":[],
        "summary":"The ways to prove an identity",
        "responses":{"200":{"description":"The methods","content":{"application/json":{"schema":{"type":"object",\#
        "required":["methods"],"properties":{"methods":{"type":"array","items":{"type":"object","required":["id",\#
        "name","available"],"properties":{
        "id":{"type":"string"},"name":{"type":"object","required":["mn","en"],"properties":{"mn":{"type":"string"},\#
        "en":{"type":"string"}}},
        "available":{"type":"boolean"}}}}}}}}},\#
        \#(attestedProblems)}}},
        "/kyc/{method}/init":{"parameters":[{"$ref":"#/components/parameters/method"},\#
        \#(attested)],
        "post":{"tags":["enrolment"],"operationId":"identityInit","security":[],"summary":"Start proving an identity",
        "requestBody":{"required":true,"content":{"application/json":{"schema":{"type":"object",\#
        "required":["registrationNumber"],"properties":{"registrationNumber":{"type":"string",\#
        "pattern":"^[А-ЯЁӨҮ]{2}[0-9]{8}$","description":"Two \#
        Cyrillic capitals and eight digits."}}}}}},
        "responses":{"200":{"description":"Where to go","content":{"application/json":{"schema":{"type":"object",\#
        "required":["state","verificationUrl","expiresIn"],"properties":{"state":{"type":"string"},\#
        "verificationUrl":{"type":"string"},"expiresIn":{"type":"integer"}}}}}},
        \#(attestedProblems)}}},
        "/kyc/{method}/status":{"parameters":[{"$ref":"#/components/parameters/method"},\#
        \#(attested)],
        "get":{"tags":["enrolment"],"operationId":"identityStatus","security":[],"summary":"How it stands",
        "parameters":[{"name":"state","in":"query","required":true,"schema":{"type":"string","minLength":1}}],
        "responses":{"200":{"description":"The status","content":{"application/json":{"schema":{"type":"object",\#
        "required":["status"],"properties":{
        "status":{"type":"string","enum":["PENDING","VERIFIED","FAILED","EXPIRED"]},
        "code":{"type":"string","enum":["KYC_FAILED","KYC_PERSON_MISMATCH","KYC_PROVIDER_FAILED"],\#
        "description":"Beside FAILED."},
        "person":{"type":"object","required":["givenName","surname","civilId","regNo"],\#
        "properties":{"givenName":{"type":"string"},"surname":{"type":"string"},"civilId":{"type":"string"},\#
        "regNo":{"type":"string"}}},
        "latinName":{"$ref":"#/components/schemas/LatinName"}}}}}},\#
        \#(attestedProblems)}}},
        "/kyc/{method}/callback":{"parameters":[{"$ref":"#/components/parameters/method"}],
        "get":{"tags":["enrolment"],"operationId":"identityCallback","security":[],
        "parameters":[{"name":"state","in":"query","schema":{"type":"string"}},\#
        {"name":"code","in":"query","schema":{"type":"string"}},\#
        {"name":"error","in":"query","schema":{"type":"string"}},\#
        {"name":"iss","in":"query","schema":{"type":"string"}}],
        "summary":"Where the citizen's browser ends: a page that says to return to the app",
        "responses":{"200":{"description":"A page","content":{"text/html":{"schema":{"type":"string"}}}},
        \#(enrolmentProblems)}}},
        "/enrollment/parameters":{"get":{"tags":["enrolment"],"operationId":"parameters","security":[],
        "summary":"The current ring-Pedersen parameters of a suite, with their proof",
        "parameters":[{"name":"suite","in":"query","description":"Without it, the one that the operator prefers.",\#
        "schema":{"type":"integer","minimum":1,"maximum":2}}],
        "responses":{"200":{"$ref":"#/components/responses/parameters"},"304":{"description":"As If-None-Match says"},
        \#(enrolmentProblems)}}},
        "/enrollment/parameters/{id}":{"parameters":[{"name":"id","in":"path","required":true,\#
        "schema":{"type":"string"}}],
        "get":{"tags":["enrolment"],"operationId":"parametersById","security":[],"summary":"One set for ever",
        "responses":{"200":{"$ref":"#/components/responses/parameters"},"304":{"description":"As If-None-Match says"},
        \#(enrolmentProblems)}}},
        "/enrollment/init":{"parameters":[\#(attested)],
        "post":{"tags":["enrolment"],"operationId":"enrollmentInit","security":[],\#
        "summary":"K1 to K2",
        "requestBody":{"required":true,"content":{"application/json":{"schema":{"$ref":"#/components/schemas/K1"}}}},
        "responses":{"200":{"description":"K2","content":{"application/json":{"schema":{"$ref":"#/components/schema\#
        s/K2"}}}},
        \#(attestedProblems)}}},
        "/enrollment/complete":{"parameters":[\#(attested)],
        "post":{"tags":["enrolment"],"operationId":"enrollmentComplete","security":[],\#
        "summary":"K3 to K4",
        "description":"The same bytes may be sent again when the answer was lost.",
        "requestBody":{"required":true,"content":{"application/json":{"schema":{"$ref":"#/components/schemas/K3"}}}},
        "responses":{"200":{"description":"K4","content":{"application/json":{"schema":{"$ref":"#/components/schema\#
        s/K4"}}}},
        \#(attestedProblems)}}}
        """#

    /// Members of `responses`.
    static let enrolmentAnswers = #"""
        "parameters":{"description":"The set","headers":{"ETag":{"schema":{"type":"string"}}},\#
        "content":{"application/json":{"schema":{"$ref":"#/components/schemas/Parameters"}}}}
        """#

    static let enrolmentSchemas = #"""
        "LatinName":{"type":"object","required":["givenName","surname"],\#
        "properties":{"givenName":{"type":"string"},"surname":{"type":"string"}}},
        "Parameters":{"type":"object","required":["id","suite","parametersHash","modulus","s","t","proof",\#
        "coreKeys"],"properties":{
        "id":{"type":"string"},"suite":{"type":"integer"},"parametersHash":{"type":"string"},\#
        "modulus":{"type":"string"},
        "s":{"type":"string"},"t":{"type":"string"},"proof":{"type":"string"},
        "coreKeys":{"type":"array","items":{"type":"object","required":["spki","spkiSha256","current"],"properties":{
        "spki":{"type":"string"},"spkiSha256":{"type":"string"},"current":{"type":"boolean"}}}}}},
        "K1":{"type":"object","required":["danAuthCode","platform","deviceName","slots"],"properties":{
        "danAuthCode":{"type":"string","description":"The state of a verified identity."},
        "platform":{"type":"string","enum":["ios","android"]},"deviceName":{"type":"string","minLength":1,\#
        "maxLength":64},\#
        "pushToken":{"type":"string"},
        "slots":{"type":"array","minItems":1,"maxItems":2,"items":{"type":"object","required":["slot","suite",\#
        "nonce","commitment"],"properties":{
        "slot":{"$ref":"#/components/schemas/Slot"},"suite":{"type":"integer"},"nonce":{"type":"string"},\#
        "commitment":{"type":"string"}}}}}},
        "K2":{"type":"object","required":["enrollmentId","documentNumber","expiresAt","latinName","parameters",\#
        "slots"],"properties":{
        "enrollmentId":{"type":"string","format":"uuid"},"documentNumber":{"type":"string","format":"uuid"},
        "expiresAt":{"type":"string","format":"date-time"},"latinName":{"$ref":"#/components/schemas/LatinName"},
        "parameters":{"type":"object","required":["id","parametersHash"],"properties":{"id":{"type":"string"},\#
        "parametersHash":{"type":"string"}}},
        "slots":{"type":"array","items":{"type":"object","required":["slot","keyId","nonce","Q2","proof",\#
        "signature"],"properties":{
        "slot":{"$ref":"#/components/schemas/Slot"},"keyId":{"type":"string"},"nonce":{"type":"string"},\#
        "Q2":{"type":"string"},
        "proof":{"type":"string"},"signature":{"type":"string"}}}}}},
        "K3":{"type":"object","required":["enrollmentId","latinName","slots"],"properties":{
        "enrollmentId":{"type":"string","format":"uuid"},"latinName":{"$ref":"#/components/schemas/LatinName"},
        "slots":{"type":"array","items":{"type":"object","required":["slot","Q1","opening","proof","N","ckey",\#
        "modulusProof","smallFactorProof","discreteLogProof","Q","ratchetNext"],"properties":{
        "slot":{"$ref":"#/components/schemas/Slot"},"Q1":{"type":"string"},"opening":{"type":"string"},\#
        "proof":{"type":"string"},
        "N":{"type":"string"},"ckey":{"type":"string"},"modulusProof":{"type":"string"},\#
        "smallFactorProof":{"type":"string"},
        "discreteLogProof":{"type":"string"},"Q":{"type":"string"},"ratchetNext":{"type":"string"}}}}}},
        "K4":{"type":"object","required":["documentNumber","deviceToken","slots"],"properties":{
        "documentNumber":{"type":"string","format":"uuid"},"deviceToken":{"type":"string"},
        "slots":{"type":"array","items":{"type":"object","required":["slot","certificate","chain",\#
        "certificateLevel","signature"],"properties":{
        "slot":{"$ref":"#/components/schemas/Slot"},"certificate":{"type":"string"},"chain":{"type":"array",\#
        "items":{"type":"string"}},
        "certificateLevel":{"$ref":"#/components/schemas/CertificateLevel"},"signature":{"type":"string"}}}}}}
        """#
}
