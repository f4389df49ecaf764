extension Limits {
    // MARK: Organisations (rp-api.md §10)

    /// Characters of an organisation's name.
    public static let organisationNameCharacters = 200
    /// Characters of what somebody is in an organisation.
    public static let roleCharacters = 120
    /// Persons whom the register names with one organisation, in one request.
    public static let affiliates = 200
    /// How long the register's word counts: it ages, and to say it again costs one request.
    public static let representationDays = 365
}
