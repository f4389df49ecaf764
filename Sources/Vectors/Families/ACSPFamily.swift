import Crypto
import Wire

/// ACSP_V2 and ACSP_V2_SPKI (wire appendix §9): what the authentication key signs.
enum ACSPFamily: VectorFamily {
    static let name = "acsp"
    static let explanation = "The fields of a log-in, the bytes that they make, and their digest."

    static func recompute(_ vector: VectorNode, seed: String) throws(CryptoError) {
        let payload = try payload(vector)
        try vector["preimage"].equals(payload)
        try vector["digest"].equals(SHA256.hash(payload))
        try vector.optional("sha512")?.equals(SHA512.hash(payload))
        if let other = vector.optional("asApp2App") {
            // What the same fields would sign where the callback counts: in their own flow it does not.
            try other.equals(message(vector["fields"], flowType: "App2App").digest())
        }
        if let verifier = vector.optional("userChallengeVerifier") {
            let challenge = Base64URL.encode(SHA256.hash(Array(try verifier.text().utf8)))
            try vector["fields"]["userChallenge"].equals(text: challenge)
        }
    }

    static func receive(_ vector: VectorNode, step: String) throws(CryptoError) {
        let computed = SHA256.hash(try payload(vector))
        guard let digest = vector.optional("digest") else { return }
        guard try digest.bytes() == computed else { throw CryptoError("ACSP_DIGEST_MISMATCH") }
    }

    private static func payload(_ vector: VectorNode) throws(CryptoError) -> [UInt8] {
        let kind = try vector["kind"], fields = try vector["fields"]
        switch try kind.text() {
        case "ACSP_V2":
            return try message(fields).payload()
        case "ACSP_V2_SPKI":
            return try bound(fields).payload()
        default: throw kind.malformed("ACSP_V2 or ACSP_V2_SPKI")
        }
    }

    static func bound(_ fields: VectorNode) throws(CryptoError) -> ACSPV2SPKIMessage {
        guard let challenge = Base64.decode(try fields["rpChallenge"].text()) else {
            throw try fields["rpChallenge"].malformed("canonical Base64")
        }
        return ACSPV2SPKIMessage(rpChallenge: challenge, spki: try fields["spki"].bytes())
    }

    static func message(_ fields: VectorNode, flowType: String? = nil) throws(CryptoError) -> ACSPV2Message {
        let own = try fields["flowType"].text()
        return ACSPV2Message(
            schemeName: try fields["schemeName"].text(), serverRandom: try fields["serverRandom"].text(),
            rpChallenge: try fields["rpChallenge"].text(), userChallenge: try fields["userChallenge"].text(),
            relyingPartyName: try fields["relyingPartyName"].text(),
            brokeredRpName: try fields["brokeredRpName"].text(), interactions: try fields["interactions"].text(),
            interactionTypeUsed: try fields["interactionTypeUsed"].text(),
            initialCallbackURL: try fields["initialCallbackUrl"].text(), flowType: flowType ?? own)
    }
}
