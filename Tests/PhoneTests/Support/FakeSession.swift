import Crypto
import Wire

/// One session of the fake server, as the phone reads it.
struct FakeSession: Sendable {
    var id: String
    var flow = "SIGNATURE"
    var slot = "SIGN"
    var signatureProtocol = "RAW_DIGEST_SIGNATURE"
    var digest: [UInt8]?
    var rpChallenge: String?
    var flowType = "Notification"
    var callback = ""
    var interactions = FakeSession.interactions("displayTextAndPIN")
    var endResult: String?
    var signature: [UInt8]?
    /// m of the last commit, and what the phone said in it.
    var signedDigest: [UInt8]?
    var userChallenge: String?
    var confirmVc: String?

    static let serverRandom = "gIGCg4SFhoeIiYqLjI2Oj5CRkpOUlZaX"

    static func signature(_ id: String, text: String = "a document") -> FakeSession {
        FakeSession(id: id, digest: SHA256.hash(Array(text.utf8)))
    }

    static func login(_ id: String, scheme: String = "ACSP_V2") -> FakeSession {
        FakeSession(
            id: id, flow: "AUTHENTICATION", slot: "AUTH", signatureProtocol: scheme,
            rpChallenge: Base64.encode(Array(0..<64)))
    }

    static func interactions(_ types: String...) -> String {
        let items = types.map { type in
            let member = type == "displayTextAndPIN" ? "displayText60" : "displayText200"
            return "{\"type\":\"\(type)\",\"\(member)\":\"Нэвтрэх\"}"
        }
        return Base64.encode(Array("[\(items.joined(separator: ","))]".utf8))
    }

    var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { w in
            w.member("sessionId", id)
            w.member("flow", flow)
            w.member("slot", slot)
            w.member("signatureProtocol", signatureProtocol)
            w.member("schemeName", "smart-id")
            w.member("relyingPartyName", "Дэмо банк")
            w.member("relyingPartyRegisteredName", "Demo Bank")
            w.member("brokeredRpName", "")
            w.member("interactions", interactions)
            w.memberIfPresent("rpChallenge", rpChallenge)
            w.memberIfPresent("digest", base64: digest)
            if digest != nil { w.member("hashType", "SHA-256") }
            w.member("serverRandom", Self.serverRandom)
            w.member("flowType", flowType)
            w.member("initialCallbackUrl", callback)
            w.member("sessionSecretDigest", "U4CKK13H1XFiyBofev9asqrzIrY5_Gszi_nL_zDKkBc")
            w.memberObject("vc") { w in
                w.member("type", "alphaNumeric5")
                w.member("value", "04821")
            }
            w.member("expiresAt", "2030-01-01T00:00:00Z")
        }
        return writer.bytes
    }

    /// m as the server computes it, from its own data and the phone's commit.
    func message(_ key: FakeKey, interaction: String, userChallenge: String?) throws(CryptoError) -> [UInt8] {
        switch signatureProtocol {
        case "ACSP_V2":
            return try ACSPV2Message(
                schemeName: "smart-id", serverRandom: Self.serverRandom, rpChallenge: rpChallenge ?? "",
                userChallenge: userChallenge ?? "", relyingPartyName: "Дэмо банк", brokeredRpName: "",
                interactions: interactions, interactionTypeUsed: interaction, initialCallbackURL: callback,
                flowType: flowType
            ).digest()
        case "ACSP_V2_SPKI":
            return try ACSPV2SPKIMessage(
                rpChallenge: Base64.decode(rpChallenge ?? "") ?? [], spki: SPKI.p256Prefix + key.record.Q.encoding
            ).digest()
        default: return digest ?? []
        }
    }
}
