import Crypto
import Wire

extension TestRelyingParty {
    /// Whether the session ended OK with one signature of the digest under the certificate that came with it.
    public func hasValidSignature(_ session: String, digest: [UInt8]) throws -> Bool {
        let result = try result(session)
        guard result["state"]?.string == "COMPLETE", result["result"]?["endResult"]?.string == "OK",
            let der = Base64.decode(result["signature"]?["value"]?.string ?? ""),
            let leaf = Base64.decode(result["cert"]?["value"]?.string ?? ""),
            let key = try CertificateInspector.inspect(leaf).publicKey
        else { return false }
        let raw = try ECDSASignatureDER.decode(der)
        return ECDSA.isValid(
            r: Array(raw.prefix(32)), s: Array(raw.suffix(32)), digest: digest, publicKey: try Point(encoding: key))
    }

    /// The `endResult` of a session, or `RUNNING`.
    public func endResult(_ session: String) throws -> String {
        try result(session)["result"]?["endResult"]?.string ?? "RUNNING"
    }
}
