extension OpenAPIDocument {
    /// A key's move to its next epoch.
    static let refresh = #"""
        "/mobile/refresh/init":{"parameters":[\#(attested)],
        "post":{"tags":["phone"],"operationId":"refreshInit","summary":"F1 to F2",\#
        "security":[{"device":[]}],
        "requestBody":{"required":true,"content":{"application/json":{"schema":{"$ref":"#/components/schemas/F1"}}}},
        "responses":{"200":{"description":"F2","content":{"application/json":{"schema":{"$ref":"#/components/schema\#
        s/F2"}}}},
        \#(phoneProblems)}}},
        "/mobile/refresh/complete":{"parameters":[\#(attested)],
        "post":{"tags":["phone"],"operationId":"refreshComplete",\#
        "security":[{"device":[]}],"summary":"F3; the two signing runs follow",
        "description":"The same bytes may be sent again when the answer was lost.",
        "requestBody":{"required":true,"content":{"application/json":{"schema":{"$ref":"#/components/schemas/F3"}}}},
        "responses":{"200":{"description":"The sessions of the runs","content":{"application/json":{"schema":\#
        {"$ref":"#/components/schemas/RefreshRuns"}}}},
        \#(phoneProblems)}}}
        """#

    static let refreshSchemas = #"""
        "F1":{"type":"object","required":["slot","suite","epoch","nonce","commitment"],"properties":{
        "slot":{"$ref":"#/components/schemas/Slot"},"suite":{"type":"integer","description":"Of the new epoch."},
        "epoch":{"type":"integer","description":"The one that the phone holds."},"nonce":{"type":"string"},
        "commitment":{"type":"string"},"danAuthCode":{"type":"string","description":"The state of a verified \#
        identity: for a key that was suspended because of a copy, or a document without an AUTH key."}}},
        "F2":{"type":"object","required":["refreshId","keyId","epoch","expiresAt","parameters","nonce","factor",\#
        "signature"],"properties":{
        "refreshId":{"type":"string","format":"uuid"},"keyId":{"type":"string","format":"uuid"},
        "epoch":{"type":"integer","description":"The new one."},"expiresAt":{"type":"string","format":"date-time"},
        "parameters":{"type":"object","required":["id","parametersHash"],"properties":{"id":{"type":"string"},\#
        "parametersHash":{"type":"string"}}},
        "nonce":{"type":"string"},"factor":{"type":"string"},
        "signature":{"type":"string","description":"By the core key."}}},
        "F3":{"type":"object","required":["refreshId","factor","opening","Q1","proof","N","ckey","modulusProof",\#
        "smallFactorProof","discreteLogProof","Q"],"properties":{
        "refreshId":{"type":"string","format":"uuid"},"factor":{"type":"string"},"opening":{"type":"string"},
        "Q1":{"type":"string"},"proof":{"type":"string"},"N":{"type":"string"},"ckey":{"type":"string"},
        "modulusProof":{"type":"string"},"smallFactorProof":{"type":"string"},"discreteLogProof":{"type":"string"},
        "Q":{"type":"string"}}},
        "RefreshRuns":{"type":"object","required":["refreshId","epoch","possession"],"properties":{
        "refreshId":{"type":"string","format":"uuid"},"epoch":{"type":"integer"},
        "authorisation":{"$ref":"#/components/schemas/RefreshRun"},
        "possession":{"$ref":"#/components/schemas/RefreshRun"}}},
        "RefreshRun":{"type":"object","required":["sessionId"],"properties":{
        "sessionId":{"type":"string","format":"uuid"}}}
        """#
}
