import Foundation
import TestSupport
import Testing

/// Makes links as an integrator would who has read only rp-api.md §6: from the answer's members and its own request,
/// with Python's hmac. Nothing of the service's code is in it.
enum LinkMaker {
    struct Session {
        let token: String
        let secret: String
        let base: String
        var scheme = "smart-id"
        let signatureProtocol: String
        let challenge: String
        let name: String
        let interactions: String
        var callback = ""
    }

    /// - Parameters:
    ///   - elapsed: for QR
    ///   - type: `auth`, `sign`, `cert`
    static func link(
        _ session: Session, _ kind: String, elapsed: Int? = nil, type: String = "auth", lang: String = "mon"
    ) throws -> String {
        try python(
            """
            import base64, hashlib, hmac, sys
            kind, elapsed, token, type, lang, base, secret = sys.argv[1:8]
            scheme, protocol, challenge, name, texts, callback = sys.argv[8:]
            b64 = lambda text: base64.b64encode(text.encode()).decode()
            link = base + "?deviceLinkType=" + kind
            if elapsed: link += "&elapsedSeconds=" + elapsed
            link += "&sessionToken=" + token + "&sessionType=" + type + "&version=1.0&lang=" + lang
            fields = [scheme, protocol, challenge, b64(name), "", texts, "" if kind == "QR" else callback, link]
            code = hmac.new(base64.b64decode(secret), "|".join(fields).encode(), hashlib.sha256).digest()
            print(link + "&authCode=" + base64.urlsafe_b64encode(code).decode().rstrip("="), end="")
            """,
            [
                kind, elapsed.map(String.init) ?? "", session.token, type, lang, session.base, session.secret,
                session.scheme, session.signatureProtocol, session.challenge, session.name, session.interactions,
                session.callback,
            ])
    }

    /// SHA-256 of the payload of a log-in (rp-api.md §5.1) in hexadecimal, from the result as the party reads it.
    static func payloadDigest(
        _ session: Session, serverRandom: String, userChallenge: String, interaction: String, callback: String,
        flowType: String
    ) throws -> String {
        try python(
            """
            import base64, hashlib, sys
            scheme, random, challenge, user, name, texts, used, callback, flow = sys.argv[1:]
            b64 = lambda data: base64.b64encode(data).decode()
            fields = [scheme, "ACSP_V2", random, challenge, user, b64(name.encode()), "",
                b64(hashlib.sha256(texts.encode()).digest()), used, callback, flow]
            print(hashlib.sha256("|".join(fields).encode()).hexdigest(), end="")
            """,
            [
                session.scheme, serverRandom, session.challenge, userChallenge, session.name, session.interactions,
                interaction, callback, flowType,
            ])
    }

    private static func python(_ program: String, _ arguments: [String]) throws -> String {
        let process = Process(), output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", program] + arguments
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return String(decoding: data, as: UTF8.self)
    }
}
