extension OpenAPIDocument {
    static let relyingPartySchemas = #"""
        "Problem":{"type":"object","required":["type","title","status","detail","instance","error","code"],\#
        "properties":{
        "type":{"const":"about:blank"},"title":{"type":"string"},"status":{"type":"integer"},
        "detail":{"type":"string","description":"In the language of Accept-Language: mn or en."},
        "instance":{"type":"string","description":"urn:uuid: and the request's id, which is also in X-Request-ID."},
        "error":{"type":"string","description":"As detail; the name of the outcome on /pair/local."},\#
        "message":{"type":"string","description":"As detail; on /pair/local only."},"code":{"type":"string","description":"Stable."},
        "errors":{"type":"array","items":{"$ref":"#/components/schemas/ProblemItem"}}}},
        "ProblemItem":{"type":"object","required":["code","detail","pointer"],"properties":{"code":{"type":"string"},
        "detail":{"type":"string","description":"What was expected."},
        "pointer":{"type":"string","description":"JSON pointer to the member of the request; empty for the whole."}}},
        "CertificateLevel":{"type":"string","enum":["ADVANCED","QUALIFIED","QSCD"],"description":"The least that \#
        is wanted, in this order."},
        "VerificationCode":{"type":"object","required":["type","value"],"description":"To be shown beside the \#
        request: the phone shows the same.","properties":{
        "type":{"type":"string","enum":["alphaNumeric5","numeric4","alphaNumeric4"]},\#
        "value":{"type":"string","pattern":"^[0-9]{4,5}$"}}},
        "SignatureAlgorithm":{"type":"string","enum":["rsassa-pss","sha256WithRSAEncryption",\#
        "sha384WithRSAEncryption","sha512WithRSAEncryption","ecdsa-with-SHA256"],"description":"A preference; the \#
        answer is always ecdsa-with-SHA256."},
        "SignatureAlgorithmParameters":{"type":"object","required":["hashAlgorithm"],\#
        "properties":{"hashAlgorithm":{"const":"SHA-256","description":"Anything else: 400 \#
        UNSUPPORTED_HASH_ALGORITHM."}}},
        "Name":{"type":"string","minLength":1,"maxLength":120,"description":"It is signed as it was sent. No \#
        control, invisible or direction-changing characters, and something that shows."},
        "RequestProperties":{"type":"object","properties":{"shareMdClientIpAddress":{"type":"boolean",\#
        "description":"The result has deviceIpAddress, if the operator lets you have it; otherwise it has not."}}},
        "AuthenticationRequest":{"type":"object",
        "required":["relyingPartyUUID","relyingPartyName","signatureProtocol","signatureProtocolParameters",\#
        "interactions"],"properties":{
        "relyingPartyUUID":{"type":"string","format":"uuid"},"relyingPartyName":{"$ref":"#/components/schemas/Name"},
        "certificateLevel":{"$ref":"#/components/schemas/CertificateLevel"},"signatureProtocol":{"const":"ACSP_V2"},
        "signatureProtocolParameters":{"type":"object","required":["rpChallenge","signatureAlgorithm",\#
        "signatureAlgorithmParameters"],"properties":{
        "rpChallenge":{"type":"string","description":"Base64 of 32 to 64 random bytes.","contentEncoding":"base64",\#
        "minLength":44,"maxLength":88},
        "signatureAlgorithm":{"$ref":"#/components/schemas/SignatureAlgorithm"},
        "signatureAlgorithmParameters":{"$ref":"#/components/schemas/SignatureAlgorithmParameters"}}},
        "interactions":{"$ref":"#/components/schemas/Interactions"},
        "initialCallbackUrl":{"$ref":"#/components/schemas/CallbackURL"},
        "vcType":{"const":"numeric4","description":"Notification only: the code follows from rpChallenge, and the \#
        answer has none."},
        "requestProperties":{"$ref":"#/components/schemas/RequestProperties"},
        "capabilities":{"description":"Ignored."},"nonce":{"type":"string","minLength":1,"maxLength":30},
        "onBehalfOf":{"$ref":"#/components/schemas/OrganisationName"}}},
        "OrganisationName":{"type":"string","pattern":"^NTRMN-.","description":"NTRMN- and a register number: the \#
        organisation that the named citizen is to act for. Whether they may is checked now; it is no part of what is \#
        signed."},
        "Interactions":{"type":"string","contentEncoding":"base64","contentMediaType":"application/json",\#
        "minLength":4,"description":"Base64 of a JSON array in order of preference, each type \#
        once: {type:displayTextAndPIN, displayText60}, {type:confirmationMessage, displayText200}, and in \#
        notification flows {type:confirmationMessageAndVerificationCodeChoice, displayText200}. Lengths count \#
        characters."},
        "CallbackURL":{"type":"string","maxLength":1800,"pattern":"^https://[^|#\\s]+$","description":"https://,\#
         without fragment and without |. \#
        Needed for links on the same device. The phone opens it after the session with sessionSecretDigest and, \#
        for a log-in, userChallengeVerifier appended."},
        "SignatureRequest":{"type":"object",
        "required":["relyingPartyUUID","relyingPartyName","signatureProtocol","signatureProtocolParameters",\#
        "interactions"],"properties":{
        "relyingPartyUUID":{"type":"string","format":"uuid"},"relyingPartyName":{"$ref":"#/components/schemas/Name"},
        "certificateLevel":{"$ref":"#/components/schemas/CertificateLevel"},
        "signatureProtocol":{"const":"RAW_DIGEST_SIGNATURE"},
        "signatureProtocolParameters":{"type":"object","required":["digest","signatureAlgorithm",\#
        "signatureAlgorithmParameters"],"properties":{
        "digest":{"type":"string","description":"Base64 of 32 bytes.","contentEncoding":"base64","minLength":44,\#
        "maxLength":44},
        "signatureAlgorithm":{"$ref":"#/components/schemas/SignatureAlgorithm"},
        "signatureAlgorithmParameters":{"$ref":"#/components/schemas/SignatureAlgorithmParameters"}}},
        "interactions":{"$ref":"#/components/schemas/Interactions"},
        "initialCallbackUrl":{"$ref":"#/components/schemas/CallbackURL"},
        "requestProperties":{"$ref":"#/components/schemas/RequestProperties"},
        "capabilities":{"description":"Ignored."},"nonce":{"type":"string","minLength":1,"maxLength":30},
        "onBehalfOf":{"$ref":"#/components/schemas/OrganisationName"}}},
        "LinkedSignatureRequest":{"allOf":[{"$ref":"#/components/schemas/SignatureRequest"},{"type":"object",\#
        "required":["linkedSessionID"],"properties":{
        "linkedSessionID":{"type":"string","format":"uuid","description":"A choice of certificate that ended with \#
        OK with this document, while it is readable, and that no signature has followed yet."}}}]},
        "CertificateRequest":{"type":"object","required":["relyingPartyUUID","relyingPartyName"],"properties":{
        "relyingPartyUUID":{"type":"string","format":"uuid"},"relyingPartyName":{"$ref":"#/components/schemas/Name"},
        "certificateLevel":{"$ref":"#/components/schemas/CertificateLevel"}}},
        "CertificateChoiceRequest":{"type":"object","required":["relyingPartyUUID","relyingPartyName"],"properties":{
        "relyingPartyUUID":{"type":"string","format":"uuid"},"relyingPartyName":{"$ref":"#/components/schemas/Name"},
        "certificateLevel":{"$ref":"#/components/schemas/CertificateLevel"},
        "initialCallbackUrl":{"$ref":"#/components/schemas/CallbackURL"},
        "requestProperties":{"$ref":"#/components/schemas/RequestProperties"},
        "capabilities":{"description":"Ignored."},"nonce":{"type":"string","minLength":1,"maxLength":30}}},
        "OpenedSession":{"type":"object","required":["sessionID"],"properties":{"sessionID":{"type":"string",\#
        "format":"uuid"},
        "vc":{"$ref":"#/components/schemas/VerificationCode"}}},
        "OpenedLogInLink":{"type":"object","required":["sessionID","sessionToken","sessionSecret","deviceLinkBase",\#
        "vc"],"properties":{
        "sessionID":{"type":"string","format":"uuid"},"sessionToken":{"type":"string","pattern":"^[A-Za-z0-9_-]{24,}$"},
        "sessionSecret":{"type":"string","description":"Base64 of 32 bytes: stays in your back end."},
        "deviceLinkBase":{"type":"string","format":"uri"},"vc":{"type":"string","pattern":"^[0-9]{4,5}$"}}},
        "OpenedLink":{"type":"object","required":["sessionID","sessionToken","sessionSecret","deviceLinkBase"],\#
        "properties":{
        "sessionID":{"type":"string","format":"uuid"},"sessionToken":{"type":"string","pattern":"^[A-Za-z0-9_-]{24,}$"},
        "sessionSecret":{"type":"string"},"deviceLinkBase":{"type":"string","format":"uri"},
        "vc":{"$ref":"#/components/schemas/VerificationCode"}}},
        "EndResult":{"type":"string","enum":["OK","USER_REFUSED","TIMEOUT","DOCUMENT_UNUSABLE","WRONG_VC",\#
        "PROTOCOL_FAILURE","USER_REFUSED_INTERACTION","USER_REFUSED_CERT_CHOICE",\#
        "REQUIRED_INTERACTION_NOT_SUPPORTED_BY_APP","EXPECTED_LINKED_SESSION","SERVER_ERROR","ACCOUNT_UNUSABLE"],\#
        "description":"Treat anything but OK as a failure; more may come."},
        "Certificate":{"type":"object","required":["value","certificateLevel"],"properties":{
        "value":{"type":"string","description":"Base64 of the DER leaf."},\#
        "certificateLevel":{"$ref":"#/components/schemas/CertificateLevel"}}},
        "CertificateAnswer":{"type":"object","required":["state"],"properties":{
        "state":{"type":"string","enum":["OK","DOCUMENT_UNUSABLE"]},"cert":{"$ref":"#/components/schemas/Certificat\#
        e"}}},
        "SessionStatus":{"type":"object","required":["state"],"properties":{
        "state":{"type":"string","enum":["RUNNING","COMPLETE"]},
        "result":{"type":"object","required":["endResult"],"properties":{"endResult":{"$ref":"#/components/schemas/\#
        EndResult"},
        "documentNumber":{"type":"string","format":"uuid","description":"With OK: the phone that answered."},
        "details":{"type":"object","properties":{"interaction":{"type":"string"}},"description":"With \#
        USER_REFUSED_INTERACTION."}}},
        "signatureProtocol":{"type":"string","enum":["ACSP_V2","ACSP_V2_SPKI","RAW_DIGEST_SIGNATURE"]},\#
        "interactionTypeUsed":{"type":"string"},
        "signature":{"$ref":"#/components/schemas/Signature"},"cert":{"$ref":"#/components/schemas/Certificate"},
        "person":{"$ref":"#/components/schemas/Person"},
        "onBehalfOf":{"$ref":"#/components/schemas/OnBehalfOf"},
        "deviceIpAddress":{"type":"string","description":"Where the phone answered from, if asked for and allowed."}}},
        "Signature":{"type":"object","required":["value","flowType","signatureAlgorithm",\#
        "signatureAlgorithmParameters"],"properties":{
        "value":{"type":"string","description":"Base64 of the DER signature."},
        "serverRandom":{"type":"string","minLength":24,"description":"Log-in: field 3 of the payload."},
        "userChallenge":{"type":"string","pattern":"^[A-Za-z0-9_-]{43}$","description":"Log-in: base64url,\#
         43 characters; field 5 of the payload."},
        "flowType":{"type":"string","enum":["QR","Web2App","App2App","Notification"]},
        "initialCallbackUrl":{"type":"string","description":"Log-in: the callback that was signed; empty for QR \#
        and Notification."},
        "signatureAlgorithm":{"const":"ecdsa-with-SHA256"},
        "signatureAlgorithmParameters":{"$ref":"#/components/schemas/SignatureAlgorithmParameters"}}},
        "Person":{"type":"object","required":["givenName","surname","givenNameEn","surnameEn","civilId","regNo"],\#
        "properties":{
        "givenName":{"type":"string"},"surname":{"type":"string"},"givenNameEn":{"type":"string"},\#
        "surnameEn":{"type":"string"},
        "civilId":{"type":"string"},"regNo":{"type":"string"}}}
        """#
}
