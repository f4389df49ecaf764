import Crypto
import Foundation
import Wire

/// A relying party that speaks to the public API as an integrator would.
public final class TestRelyingParty: Sendable {
    public let uuid: String
    public let secret: String
    public let baseURL: String
    public static let name = "Test Bank"
    public static let interactions = Base64.encode(
        Array(#"[{"type":"displayTextAndPIN","displayText60":"Нэвтрэх"}]"#.utf8))
    public static let challenge = Base64.encode(Array(0..<64))

    public init(uuid: String, secret: String, baseURL: String) {
        self.uuid = uuid
        self.secret = secret
        self.baseURL = baseURL
    }

    /// The same party at another address.
    public func at(_ baseURL: String) -> TestRelyingParty {
        TestRelyingParty(uuid: uuid, secret: secret, baseURL: baseURL)
    }

    public func send(_ method: String, _ path: String, _ body: [UInt8]? = nil) throws -> HTTPResponse {
        let client = try HTTPClient(baseURL: baseURL)
        defer { client.close() }
        var headers = HTTPHeaders(["Authorization": "Bearer \(secret)"])
        if body != nil { headers.add("Content-Type", "application/json") }
        return try client.send(method: method, path: path, headers: headers, body: body, timeoutMilliseconds: 130_000)
    }

    /// Asks for a log-in by notification.
    public func logIn(document: String) throws -> String {
        try start("/authentication/notification/document/\(document)") { w in
            w.member("signatureProtocol", "ACSP_V2")
            w.memberObject("signatureProtocolParameters") { w in
                w.member("rpChallenge", Self.challenge)
                w.member("signatureAlgorithm", "rsassa-pss")
                w.memberObject("signatureAlgorithmParameters") { $0.member("hashAlgorithm", "SHA-256") }
            }
        }
    }

    /// Asks for a signature of a digest by notification.
    public func sign(digest: [UInt8], document: String) throws -> String {
        try sign(digest: digest, at: "document/\(document)")
    }

    /// The same of a person, on whichever phone answers first.
    public func sign(digest: [UInt8], person: String) throws -> String {
        try sign(digest: digest, at: "etsi/\(person)")
    }

    private func sign(digest: [UInt8], at address: String) throws -> String {
        try start("/signature/notification/\(address)") { w in
            w.member("signatureProtocol", "RAW_DIGEST_SIGNATURE")
            w.memberObject("signatureProtocolParameters") { w in
                w.member("digest", base64: digest)
                w.member("signatureAlgorithm", "rsassa-pss")
                w.memberObject("signatureAlgorithmParameters") { $0.member("hashAlgorithm", "SHA-256") }
            }
        }
    }

    private func start(_ path: String, _ members: (inout JSONWriter) -> Void) throws -> String {
        var w = JSONWriter()
        w.object { w in
            w.member("relyingPartyUUID", uuid)
            w.member("relyingPartyName", Self.name)
            w.member("certificateLevel", "QUALIFIED")
            members(&w)
            w.member("interactions", Self.interactions)
        }
        let answer = try send("POST", path, w.bytes)
        guard answer.status == 200, let id = try JSONParser.parse(answer.body)["sessionID"]?.string else {
            throw TestFailure("session start: \(answer.status) \(String(decoding: answer.body, as: UTF8.self))")
        }
        return id
    }

    public func result(_ session: String, timeoutMilliseconds: Int = 0) throws -> JSONValue {
        let answer = try send("GET", "/session/\(session)?timeoutMs=\(timeoutMilliseconds)")
        guard answer.status == 200 else { throw TestFailure("session: \(answer.status)") }
        return try JSONParser.parse(answer.body)
    }
}

public struct TestFailure: Error, CustomStringConvertible {
    public let description: String
    public init(_ description: String) { self.description = description }
}
