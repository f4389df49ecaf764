/// Pairing of a phone by a code on the operator's screen. docs/protocol.md says what is signed.
extension OpenAPIDocument {
    static let pairing = #"""
        "/pairing":{"get":{"tags":["pairing"],"operationId":"pairing","security":[],
        "summary":"Which installation this is: a phone signs its id, so it asks before it brings a code",
        "responses":{"200":{"description":"The installation","content":{"application/json":{"schema":{"type":"object",\#
        "required":["serviceId","protocol","version"],"properties":{"serviceId":{"type":"string","format":"uuid"},\#
        "protocol":{"const":"tamga"},"version":{"const":"1.0"}}}}}},
        \#(problems(400, 404, 500, 503))}}},
        "/pairing/claim":{"post":{"tags":["pairing"],"operationId":"claimPairing","security":[],
        "summary":"A code for a token of this phone's own",
        "requestBody":{"required":true,"content":{"application/json":{"schema":{"$ref":"#/components/schemas/\#
        PairingClaim"}}}},
        "responses":{"200":{"description":"The phone is paired; its former token is dead","content":\#
        {"application/json":{"schema":{"$ref":"#/components/schemas/Paired"}}}},
        \#(problems(400, 401, 403, 404, 413, 415, 429, 500, 503))}}},
        "/pairing/status":{"get":{"tags":["pairing"],"operationId":"pairingStatus","security":[{"pairing":[]}],
        "summary":"Whether this phone is still trusted, and since when",
        "responses":{"200":{"description":"It is","content":{"application/json":{"schema":{"$ref":"#/components/schemas\#
        /PairingStatus"}}}},
        \#(problems(400, 401, 403, 404, 429, 500, 503))}}},
        "/pair/local":{"get":{"tags":["pairing"],"operationId":"pairLocal","security":[],
        "summary":"The address of the QR code: a code for a token, without a key",
        "description":"In the form of Aptove's bridge. Spends the code; HEAD is refused. Refusals have its names in \#
        error (missing_code, invalid_code, rate_limited, pairing_disabled) and the sentence in message.",
        "parameters":[{"name":"code","in":"query","description":"Six digits.","schema":{"type":"string"}},
        {"name":"fp","in":"query","description":"For the phone; not read.","schema":{"type":"string"}}],
        "responses":{"200":{"description":"Paired","content":{"application/json":{"schema":{"$ref":"#/components/schemas\#
        /LocallyPaired"}}}},
        \#(problems(400, 401, 404, 405, 429, 500, 503))}}}
        """#

    static let pairingSchemas = #"""
        "PairingCode":{"type":"string","pattern":"^[1-9][0-9]{5}$"},
        "CertificateFingerprint":{"type":"string","pattern":"^[0-9A-F]{2}(:[0-9A-F]{2}){31}$",\#
        "description":"SHA-256 of the DER of the server's certificate."},
        "PairingToken":{"type":"string","pattern":"^[A-Za-z0-9_-]{43}$","description":"X-Pairing-Token."},
        "PairingClaim":{"type":"object","required":["code","devicePublicKey","signature"],"properties":{
        "code":{"$ref":"#/components/schemas/PairingCode"},
        "devicePublicKey":{"type":"string","description":"Base64 of the SubjectPublicKeyInfo of a P-256 key, 91 bytes."},
        "signature":{"type":"string","description":"Base64 of DER: ECDSA with SHA-256 by that key."},
        "name":{"type":"string","minLength":1,"maxLength":64}}},
        "Paired":{"type":"object","required":["deviceId","token","serviceId","url","certFingerprint","pairedAt"],\#
        "properties":{"deviceId":{"type":"string","format":"uuid","description":"The same for the same key."},
        "token":{"$ref":"#/components/schemas/PairingToken"},"serviceId":{"type":"string","format":"uuid"},
        "url":{"type":"string"},"certFingerprint":{"$ref":"#/components/schemas/CertificateFingerprint"},
        "pairedAt":{"type":"string","format":"date-time"}}},
        "PairingStatus":{"type":"object","required":["deviceId","serviceId","hasKey","certFingerprint","pairedAt"],\#
        "properties":{"deviceId":{"type":"string","format":"uuid"},"serviceId":{"type":"string","format":"uuid"},
        "name":{"type":"string"},"hasKey":{"type":"boolean","description":"Whether it has proved a key."},
        "certFingerprint":{"$ref":"#/components/schemas/CertificateFingerprint"},
        "pairedAt":{"type":"string","format":"date-time"}}},
        "LocallyPaired":{"type":"object","required":["agentId","url","protocol","version","authToken",\#
        "certFingerprint","deviceId","cwd"],"properties":{"agentId":{"type":"string","format":"uuid",\#
        "description":"The installation."},"url":{"type":"string"},"protocol":{"const":"tamga"},
        "version":{"const":"1.0"},"authToken":{"$ref":"#/components/schemas/PairingToken"},
        "certFingerprint":{"$ref":"#/components/schemas/CertificateFingerprint"},
        "deviceId":{"type":"string","format":"uuid"},"cwd":{"const":"/"}}}
        """#
}
