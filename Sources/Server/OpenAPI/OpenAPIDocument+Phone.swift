extension OpenAPIDocument {
    static let phoneProblems = notAttested + "," + problems(400, 403, 404, 409, 413, 415, 422, 429, 471, 500, 503)

    /// What phones call about sessions. docs/protocol.md has the three rounds of a signature byte for byte.
    static let phone = #"""
        "/mobile/pending/{document}":{"parameters":[{"$ref":"#/components/parameters/document"},\#
        \#(attested)],
        "get":{"tags":["phone"],"operationId":"pending","summary":"What waits for this phone",\#
        "security":[{"device":[]}],
        "parameters":[{"name":"timeoutMs","in":"query","description":"Waits for something to come.",\#
        "schema":{"type":"integer","minimum":0,"default":0}}],
        "responses":{"200":{"description":"Oldest first","content":{"application/json":{"schema":{"$ref":"#/compone\#
        nts/schemas/PendingSessions"}}}},
        \#(phoneProblems)}}},
        "/mobile/activity/{document}":{"parameters":[{"$ref":"#/components/parameters/document"},\#
        \#(attested)],
        "get":{"tags":["phone"],"operationId":"activity","summary":"The citizen's history","security":[{"device":[]}],
        "parameters":[{"name":"limit","in":"query","schema":{"type":"integer","minimum":1,"maximum":100,\#
        "default":20}},
        {"name":"offset","in":"query","schema":{"type":"integer","minimum":0,"maximum":10000,"default":0}}],
        "responses":{"200":{"description":"Newest first","content":{"application/json":{"schema":{"$ref":"#/compone\#
        nts/schemas/Activity"}}}},
        \#(phoneProblems)}}},
        "/device-status":{"parameters":[\#(attested)],
        "get":{"tags":["phone"],"operationId":"deviceStatus","security":[{"device":[]}],
        "summary":"How the phone and its keys stand, also when it may do nothing else any more",
        "parameters":[{"name":"slot","in":"query","schema":{"$ref":"#/components/schemas/Slot"},\#
        "description":"With ratchetHash, and only with it."},
        {"name":"ratchetHash","in":"query","schema":{"type":"string","pattern":"^[A-Za-z0-9_-]{43}$"},\#
        "description":"base64url of 32 bytes: is this the server's ratchet of the slot?"}],
        "responses":{"200":{"description":"The status",\#
        "content":{"application/json":{"schema":{"$ref":"#/components/schemas/DeviceStatus"}}}},
        \#(phoneProblems)}}},
        "/mobile/device-link":{"parameters":[\#(attested)],"post":{"tags":["phone"],"operationId":"openDeviceLink",
        "summary":"Open a link that was scanned or that started the app","security":[{"device":[]}],
        "description":"Verifies the link and makes the session this document's.",
        "requestBody":{"required":true,"content":{"application/json":{"schema":{"type":"object",\#
        "required":["link"],"properties":{"link":{"type":"string","minLength":1,"maxLength":1024}}}}}},
        "responses":{"200":{"$ref":"#/components/responses/sessionDetails"},\#
        \#(phoneProblems)}}},
        "/mobile/session/{id}":{"parameters":[{"$ref":"#/components/parameters/session"},\#
        \#(attested)],
        "get":{"tags":["phone"],"operationId":"sessionDetails","security":[{"device":[]}],
        "summary":"All that the phone needs to compute the message by itself",
        "responses":{"200":{"$ref":"#/components/responses/sessionDetails"},\#
        \#(phoneProblems)}}},
        "/mobile/session/{id}/refuse":{"parameters":[{"$ref":"#/components/parameters/session"},\#
        \#(attested)],
        "post":{"tags":["phone"],"operationId":"refuse","summary":"Decline","security":[{"device":[]}],
        "requestBody":{"required":true,"content":{"application/json":{"schema":{"type":"object",\#
        "required":["reason"],"properties":{
        "reason":{"type":"string","enum":["USER_REFUSED","USER_REFUSED_INTERACTION","WRONG_VC",\#
        "REQUIRED_INTERACTION_NOT_SUPPORTED_BY_APP","USER_REFUSED_CERT_CHOICE"]},
        "interaction":{"$ref":"#/components/schemas/InteractionType",\#
        "description":"With USER_REFUSED_INTERACTION: the one on the screen."}}}}}},
        "responses":{"200":{"$ref":"#/components/responses/ended"},\#(phoneProblems)}}},
        "/mobile/session/{id}/certificate-choice":{"parameters":[{"$ref":"#/components/parameters/session"},\#
        \#(attested)],
        "post":{"tags":["phone"],"operationId":"chooseCertificate","security":[{"device":[]}],
        "summary":"Let the relying party have this document's signing certificate",
        "responses":{"200":{"$ref":"#/components/responses/ended"},\#(phoneProblems)}}},
        "/mobile/session/{id}/sign/commit":{"parameters":[{"$ref":"#/components/parameters/session"},\#
        \#(attested)],
        "post":{"tags":["phone"],"operationId":"signCommit","summary":"S1 to S2","security":[{"device":[]}],
        "requestBody":{"required":true,"content":{"application/json":{"schema":{"$ref":"#/components/schemas/S1"}}}},
        "responses":{"200":{"description":"S2","content":{"application/json":{"schema":{"$ref":"#/components/schema\#
        s/S2"}}}},
        \#(phoneProblems)}}},
        "/mobile/session/{id}/sign/prove":{"parameters":[{"$ref":"#/components/parameters/session"},\#
        \#(attested)],
        "post":{"tags":["phone"],"operationId":"signProve","summary":"S3 to S4","security":[{"device":[]}],
        "requestBody":{"required":true,"content":{"application/json":{"schema":{"$ref":"#/components/schemas/S3"}}}},
        "responses":{"200":{"description":"S4","content":{"application/json":{"schema":{"$ref":"#/components/schema\#
        s/S4"}}}},
        \#(phoneProblems)}}},
        "/mobile/session/{id}/sign/finish":{"parameters":[{"$ref":"#/components/parameters/session"},\#
        \#(attested)],
        "post":{"tags":["phone"],"operationId":"signFinish","summary":"S5: the signature, or the proof that c3 \#
        gave none",
        "security":[{"device":[]}],
        "requestBody":{"required":true,"content":{"application/json":{"schema":{"$ref":"#/components/schemas/S5"}}}},
        "responses":{"200":{"$ref":"#/components/responses/ended"},\#(phoneProblems)}}}
        """#

    /// Members of `responses`.
    static let phoneAnswers = #"""
        "sessionDetails":{"description":"The session","content":{"application/json":{"schema":{"$ref":"#/components\#
        /schemas/SessionDetails"}}}},
        "ended":{"description":"The session has ended","content":{"application/json":{"schema":{"$ref":"#/component\#
        s/schemas/Ended"}}}}
        """#

    static let phoneSchemas = #"""
        "DeviceStatus":{"type":"object","required":["documentNumber","state","slots"],"properties":{
        "documentNumber":{"type":"string","format":"uuid"},
        "state":{"type":"string","enum":["ACTIVE","SUSPENDED","LOCKED","REVOKED"]},
        "until":{"type":"string","format":"date-time","description":"When it can sign again."},
        "slots":{"type":"array","items":{"type":"object","required":["slot","keyId","epoch",\#
        "modulusHash","state"],"properties":{
        "slot":{"$ref":"#/components/schemas/Slot"},"keyId":{"type":"string","format":"uuid"},
        "epoch":{"type":"integer"},
        "modulusHash":{"type":"string","description":"Base64 of SHA-256 of the epoch's N: a phone whose refresh this is \#
        not has been overtaken by a copy."},
        "refreshedAt":{"type":"string","format":"date-time","description":"Where it is not the first epoch."},
        "state":{"type":"string","enum":["ACTIVE","SUSPENDED","LOCKED"]},\#
        "until":{"type":"string","format":"date-time"}}}},
        "attestation":{"type":"object","required":["platform","environment","counter","attestedAt"],\#
        "description":"The key that signs this phone's requests.","properties":{
        "platform":{"type":"string","enum":["ios","android"]},
        "environment":{"type":"string","enum":["production","development"]},"counter":{"type":"integer"},
        "attestedAt":{"type":"string","format":"date-time"}}},
        "ratchetMatches":{"type":"boolean","description":"Where a hash was asked about."}}},
        "Flow":{"type":"string","enum":["AUTHENTICATION","SIGNATURE","CERTIFICATE_CHOICE","KEY_REFRESH"],\#
        "description":"KEY_REFRESH: a run of the phone's own, which nobody asked for."},
        "Slot":{"type":"string","enum":["AUTH","SIGN"]},
        "InteractionType":{"type":"string","enum":["displayTextAndPIN","confirmationMessage",\#
        "confirmationMessageAndVerificationCodeChoice"]},
        "PendingSessions":{"type":"object","required":["sessions"],"properties":{"sessions":{"type":"array",\#
        "items":{"type":"object","required":["sessionId","flow","slot","relyingPartyName",\#
        "relyingPartyRegisteredName","createdAt","expiresAt"],"properties":{
        "sessionId":{"type":"string","format":"uuid"},"flow":{"$ref":"#/components/schemas/Flow"},\#
        "slot":{"$ref":"#/components/schemas/Slot"},
        "relyingPartyName":{"type":"string","description":"As sent."},\#
        "relyingPartyRegisteredName":{"type":"string","description":"To be shown."},
        "displayText":{"type":"string"},"vc":{"$ref":"#/components/schemas/VerificationCode"},
        "onBehalfOf":{"$ref":"#/components/schemas/OnBehalfOf"},
        "createdAt":{"type":"string","format":"date-time"},"expiresAt":{"type":"string","format":"date-time"}}}}}},
        "Activity":{"type":"object","required":["sessions"],"properties":{"sessions":{"type":"array",\#
        "items":{"type":"object","required":["sessionId","flow","relyingPartyName","timestamp"],"properties":{
        "sessionId":{"type":"string","format":"uuid"},"flow":{"$ref":"#/components/schemas/Flow"},\#
        "relyingPartyName":{"type":"string"},
        "endResult":{"$ref":"#/components/schemas/EndResult"},"displayText":{"type":"string"},
        "signatureMayExist":{"type":"boolean","description":"An answer left and no signature came back."},
        "timestamp":{"type":"string","format":"date-time"}}}}}},
        "SessionDetails":{"type":"object","required":["sessionId","flow","slot","signatureProtocol","schemeName",\#
        "relyingPartyName","relyingPartyRegisteredName","brokeredRpName","interactions","flowType",\#
        "initialCallbackUrl","certificateLevel","expiresAt"],"properties":{
        "sessionId":{"type":"string","format":"uuid"},"flow":{"$ref":"#/components/schemas/Flow"},\#
        "slot":{"$ref":"#/components/schemas/Slot"},
        "signatureProtocol":{"type":"string","enum":["ACSP_V2","ACSP_V2_SPKI","RAW_DIGEST_SIGNATURE",\#
        "REFRESH","POSSESSION",""],\#
        "description":"Empty for a choice of certificate."},
        "schemeName":{"type":"string"},"relyingPartyName":{"type":"string","description":"As sent: it is signed."},
        "relyingPartyRegisteredName":{"type":"string","description":"To be shown."},\#
        "brokeredRpName":{"type":"string"},
        "interactions":{"type":"string","description":"The Base64 text as sent; empty for a choice of certificate."},
        "rpChallenge":{"type":"string"},"digest":{"type":"string"},"hashType":{"const":"SHA-256"},\#
        "serverRandom":{"type":"string"},
        "flowType":{"type":"string","enum":["QR","Web2App","App2App","Notification"]},\#
        "initialCallbackUrl":{"type":"string"},
        "sessionSecretDigest":{"type":"string","description":"Device link: for the callback."},
        "certificateLevel":{"$ref":"#/components/schemas/CertificateLevel"},\#
        "vc":{"$ref":"#/components/schemas/VerificationCode"},
        "onBehalfOf":{"$ref":"#/components/schemas/OnBehalfOf"},
        "expiresAt":{"type":"string","format":"date-time"}}},
        "Ended":{"type":"object","required":["state","endResult"],"properties":{"state":{"const":"COMPLETE"},
        "endResult":{"$ref":"#/components/schemas/EndResult"},"callbackUrl":{"type":"string"}}},
        "S1":{"type":"object","required":["documentNumber","nonce","commitment","interactionTypeUsed"],"properties":{
        "documentNumber":{"type":"string","format":"uuid"},"nonce":{"type":"string"},"commitment":{"type":"string"},
        "epoch":{"type":"integer","default":1,"description":"Of the phone's key."},
        "interactionTypeUsed":{"type":"string"},"userChallenge":{"type":"string","description":"Log-in: base64url, \#
        43 characters."},
        "confirmVc":{"type":"string","description":"The code that the citizen confirmed."}}},
        "S2":{"type":"object","required":["attempt","keyId","epoch","signCounter","digest","nonce","R2","proof",\#
        "signature","expiresAt"],"properties":{
        "attempt":{"type":"string"},"keyId":{"type":"string"},"epoch":{"type":"integer"},\#
        "signCounter":{"type":"integer"},
        "digest":{"type":"string"},"nonce":{"type":"string"},"R2":{"type":"string"},"proof":{"type":"string"},
        "signature":{"type":"string","description":"By the core key."},"expiresAt":{"type":"string",\#
        "format":"date-time"}}},
        "S3":{"type":"object","required":["attempt","R1","opening","proof","shareProof","digest","ratchet",\#
        "ratchetNext"],"properties":{
        "attempt":{"type":"string"},"R1":{"type":"string"},"opening":{"type":"string"},"proof":{"type":"string"},
        "shareProof":{"type":"string"},"digest":{"type":"string"},"ratchet":{"type":"array",\#
        "items":{"type":"string"}},
        "ratchetNext":{"type":"string"}}},
        "S4":{"type":"object","required":["c3","signature"],"properties":{"c3":{"type":"string"},\#
        "signature":{"type":"string"}}},
        "S5":{"type":"object","required":["attempt"],"properties":{"attempt":{"type":"string"},"r":{"type":"string"},
        "s":{"type":"string"},"failure":{"const":"C3_INVALID"},"proof":{"type":"string"}}}
        """#
}
