import Crypto
import Wire

/// Reads the protocol's messages out of the vectors.
enum VectorMessages {
    static func slot(_ node: VectorNode) throws(CryptoError) -> Slot {
        guard let slot = Slot(rawValue: try node.text()) else { throw node.malformed("AUTH or SIGN") }
        return slot
    }

    static func scheme(_ node: VectorNode) throws(CryptoError) -> SigningScheme {
        guard let scheme = SigningScheme(rawValue: try node.text()) else { throw node.malformed("a scheme") }
        return scheme
    }

    /// Unix seconds of a time in RFC 3339.
    static func time(_ node: VectorNode) throws(CryptoError) -> UInt64 {
        guard let seconds = Timestamp.parse(try node.text()), seconds >= 0 else { throw node.malformed("a time") }
        return UInt64(seconds)
    }

    // MARK: Key generation

    static func head(_ node: VectorNode) throws(CryptoError) -> PhoneKeyGeneration.Head {
        PhoneKeyGeneration.Head(
            enrolmentId: try node["enrollmentId"].text(), documentNumber: try node["documentNumber"].text(),
            expiresAt: try time(node["expiresAt"]), parametersHash: try node["parametersHash"].bytes())
    }

    /// The context of the slot at `index`, as the server knows it after K2.
    static func context(
        _ vector: VectorNode, index: Int, suite: Suite, parameters: RingPedersenParameters
    ) throws(CryptoError) -> KeyGenerationContext {
        let head = try vector["K2"]["head"]
        let k1 = try vector["K1"]["slots"].element(index), k2 = try vector["K2"]["slots"].element(index)
        return KeyGenerationContext(
            enrolmentId: try head["enrollmentId"].text(), documentNumber: try head["documentNumber"].text(),
            slot: try slot(k1["slot"]), suite: suite, nonceP1: try k1["nonce"].bytes(),
            nonceP2: try k2["nonce"].bytes(), parametersHash: parameters.parametersHash,
            keyId: try k2["keyId"].text())
    }

    static func k1(_ node: VectorNode) throws(CryptoError) -> K1Slot {
        K1Slot(
            slot: try slot(node["slot"]), suite: try node["suite"].u64(), nonce: try node["nonce"].bytes(),
            commitment: try node["commitment"].bytes())
    }

    static func k2(_ node: VectorNode) throws(CryptoError) -> K2Slot {
        K2Slot(
            slot: try slot(node["slot"]), keyId: try node["keyId"].text(), nonce: try node["nonce"].bytes(),
            Q2: try node["Q2"].bytes(), proof: try node["proof"].bytes(), signature: try node["signature"].bytes())
    }

    static func k3(_ node: VectorNode) throws(CryptoError) -> K3Slot {
        K3Slot(
            slot: try slot(node["slot"]), Q1: try node["Q1"].bytes(), opening: try node["opening"].bytes(),
            proof: try node["proof"].bytes(), N: try node["N"].bytes(), ckey: try node["ckey"].bytes(),
            modulusProof: try node["modulusProof"].bytes(), smallFactorProof: try node["smallFactorProof"].bytes(),
            discreteLogProof: try node["discreteLogProof"].bytes(), Q: try node["Q"].bytes(),
            ratchetNext: try node["ratchetNext"].bytes())
    }

    // MARK: Signing

    static func s1(_ node: VectorNode) throws(CryptoError) -> S1 {
        S1(nonce: try node["nonce"].bytes(), commitment: try node["commitment"].bytes())
    }

    static func s2(_ node: VectorNode) throws(CryptoError) -> S2 {
        S2(
            attempt: try node["attempt"].bytes(), keyId: try node["keyId"].text(), epoch: try node["epoch"].u64(),
            signCounter: try node["signCounter"].u64(), digest: try node["digest"].bytes(),
            nonce: try node["nonce"].bytes(), R2: try node["R2"].bytes(), proof: try node["proof"].bytes(),
            signature: try node["signature"].bytes())
    }

    static func s3(_ node: VectorNode) throws(CryptoError) -> S3 {
        S3(
            attempt: try node["attempt"].bytes(), R1: try node["R1"].bytes(), opening: try node["opening"].bytes(),
            proof: try node["proof"].bytes(), shareProof: try node["shareProof"].bytes(),
            digest: try node["digest"].bytes(), ratchet: try node["ratchet"].byteLists(),
            ratchetNext: try node["ratchetNext"].bytes())
    }

    static func s5(_ node: VectorNode) throws(CryptoError) -> S5 {
        S5(attempt: try node["attempt"].bytes(), r: try node["r"].bytes(), s: try node["s"].bytes())
    }
}
