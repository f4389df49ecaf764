/// What an operator decides about one relying party.
public struct RelyingPartySettings: Sendable, Equatable {
    /// How verification codes are made for it, such as "numeric4".
    public var vcFormat: String
    /// Whether it may send the flat bodies of the older clients.
    public var acceptsFlatBodies: Bool
    /// Names of what it may do, such as "SIGN".
    public var rights: [String]
    /// What it may call itself beside its registered name; empty: anything.
    public var names: [String]
    /// CIDR blocks that it may call from, as text; empty: from anywhere.
    public var addresses: [String]
    /// Whether its address and UUID are enough, without a secret. Needs `addresses`.
    public var allowsAddressAuth: Bool
    /// SHA-256 of the client certificate that it must show; nil: none.
    public var certificateHash: [UInt8]?
    /// Running sessions for one citizen; nil: as many as every party may have.
    public var openSessions: Int?
    /// Sessions a minute; nil: as many as every party may have.
    public var sessionsPerMinute: Int?

    public init(
        vcFormat: String = "alphaNumeric5", acceptsFlatBodies: Bool = false, rights: [String] = ["SIGN"],
        names: [String] = [], addresses: [String] = [], allowsAddressAuth: Bool = false,
        certificateHash: [UInt8]? = nil, openSessions: Int? = nil, sessionsPerMinute: Int? = nil
    ) {
        self.vcFormat = vcFormat
        self.acceptsFlatBodies = acceptsFlatBodies
        self.rights = rights
        self.names = names
        self.addresses = addresses
        self.allowsAddressAuth = allowsAddressAuth
        self.certificateHash = certificateHash
        self.openSessions = openSessions
        self.sessionsPerMinute = sessionsPerMinute
    }

    /// Lists travel as lines: none of their elements holds a line break.
    static let columns: SQL = """
        p.vc_format, p.accepts_flat, array_to_string(p.rights, E'\\n'), array_to_string(p.names, E'\\n'),
        array_to_string(p.addresses, E'\\n'), p.allows_address_auth, p.certificate_hash, p.open_sessions,
        p.sessions_per_minute
        """

    init(_ row: inout RowReader) throws(StorageError) {
        vcFormat = try row.text()
        acceptsFlatBodies = try row.bool()
        rights = try row.lines()
        names = try row.lines()
        addresses = try row.lines()
        allowsAddressAuth = try row.bool()
        certificateHash = try row.optionalBytes()
        openSessions = try row.optionalInt64().map { Int($0) }
        sessionsPerMinute = try row.optionalInt64().map { Int($0) }
    }

    /// In the order of `columns`.
    var parameters: [Parameter] {
        [
            .text(vcFormat), .bool(acceptsFlatBodies), .texts(rights), .texts(names), .texts(addresses),
            .bool(allowsAddressAuth), .bytes(certificateHash), .int(openSessions.map { Int64($0) }),
            .int(sessionsPerMinute.map { Int64($0) }),
        ]
    }

    /// Every member as text, for the audit.
    private var texts: [String: String] {
        [
            "vcFormat": vcFormat, "flatBodies": String(acceptsFlatBodies), "rights": rights.joined(separator: " "),
            "names": names.joined(separator: " | "), "addresses": addresses.joined(separator: " "),
            "addressAuth": String(allowsAddressAuth), "certificate": certificateHash.map { Hex.text($0) } ?? "",
            "openSessions": openSessions.map { String($0) } ?? "",
            "sessionsPerMinute": sessionsPerMinute.map { String($0) } ?? "",
        ]
    }

    /// The new values of what differs from `former`, by name.
    func changes(from former: RelyingPartySettings) -> [String: String] {
        let before = former.texts
        return texts.filter { before[$0.key] != $0.value }
    }
}

extension RowReader {
    /// A list that was joined by line breaks.
    fileprivate mutating func lines() throws(StorageError) -> [String] {
        try text().split(separator: "\n").map(String.init)
    }
}
