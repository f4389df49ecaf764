import Crypto
import Wire

/// Reads the flat bodies of the platform's older clients (rp-api.md §3.6), from parties that the operator allows them:
/// challenge or digest at the top, interactions as an array, SHA-256 unsaid.
///
/// What comes out is an ordinary request, except that a log-in signs the older message: the challenge and the key
/// (`ACSP_V2_SPKI`). Those clients never verified it; they read the person.
enum FlatRequestDecoder {
    /// Whether a body is of this dialect.
    static func isFlat(_ body: JSONFields) -> Bool {
        body.object["rpChallenge"] != nil || body.object["digest"] != nil || body.object["interactions"]?.array != nil
    }

    /// - Parameter raw: the body's bytes: the array of interactions is hashed as it was sent
    static func decode(
        _ body: JSONFields, raw: [UInt8], for start: SessionStart
    ) throws(FieldError) -> SessionRequest {
        let uuid = try SessionRequestDecoder.relyingPartyUUID(body)
        let name = try SessionRequestDecoder.relyingPartyName(body)
        let level = try SessionRequestDecoder.certificateLevel(body)
        _ = try body.oneOf("signatureProtocol", ["ACSP_V2"])
        let content = try content(body, start)
        let interactions = try interactions(body, raw, start)
        let callback = try SessionRequestDecoder.callback(body)
        let wantsDeviceAddress = try SessionRequestDecoder.checkOthers(body)
        var request = SessionRequest(
            relyingPartyUUID: uuid, relyingPartyName: name, certificateLevel: level, content: content,
            interactions: interactions, initialCallbackUrl: callback, derivesCode: false, isFlat: true)
        request.organisation = try SessionRequestDecoder.organisation(body, start)
        request.wantsDeviceAddress = wantsDeviceAddress
        return request
    }

    private static func content(
        _ body: JSONFields, _ start: SessionStart
    ) throws(FieldError) -> SessionRequest.Content {
        guard start.flow == .signature else {
            return .keyBoundAuthentication(rpChallenge: try SessionRequestDecoder.challenge(body))
        }
        if let type = try body.optionalString("hashType"), !["SHA256", "SHA-256"].contains(type) {
            throw body.error("hashType", Code.unsupportedHashAlgorithm.rawValue, expected: "SHA256")
        }
        return .signature(digest: try body.base64("digest", bytes: SHA256.byteCount))
    }

    /// The array as it came, in the form in which it is kept everywhere else: Base64 of its bytes.
    private static func interactions(
        _ body: JSONFields, _ raw: [UInt8], _ start: SessionStart
    ) throws(FieldError) -> Interactions {
        _ = try body.array("interactions", count: 1...InteractionType.allCases.count)
        guard let bytes = RawMember.bytes("interactions", of: raw) else {
            throw body.error("interactions", expected: "array")
        }
        let text = JSONElement(.string(Base64.encode(Array(bytes))), pointer: "/interactions")
        return try SessionRequestDecoder.interactions(text, start)
    }
}
