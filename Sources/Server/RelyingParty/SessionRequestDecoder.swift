import Crypto
import Wire

/// Reads the bodies of rp-api.md §3.1, §3.3 and §3.4. Every rule has its own pointer; unknown members are ignored.
enum SessionRequestDecoder {
    /// Names of `signatureAlgorithm` that clients use. It is a preference: the answer is always ECDSA (§5.3).
    static let signatureAlgorithms = [
        "rsassa-pss", "sha256WithRSAEncryption", "sha384WithRSAEncryption", "sha512WithRSAEncryption",
        "ecdsa-with-SHA256",
    ]

    static func decode(_ body: JSONFields, for start: SessionStart) throws(FieldError) -> SessionRequest {
        let uuid = try relyingPartyUUID(body)
        let name = try relyingPartyName(body)
        let level = try certificateLevel(body)
        let content = try content(body, start.flow)
        let interactions = try interactions(body, start)
        let callback = try callback(body)
        // Only the client of a pushed log-in computes the code by itself; every other one is the server's own.
        let mayDerive = start.flow == .authentication && start.channel == .notification
        let codeType = mayDerive ? try body.optionalOneOf("vcType", ["numeric4"]) : nil
        let linked = start.addressing == .linked ? try body.string("linkedSessionID", maxCharacters: 64) : nil
        let wantsDeviceAddress = try checkOthers(body)
        var request = SessionRequest(
            relyingPartyUUID: uuid, relyingPartyName: name, certificateLevel: level, content: content,
            interactions: interactions, initialCallbackUrl: callback, derivesCode: codeType != nil,
            linkedSessionID: linked)
        request.organisation = try organisation(body, start)
        request.wantsDeviceAddress = wantsDeviceAddress
        return request
    }

    /// In either case: clients copy it from anywhere.
    static func relyingPartyUUID(_ body: JSONFields) throws(FieldError) -> String {
        let text = try body.string("relyingPartyUUID").lowercased()
        guard UUIDText.isValid(text) else { throw body.error("relyingPartyUUID", expected: "UUID") }
        return text
    }

    /// Free text, but only such as shows: it is what the citizen is told about who asks.
    static func relyingPartyName(_ body: JSONFields) throws(FieldError) -> String {
        let name = try body.string("relyingPartyName", characters: 1...Limits.relyingPartyNameCharacters)
        guard DisplayText.isValid(name) else { throw body.error("relyingPartyName", expected: DisplayText.rule) }
        return name
    }

    static func certificateLevel(_ body: JSONFields) throws(FieldError) -> CertificateLevel {
        let choices = CertificateLevel.allCases.map(\.rawValue)
        guard let text = try body.optionalOneOf("certificateLevel", choices) else { return .qualified }
        return CertificateLevel(rawValue: text) ?? .qualified
    }

    private static func content(
        _ body: JSONFields, _ flow: SessionFlow
    ) throws(FieldError) -> SessionRequest.Content {
        guard flow != .certificateChoice else { return .certificateChoice }
        let isAuthentication = flow == .authentication
        _ = try body.oneOf("signatureProtocol", [isAuthentication ? "ACSP_V2" : "RAW_DIGEST_SIGNATURE"])
        let parameters = try body.object("signatureProtocolParameters")
        // The algorithms first: a digest of another hash is then called by its real name, not by its length.
        try checkAlgorithms(parameters)
        guard isAuthentication else {
            return .signature(digest: try parameters.base64("digest", bytes: SHA256.byteCount))
        }
        return .authentication(rpChallenge: try challenge(parameters))
    }

    /// The text of 32 to 64 bytes.
    static func challenge(_ parameters: JSONFields) throws(FieldError) -> String {
        let challenge = try parameters.string("rpChallenge", characters: Limits.challengeCharacters)
        let bytes = try parameters.base64("rpChallenge", max: 64)
        guard bytes.count >= 32 else {
            throw parameters.error("rpChallenge", FieldError.Code.length, expected: "32 to 64 bytes")
        }
        return challenge
    }

    /// A choice of certificate shows the relying party's name and nothing else.
    private static func interactions(_ body: JSONFields, _ start: SessionStart) throws(FieldError) -> Interactions? {
        guard start.flow != .certificateChoice else { return nil }
        return try interactions(body.required("interactions", expected: "Base64 string"), start)
    }

    static func interactions(_ element: JSONElement, _ start: SessionStart) throws(FieldError) -> Interactions {
        let interactions = try Interactions(element)
        let choice = InteractionType.confirmationMessageAndVerificationCodeChoice
        guard start.offersCodeChoice || !interactions.items.contains(where: { $0.type == choice }) else {
            throw element.error(Code.interactionNotAllowed.rawValue, expected: "no \(choice.rawValue) in this flow")
        }
        return interactions
    }

    /// SHA-256 only: a P-256 signature over another hash would be one that no validator accepts (§5.3), so the error
    /// comes now rather than as a useless signature later.
    private static func checkAlgorithms(_ parameters: JSONFields) throws(FieldError) {
        _ = try parameters.oneOf("signatureAlgorithm", signatureAlgorithms)
        let details = try parameters.object("signatureAlgorithmParameters")
        guard try details.string("hashAlgorithm").utf8.elementsEqual("SHA-256".utf8) else {
            throw details.error("hashAlgorithm", Code.unsupportedHashAlgorithm.rawValue, expected: "SHA-256")
        }
    }

    /// `https://` and something after it, without fragment (the app appends a query) and without `|`, which separates
    /// the fields of the signed payload (wire-appendix.md §10).
    static func callback(_ body: JSONFields) throws(FieldError) -> String? {
        let field = "initialCallbackUrl"
        guard let url = try body.optionalString(field, maxCharacters: Limits.callbackCharacters) else { return nil }
        guard !url.utf8.contains(0x7C) else {
            throw body.error(field, Code.acspField.rawValue, expected: "no |")
        }
        let scheme = "https://"
        guard url.utf8.starts(with: scheme.utf8), url.utf8.count > scheme.utf8.count, !url.utf8.contains(0x23),
            !url.unicodeScalars.contains(where: { isControl($0) || $0 == " " })
        else { throw body.error(field, expected: "an https:// URL without fragment, blanks and |") }
        return url
    }

    /// `nonce`, which changes nothing but has a rule.
    /// - Returns: `shareMdClientIpAddress`
    static func checkOthers(_ body: JSONFields) throws(FieldError) -> Bool {
        _ = try body.optional("nonce")?.string(characters: Limits.nonceCharacters)
        return try body.optionalObject("requestProperties")?.optionalBool("shareMdClientIpAddress") ?? false
    }

    /// On whose behalf the citizen is to act; a choice of certificate does not ask. Whom somebody represents cannot be
    /// asked before it is known who they are.
    static func organisation(
        _ body: JSONFields, _ start: SessionStart
    ) throws(FieldError) -> OrganisationIdentifier? {
        guard start.flow != .certificateChoice, body.optional("onBehalfOf") != nil else { return nil }
        let organisation = try OrganisationIdentifier(onBehalfOf: body)
        guard start.addressing != .anonymous else {
            throw body.error("onBehalfOf", Code.signerUnidentified.rawValue, expected: "a session that names a person")
        }
        return organisation
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
    }
}
