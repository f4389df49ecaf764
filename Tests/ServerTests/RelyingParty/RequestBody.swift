import Wire

@testable import Server

/// Bodies of session requests as the platform's own client makes them (rp-api.md §3.1 and §3.3), to be spoiled by
/// tests.
enum RequestBody {
    static let party = "00000000-0000-4000-8000-000000000001"
    /// The bytes 00..3f.
    static let challenge = Base64.encode((0..<64).map { UInt8($0) })
    static let digest = "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="
    /// `[{"type":"displayTextAndPIN","displayText60":"Нэвтрэх"}]`
    static let interactions = "W3sidHlwZSI6ImRpc3BsYXlUZXh0QW5kUElOIiwiZGlzcGxheVRleHQ2MCI6ItCd0Y3QstGC0YDRjdGFIn1d"

    static func make(_ flow: SessionFlow, _ change: (inout JSONObject) -> Void = { _ in }) -> JSONValue {
        var parameters: JSONObject = [
            "signatureAlgorithm": .string("rsassa-pss"),
            "signatureAlgorithmParameters": .object(["hashAlgorithm": .string("SHA-256")]),
        ]
        if flow == .authentication {
            parameters["rpChallenge"] = .string(challenge)
        } else {
            parameters["digest"] = .string(digest)
        }
        var body: JSONObject = [
            "relyingPartyUUID": .string(party), "relyingPartyName": .string("DEMO"),
            "certificateLevel": .string("QUALIFIED"),
            "signatureProtocol": .string(flow == .authentication ? "ACSP_V2" : "RAW_DIGEST_SIGNATURE"),
            "signatureProtocolParameters": .object(parameters), "interactions": .string(interactions),
        ]
        change(&body)
        return .object(body)
    }

    /// Changes a member of `signatureProtocolParameters`.
    static func parameter(_ name: String, _ value: JSONValue?) -> (inout JSONObject) -> Void {
        { body in
            guard var parameters = body["signatureProtocolParameters"]?.object else { return }
            parameters[name] = value
            body["signatureProtocolParameters"] = .object(parameters)
        }
    }

    static func interactions(_ json: String) -> JSONValue {
        .string(Base64.encode(Array(json.utf8)))
    }
}
