extension OpenAPIDocument {
    /// The bodies of the platform's older clients.
    static let flatSchemas = #"""
        "FlatInteractions":{"type":"array","minItems":1,"maxItems":3,"description":"The objects themselves, in order \#
        of preference; their bytes as they stand in the body are hashed.","items":{"type":"object",\#
        "required":["type"],"properties":{"type":{"type":"string"},"displayText60":{"type":"string"},\#
        "displayText200":{"type":"string"}}}},
        "FlatAuthenticationRequest":{"type":"object","description":"From relying parties that the operator lets send \#
        flat bodies. The code has four digits (alphaNumeric4), and the message is the older one (ACSP_V2_SPKI).",\#
        "required":["relyingPartyUUID","relyingPartyName","signatureProtocol","rpChallenge","interactions"],
        "properties":{"relyingPartyUUID":{"type":"string","format":"uuid"},
        "relyingPartyName":{"type":"string","minLength":1,"maxLength":120},
        "certificateLevel":{"$ref":"#/components/schemas/CertificateLevel"},"signatureProtocol":{"const":"ACSP_V2"},
        "rpChallenge":{"type":"string","description":"Base64 of 32 to 64 random bytes.","minLength":44,\#
        "maxLength":88},"interactions":{"$ref":"#/components/schemas/FlatInteractions"},
        "initialCallbackUrl":{"$ref":"#/components/schemas/CallbackURL"},
        "rp_app":{"description":"Ignored."},"rp_app_url":{"description":"Ignored."},
        "onBehalfOf":{"$ref":"#/components/schemas/OrganisationName"}}},
        "FlatSignatureRequest":{"type":"object","description":"From relying parties that the operator lets send flat \#
        bodies. Named ACSP_V2 although it is a signature of a digest.",\#
        "required":["relyingPartyUUID","relyingPartyName","signatureProtocol","digest","interactions"],
        "properties":{"relyingPartyUUID":{"type":"string","format":"uuid"},
        "relyingPartyName":{"type":"string","minLength":1,"maxLength":120},
        "certificateLevel":{"$ref":"#/components/schemas/CertificateLevel"},"signatureProtocol":{"const":"ACSP_V2"},
        "digest":{"type":"string","description":"Base64 of 32 bytes."},
        "hashType":{"type":"string","enum":["SHA256","SHA-256"]},
        "interactions":{"$ref":"#/components/schemas/FlatInteractions"},
        "initialCallbackUrl":{"$ref":"#/components/schemas/CallbackURL"},
        "onBehalfOf":{"$ref":"#/components/schemas/OrganisationName"}}}
        """#
}
