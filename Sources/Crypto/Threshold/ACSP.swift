import COpenSSL

/// The ACSP_V2 message: what the authentication key signs in a log-in (wire appendix §9, rp-api §5.1).
///
/// Eleven fields joined by `|`. Names and interactions enter as Base64, the others as they are: a separator in one of
/// them would let two different log-ins have one payload, so it is refused here, on both sides.
public struct ACSPV2Message: Sendable, Equatable {
    public let schemeName: String
    /// Base64 text, as returned to the relying party.
    public let serverRandom: String
    /// Base64 text, as sent by the relying party.
    public let rpChallenge: String
    /// base64url text of 43 characters, as returned to the relying party.
    public let userChallenge: String
    public let relyingPartyName: String
    /// Empty when there is none.
    public let brokeredRpName: String
    /// The Base64 text of the interactions: its bytes are hashed, not the decoded JSON.
    public let interactions: String
    public let interactionTypeUsed: String
    /// Signed only in the flows Web2App and App2App.
    public let initialCallbackURL: String
    /// One of `flowTypes`.
    public let flowType: String

    public static let flowTypes = ["QR", "Web2App", "App2App", "Notification"]

    public init(
        schemeName: String, serverRandom: String, rpChallenge: String, userChallenge: String, relyingPartyName: String,
        brokeredRpName: String, interactions: String, interactionTypeUsed: String, initialCallbackURL: String,
        flowType: String
    ) {
        self.schemeName = schemeName
        self.serverRandom = serverRandom
        self.rpChallenge = rpChallenge
        self.userChallenge = userChallenge
        self.relyingPartyName = relyingPartyName
        self.brokeredRpName = brokeredRpName
        self.interactions = interactions
        self.interactionTypeUsed = interactionTypeUsed
        self.initialCallbackURL = initialCallbackURL
        self.flowType = flowType
    }

    /// The UTF-8 bytes that are hashed.
    /// - Throws: `ACSP_FLOW_TYPE`, `ACSP_USER_CHALLENGE`; `ACSP_FIELD` when a raw field is empty or holds `|`.
    public func payload() throws(CryptoError) -> [UInt8] {
        guard holds("ACSP_FLOW_TYPE", Self.flowTypes.contains(where: { $0.utf8.elementsEqual(flowType.utf8) })) else {
            throw CryptoError("ACSP_FLOW_TYPE", "flowType is one of \(Self.flowTypes.joined(separator: ", "))")
        }
        guard holds("ACSP_USER_CHALLENGE/length", userChallenge.utf8.count == 43),
            holds("ACSP_USER_CHALLENGE/alphabet", userChallenge.utf8.allSatisfy(Self.isBase64URL))
        else {
            throw CryptoError("ACSP_USER_CHALLENGE", "userChallenge is 43 characters of base64url")
        }
        for field in [schemeName, serverRandom, rpChallenge, interactionTypeUsed] {
            guard holds("ACSP_FIELD/empty", !field.isEmpty) else {
                throw CryptoError("ACSP_FIELD", "a field that enters raw is empty")
            }
        }
        let callback = flowType == "Web2App" || flowType == "App2App" ? initialCallbackURL : ""
        let raw = [schemeName, serverRandom, rpChallenge, interactionTypeUsed, callback]
        guard holds("ACSP_FIELD/separator", !raw.contains(where: { $0.utf8.contains(UInt8(ascii: "|")) })) else {
            throw CryptoError("ACSP_FIELD", "a field that enters raw holds the separator")
        }
        let fields: [[UInt8]] = [
            Array(schemeName.utf8), Array("ACSP_V2".utf8), Array(serverRandom.utf8), Array(rpChallenge.utf8),
            Array(userChallenge.utf8), Self.base64(Array(relyingPartyName.utf8)),
            Self.base64(Array(brokeredRpName.utf8)),
            Self.base64(SHA256.hash(Array(interactions.utf8))), Array(interactionTypeUsed.utf8), Array(callback.utf8),
            Array(flowType.utf8),
        ]
        return Array(fields.joined(separator: [UInt8(ascii: "|")]))
    }

    /// m = SHA-256(payload), 32 bytes.
    /// - Throws: as `payload()`.
    public func digest() throws(CryptoError) -> [UInt8] { SHA256.hash(try payload()) }

    private static func isBase64URL(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private static func base64(_ bytes: [UInt8]) -> [UInt8] {
        // One byte more than the text: OpenSSL ends it with a zero.
        var out = [UInt8](repeating: 0, count: (bytes.count + 2) / 3 * 4 + 1)
        let written = EVP_EncodeBlock(&out, bytes, Int32(bytes.count))
        return Array(out.prefix(Int(written)))
    }
}

/// The ACSP_V2_SPKI message: a log-in bound to the certificate's key instead of to names (wire appendix §9).
public struct ACSPV2SPKIMessage: Sendable, Equatable {
    /// Decoded from the Base64 text that the relying party sent.
    public let rpChallenge: [UInt8]
    /// SubjectPublicKeyInfo of the signing key, 91 bytes of DER.
    public let spki: [UInt8]

    public init(rpChallenge: [UInt8], spki: [UInt8]) {
        self.rpChallenge = rpChallenge
        self.spki = spki
    }

    /// "ACSP_V2" 00 rpChallenge 00 spki. The last part has a fixed length, so the parts are unambiguous.
    /// - Throws: `ACSP_FIELD` for an empty challenge or anything but an uncompressed P-256 key.
    public func payload() throws(CryptoError) -> [UInt8] {
        guard holds("ACSP_FIELD/challenge", !rpChallenge.isEmpty) else {
            throw CryptoError("ACSP_FIELD", "rpChallenge is empty")
        }
        guard holds("ACSP_FIELD/length", spki.count == SPKI.p256Prefix.count + Point.byteCount),
            holds("ACSP_FIELD/prefix", spki.starts(with: SPKI.p256Prefix))
        else {
            throw CryptoError("ACSP_FIELD", "not the SubjectPublicKeyInfo of an uncompressed P-256 point")
        }
        return Array("ACSP_V2".utf8) + [0] + rpChallenge + [0] + spki
    }

    /// m = SHA-256(payload), 32 bytes.
    /// - Throws: as `payload()`.
    public func digest() throws(CryptoError) -> [UInt8] { SHA256.hash(try payload()) }
}
