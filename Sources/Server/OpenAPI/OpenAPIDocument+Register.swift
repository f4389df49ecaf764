extension OpenAPIDocument {
    private static let registerProblems = problems(400, 401, 403, 404, 429, 500, 503)

    /// What is on record about a citizen.
    static let register = #"""
        "/certificates/etsi/{person}":{"parameters":[{"$ref":"#/components/parameters/person"}],
        "get":{"tags":["register"],"operationId":"certificates","security":[{"relyingParty":[]}],
        "summary":"A citizen's certificates, newest first","description":"Needs PKI_READ, as everything here. 404 \#
        when there is none.",
        "responses":{"200":{"description":"The certificates",\#
        "content":{"application/json":{"schema":{"$ref":"#/components/schemas/RegisteredCertificates"}}}},
        \#(registerProblems)}}},
        "/devices/etsi/{person}":{"parameters":[{"$ref":"#/components/parameters/person"}],
        "get":{"tags":["register"],"operationId":"devices","security":[{"relyingParty":[]}],
        "summary":"A citizen's phones, newest first","description":"404 when there is none.",
        "responses":{"200":{"description":"The phones",\#
        "content":{"application/json":{"schema":{"$ref":"#/components/schemas/RegisteredDevices"}}}},
        \#(registerProblems)}}},
        "/rp/activity/etsi/{person}":{"parameters":[{"$ref":"#/components/parameters/person"}],
        "get":{"tags":["register"],"operationId":"partyActivity","security":[{"relyingParty":[]}],
        "summary":"A citizen's log-ins and signatures at this relying party, newest first",
        "description":"404 when there is none.",
        "parameters":[{"name":"limit","in":"query","schema":{"type":"integer","minimum":1,"maximum":100,\#
        "default":20}},
        {"name":"offset","in":"query","schema":{"type":"integer","minimum":0,"maximum":10000,"default":0}}],
        "responses":{"200":{"description":"A page",\#
        "content":{"application/json":{"schema":{"$ref":"#/components/schemas/RegisteredSessions"}}}},
        \#(registerProblems)}}},
        "/person/summary/etsi/{person}":{"parameters":[{"$ref":"#/components/parameters/person"}],
        "get":{"tags":["register"],"operationId":"personSummary","security":[{"relyingParty":[]}],
        "summary":"A citizen in figures","description":"Activity is that at this relying party.",
        "responses":{"200":{"description":"The figures",\#
        "content":{"application/json":{"schema":{"$ref":"#/components/schemas/PersonSummary"}}}},
        \#(registerProblems)}}}
        """#

    static let registerSchemas = #"""
        "CertificateCounts":{"type":"object","required":["valid","revoked","expired","suspended","total"],\#
        "properties":{"valid":{"type":"integer"},"revoked":{"type":"integer"},"expired":{"type":"integer"},\#
        "suspended":{"type":"integer"},"total":{"type":"integer"}}},
        "SessionCounts":{"type":"object","required":["authentication","signature"],"properties":{
        "authentication":{"type":"integer"},"signature":{"type":"integer"}}},
        "RegisteredCertificates":{"type":"object","required":["counts","certificates"],"properties":{
        "counts":{"$ref":"#/components/schemas/CertificateCounts"},"certificates":{"type":"array",\#
        "items":{"type":"object","required":["documentNumber","type","serialNumber","certificateLevel","status",\#
        "notBefore","notAfter"],"properties":{"documentNumber":{"type":"string","format":"uuid"},
        "type":{"type":"string","enum":["AUTH","SIGN","SEAL"]},"serialNumber":{"type":"string"},
        "certificateLevel":{"$ref":"#/components/schemas/CertificateLevel"},
        "status":{"type":"string","enum":["VALID","REVOKED","EXPIRED","SUSPENDED"]},
        "notBefore":{"type":"string","format":"date-time"},"notAfter":{"type":"string","format":"date-time"},
        "issuerDn":{"type":"string","description":"RFC 2253, in UTF-8."}}}}}},
        "RegisteredDevices":{"type":"object","required":["devices","activeCount","total"],"properties":{
        "devices":{"type":"array","items":{"type":"object","required":["documentNumber","platform","enrolledAt",\#
        "active"],"properties":{"documentNumber":{"type":"string","format":"uuid"},
        "platform":{"type":"string","enum":["APNS","FCM"]},"enrolledAt":{"type":"string","format":"date-time"},
        "active":{"type":"boolean"},"deactivatedAt":{"type":"string","format":"date-time"}}}},
        "activeCount":{"type":"integer"},"total":{"type":"integer"}}},
        "RegisteredSessions":{"type":"object","required":["counts","sessions","total"],"properties":{
        "counts":{"$ref":"#/components/schemas/SessionCounts"},"sessions":{"type":"array","items":{"type":"object",\#
        "required":["sessionId","flow","outcome","timestamp"],"properties":{
        "sessionId":{"type":"string","format":"uuid"},"flow":{"type":"string","enum":["AUTHENTICATION",\#
        "SIGNATURE"]},"outcome":{"type":"string","description":"An end result, or RUNNING."},
        "docText":{"type":"string","description":"What the citizen read."},\#
        "timestamp":{"type":"string","format":"date-time"}}}},"total":{"type":"integer"}}},
        "PersonSummary":{"type":"object","required":["givenName","surname","certificates","activity",\#
        "devicesActive","devicesTotal","representationCount"],"properties":{
        "givenName":{"type":"string"},"surname":{"type":"string"},
        "certificates":{"type":"object","required":["counts"],\#
        "properties":{"counts":{"$ref":"#/components/schemas/CertificateCounts"}}},
        "activity":{"type":"object","required":["counts"],\#
        "properties":{"counts":{"$ref":"#/components/schemas/SessionCounts"}}},
        "devicesActive":{"type":"integer"},"devicesTotal":{"type":"integer"},\#
        "representationCount":{"type":"integer"}}}
        """#
}
