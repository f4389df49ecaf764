import Wire

extension PhoneClient {
    /// The id of the installation.
    /// - Throws: besides, `PAIRING_SERVICE` for a server of another kind
    func pairingService() throws(PhoneError) -> String {
        let answer = try get("/v3/pairing")
        return try PhoneError.reading("PAIRING_SERVICE") { () throws(FieldError) in
            _ = try answer.oneOf("protocol", ["tamga"])
            _ = try answer.oneOf("version", ["1.0"])
            return try answer.uuid("serviceId")
        }
    }

    /// A code for a token of this phone's own.
    func pairingClaim(_ body: [UInt8]) throws(PhoneError) -> JSONFields { try post("/v3/pairing/claim", body) }

    /// Whether the installation still trusts this phone.
    /// - Returns: the phone's id there
    public func pairingStatus(_ pairing: Pairing) throws(PhoneError) -> String {
        let headers: HTTPHeaders = ["X-Pairing-Token": pairing.token]
        let answer = try Self.fields(
            exchange(PhoneRequest(method: "GET", path: "/v3/pairing/status", headers: headers)))
        return try PhoneError.reading("RESPONSE_ENCODING") { () throws(FieldError) in
            guard try answer.uuid("serviceId") == pairing.serviceId else {
                throw answer.error("serviceId", expected: "the installation that was paired")
            }
            return try answer.uuid("deviceId")
        }
    }
}
