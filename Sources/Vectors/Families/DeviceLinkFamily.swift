import Crypto
import Wire

/// Device links of version 1.0 (rp-api.md §6): what a relying party computes and what a service demands.
enum DeviceLinkFamily: VectorFamily {
    static let name = "devicelink"
    static let explanation = "A session's data, the link that they make, and the code that authenticates it."

    static func recompute(_ vector: VectorNode, seed: String) throws(CryptoError) {
        let input = try vector["input"]
        let kind = try kind(input["deviceLinkType"])
        var link = try link(input, kind)
        try vector["unprotectedDeviceLink"].equals(text: link.unprotected)
        try vector["authCodePayload"].equals(text: request(input).payload(of: link))
        link.authCode = try authCode(of: link, input)
        try vector["authCode"].equals(text: link.authCode)
        try vector["deviceLink"].equals(text: link.text)
        if let other = vector.optional("asApp2App") {
            // Where the callback counts: a QR code's own code does not depend on it.
            link.kind = .app2App
            link.elapsedSeconds = nil
            try other.equals(text: authCode(of: link, input))
        }
        try receive(vector, step: "")
    }

    static func receive(_ vector: VectorNode, step: String) throws(CryptoError) {
        let input = try vector["input"]
        guard let link = DeviceLink(try vector["deviceLink"].text(), base: try input["deviceLinkBase"].text()) else {
            throw CryptoError("DEVICE_LINK_FORMAT")
        }
        guard try link.authCode == authCode(of: link, input) else { throw CryptoError("DEVICE_LINK_AUTH_CODE") }
    }

    private static func authCode(of link: DeviceLink, _ input: VectorNode) throws(CryptoError) -> String {
        guard let secret = Base64.decode(try input["sessionSecret"].text()) else {
            throw try input["sessionSecret"].malformed("canonical Base64")
        }
        let payload = try request(input).payload(of: link)
        return Base64URL.encode(HMACSHA256.authenticate(Array(payload.utf8), publicKey: secret))
    }

    private static func link(_ input: VectorNode, _ kind: DeviceLink.Kind) throws(CryptoError) -> DeviceLink {
        try input["version"].equals(text: DeviceLink.version)
        guard let sessionType = DeviceLink.SessionType(rawValue: try input["sessionType"].text()) else {
            throw try input["sessionType"].malformed("auth, sign or cert")
        }
        return DeviceLink(
            base: try input["deviceLinkBase"].text(), kind: kind,
            elapsedSeconds: try input.optional("elapsedSeconds").map { (seconds) throws(CryptoError) in
                Int(clamping: try seconds.u64())
            }, sessionToken: try input["sessionToken"].text(), sessionType: sessionType,
            language: try input["lang"].text())
    }

    private static func kind(_ node: VectorNode) throws(CryptoError) -> DeviceLink.Kind {
        guard let kind = DeviceLink.Kind(rawValue: try node.text()) else {
            throw node.malformed("QR, Web2App or App2App")
        }
        return kind
    }

    private static func request(_ input: VectorNode) throws(CryptoError) -> DeviceLinkRequest {
        DeviceLinkRequest(
            schemeName: try input["schemeName"].text(), signatureProtocol: try input["signatureProtocol"].text(),
            challenge: try input["rpChallengeOrDigest"].text(),
            relyingPartyName: try input["relyingPartyName"].text(),
            brokeredRpName: try input["brokeredRpName"].text(), interactions: try input["interactions"].text(),
            initialCallbackURL: try input["initialCallbackUrl"].text())
    }
}
