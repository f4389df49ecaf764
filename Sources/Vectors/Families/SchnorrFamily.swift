@_spi(Deterministic) import Crypto

/// Π_dl for every purpose (wire appendix §6.1), with the derivation of the nonce.
enum SchnorrFamily: VectorFamily {
    static let name = "schnorr"
    static let explanation = "A proof of knowledge of x with X = xG, for one purpose, role and session id."

    static func recompute(_ vector: VectorNode, seed: String) throws(CryptoError) {
        let statement = try statement(vector)
        let secret = try vector["secret"]
        let x = try secret["x"].scalar()
        try vector["X"].equals(Point.generator(times: x)?.encoding ?? [])
        if let ssid = vector.optional("ssidTranscript") {
            let preimage = try ssid["preimage"].bytes()
            try ssid["digest"].equals(SHA256.hash(preimage))
            try vector["ssid"].equals(SHA256.hash(preimage))
        }
        let expected: Role = statement.purpose == .keyGenerationQ2 || statement.purpose == .signingR2 ? .server : .phone
        try vector["role"].equals(text: expected.rawValue)
        vector.require(statement.points.contains(statement.X), "X is not in the statement")
        try vector["nonceInfo"].equals(statement.nonceTranscript)
        let salt = try secret["random64"].bytes()
        let nonce = try SchnorrProof.nonce(statement, secret: x, salt: salt)
        try secret["a"].equals(nonce)
        let A = Point.generator(times: nonce)?.encoding ?? []
        try vector["challenge"].equals(scalarChallenge: statement.challengeTranscript(A: A))
        let proof = try SchnorrProof.prove(statement, secret: x, salt: salt)
        try vector["proof"].equals(proof.encoding)
        try receive(vector, step: "")
    }

    static func receive(_ vector: VectorNode, step: String) throws(CryptoError) {
        try SchnorrProof(decoding: vector["proof"].bytes()).verify(statement(vector))
    }

    private static func statement(_ vector: VectorNode) throws(CryptoError) -> SchnorrProof.Statement {
        let purposeNode = try vector["purpose"], roleNode = try vector["role"]
        guard let purpose = SchnorrPurpose(rawValue: try purposeNode.text()) else {
            throw purposeNode.malformed("a purpose")
        }
        guard let role = Role(rawValue: try roleNode.text()) else { throw roleNode.malformed("P1 or P2") }
        return SchnorrProof.Statement(
            purpose, ssid: try vector["ssid"].bytes(), role: role, points: try vector["statement"].byteLists(),
            extra: try vector["extra"].byteLists(), X: try vector["X"].bytes())
    }
}
