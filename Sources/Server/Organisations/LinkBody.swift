import Wire

/// `POST /organization/representations/…`: what the register says of an organisation.
struct LinkBody: Sendable, Equatable {
    let organisation: OrganisationIdentifier
    let name: String
    let nameLatin: String?
    let affiliates: [Affiliate]

    init(_ body: JSONFields) throws(FieldError) {
        let text = try body.string("orgRegister", maxCharacters: 64)
        guard let organisation = OrganisationIdentifier(text) else {
            throw body.error("orgRegister", expected: OrganisationIdentifier.rule)
        }
        self.organisation = organisation
        name = try OrganisationText.required(body, "orgName", Limits.organisationNameCharacters)
        nameLatin = try OrganisationText.latin(body, "orgNameEn")
        var affiliates: [Affiliate] = []
        for element in try body.array("affiliates", count: 1...Limits.affiliates) {
            affiliates.append(try Affiliate(element.object()))
        }
        self.affiliates = affiliates
    }
}
