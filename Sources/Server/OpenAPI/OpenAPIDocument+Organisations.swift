extension OpenAPIDocument {
    private static let organisationProblems = problems(400, 401, 403, 404, 409, 413, 415, 429, 471, 500, 503)

    /// Whom citizens may represent, and who may represent an organisation.
    static let organisations = #"""
        "/organization/representations/etsi/{person}":{"parameters":[{"$ref":"#/components/parameters/person"}],
        "get":{"tags":["organisations"],"operationId":"representations","security":[{"relyingParty":[]}],
        "summary":"Whom a citizen may represent now","description":"The citizen has logged in through you in the \#
        last 24 hours; else 403 RECENT_LOGIN_REQUIRED. This holds for every call about organisations.",
        "responses":{"200":{"$ref":"#/components/responses/representations"},
        \#(organisationProblems)}},
        "post":{"tags":["organisations"],"operationId":"linkOrganisation","security":[{"relyingParty":[]}],
        "summary":"Say what the state's register says of an organisation and this citizen","description":"Needs \#
        ORG_WRITE. The right counts at once, for a year; a repetition renews it.",
        "requestBody":{"required":true,"content":{"application/json":{\#
        "schema":{"$ref":"#/components/schemas/LinkRequest"},
        "example":{"orgRegister":"1234567","orgName":"Жишээ ХХК","affiliates":[{"regNo":"УХ00112233",\#
        "role":"Захирал","kind":"CEO"}]}}}},
        "responses":{"200":{"$ref":"#/components/responses/representations"},
        \#(organisationProblems)}}},
        "/organization/representations/etsi/{person}/{organisation}":{
        "parameters":[{"$ref":"#/components/parameters/person"},{"$ref":"#/components/parameters/organisation"}],
        "delete":{"tags":["organisations"],"operationId":"unlinkOrganisation","security":[{"relyingParty":[]}],
        "summary":"The citizen gives up the own right","description":"Needs ORG_WRITE.",
        "responses":{"200":{"$ref":"#/components/responses/representations"},
        \#(organisationProblems)}}},
        "/organization/name-latin/{organisation}/etsi/{person}":{
        "parameters":[{"$ref":"#/components/parameters/person"},{"$ref":"#/components/parameters/organisation"}],
        "put":{"tags":["organisations"],"operationId":"nameOrganisation","security":[{"relyingParty":[]}],
        "summary":"The organisation's Latin name","description":"Needs ORG_WRITE; the citizen is an ADMIN.",
        "requestBody":{"required":true,"content":{"application/json":{"schema":{"type":"object",\#
        "required":["nameLatin"],"properties":{"nameLatin":{"type":"string","minLength":1,"maxLength":200,\#
        "description":"Printable ASCII."}}}}}},
        "responses":{"200":{"$ref":"#/components/responses/representations"},
        \#(organisationProblems)}}},
        "/organization/signers/{organisation}/etsi/{person}":{
        "parameters":[{"$ref":"#/components/parameters/person"},{"$ref":"#/components/parameters/organisation"}],
        "get":{"tags":["organisations"],"operationId":"signers","security":[{"relyingParty":[]}],
        "summary":"Who acts for an organisation","description":"The citizen in the path does.",
        "responses":{"200":{"$ref":"#/components/responses/signers"},
        \#(organisationProblems)}},
        "post":{"tags":["organisations"],"operationId":"addSigner","security":[{"relyingParty":[]}],
        "summary":"Give somebody a right that they take over by a signature","description":"Needs ORG_WRITE; the \#
        citizen in the path is an ADMIN. The service asks the signer's phones at once, in a session of yours whose \#
        request is the service's own.",
        "requestBody":{"required":true,"content":{"application/json":{"schema":{"type":"object",\#
        "required":["signerRegNo"],"properties":{"signerRegNo":{"type":"string"},"role":{"type":"string",\#
        "maxLength":120}}}}}},
        "responses":{"200":{"$ref":"#/components/responses/signers"},
        \#(organisationProblems)}},
        "delete":{"tags":["organisations"],"operationId":"removeSigner","security":[{"relyingParty":[]}],
        "summary":"Take somebody's right away","description":"Needs ORG_WRITE. Everybody may end the own right; an \#
        ADMIN one of source MANUAL.",
        "parameters":[{"$ref":"#/components/parameters/signer"}],
        "responses":{"200":{"$ref":"#/components/responses/signers"},
        \#(organisationProblems)}}},
        "/organization/signers/{organisation}/etsi/{person}/resend":{
        "parameters":[{"$ref":"#/components/parameters/person"},{"$ref":"#/components/parameters/organisation"}],
        "post":{"tags":["organisations"],"operationId":"askSignerAgain","security":[{"relyingParty":[]}],
        "summary":"Ask a signer again who has not confirmed","description":"Needs ORG_WRITE. The question before is \#
        withdrawn.",
        "parameters":[{"$ref":"#/components/parameters/signer"}],
        "responses":{"200":{"$ref":"#/components/responses/signers"},
        \#(organisationProblems)}}}
        """#

    /// Members of `parameters`.
    static let organisationParameters = #"""
        "organisation":{"name":"organisation","in":"path","required":true,"description":"A register number, with \#
        NTRMN- or without.","schema":{"type":"string"},"example":"NTRMN-1234567"},
        "signer":{"name":"signer","in":"query","required":true,"description":"A register number.",\#
        "schema":{"type":"string"}}
        """#

    /// Members of `responses`.
    static let organisationAnswers = #"""
        "representations":{"description":"Whom the citizen may represent now",\#
        "content":{"application/json":{"schema":{"$ref":"#/components/schemas/Representations"}}}},
        "signers":{"description":"Who acts for the organisation, and who is asked to",\#
        "content":{"application/json":{"schema":{"$ref":"#/components/schemas/Signers"}}}}
        """#

    static let organisationSchemas = #"""
        "RightType":{"type":"string","enum":["ADMIN","MANAGER"],"description":"An ADMIN also says who else acts."},
        "RightSource":{"type":"string","enum":["REGISTRY","MANUAL"]},
        "LinkRequest":{"type":"object","required":["orgRegister","orgName","affiliates"],"properties":{
        "orgRegister":{"type":"string"},"orgName":{"type":"string","minLength":1,"maxLength":200},
        "orgNameEn":{"type":["string","null"],"minLength":1,"maxLength":200,"description":"Printable ASCII."},
        "affiliates":{"type":"array","minItems":1,"maxItems":200,"items":{"type":"object","required":["regNo"],\#
        "properties":{"regNo":{"type":"string"},"role":{"type":"string","maxLength":120},\#
        "kind":{"type":"string","enum":["CEO","FOUNDER","STAKEHOLDER"],"description":"CEO and FOUNDER become ADMIN, \#
        everybody else MANAGER."}}}}}},
        "Representations":{"type":"object","required":["personEtsi","representations"],"properties":{
        "personEtsi":{"type":"string"},"representations":{"type":"array","items":{"type":"object",\#
        "required":["orgEtsi","orgRegister","orgName","rightType","source","validFrom"],"properties":{
        "orgEtsi":{"type":"string"},"orgRegister":{"type":"string"},"orgName":{"type":"string"},\#
        "orgNameEn":{"type":"string"},"role":{"type":"string"},
        "rightType":{"$ref":"#/components/schemas/RightType"},"source":{"$ref":"#/components/schemas/RightSource"},
        "validFrom":{"type":"string","format":"date-time"},"validTo":{"type":"string","format":"date-time"}}}}}},
        "Signers":{"type":"object","required":["signers","pendingConfirmation"],"properties":{
        "signers":{"type":"array","items":{"type":"object","required":["personEtsi","regNo","name","nameEn",\#
        "rightType","status","source","self"],"properties":{
        "personEtsi":{"type":"string"},"regNo":{"type":"string"},"name":{"type":"string"},\#
        "nameEn":{"type":"string"},"role":{"type":"string"},
        "rightType":{"$ref":"#/components/schemas/RightType"},\#
        "status":{"type":"string","enum":["ACTIVE","PENDING"]},
        "source":{"$ref":"#/components/schemas/RightSource"},"self":{"type":"boolean"}}}},
        "pendingConfirmation":{"description":"Null, or the newest question that runs: orgRegister, orgName, \#
        signerEtsi, signerRegNo, sessionId."}}},
        "OnBehalfOf":{"type":"object","required":["orgEtsi","orgName"],"properties":{
        "orgEtsi":{"type":"string"},"orgName":{"type":"string"},"role":{"type":"string"},
        "rightType":{"$ref":"#/components/schemas/RightType"}}}
        """#
}
