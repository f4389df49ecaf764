@_spi(Deterministic) import Crypto
import Wire

/// Draws the inputs of one signing run from the seed; the key is one of a key generation vector.
struct SigningSkeleton {
    /// A key with what its earlier runs have left behind.
    struct Key {
        /// The filled key generation vector.
        let enrolment: JSONValue
        let index: Int
        var signCounter: UInt64 = 0
        /// Candidates that the phone holds, newest first.
        var tokens: [[UInt8]]
        var ratchet: Ratchet

        init(_ enrolment: JSONValue, index: Int) throws(CryptoError) {
            let node = VectorNode(enrolment)
            self.enrolment = enrolment
            self.index = index
            self.tokens = [try node["secret"]["slots"].element(index)["ratchetToken"].bytes()]
            self.ratchet = Ratchet(
                current: try node["K3"]["slots"].element(index)["ratchetNext"].bytes(), history: [])
        }
    }

    let id: String
    var scheme: SigningScheme = .rawDigest
    /// m, or nil when `message` decides it.
    var digest: [UInt8]?
    var message: JSONValue?
    /// Added to the counter beforehand.
    var counterJump: UInt64 = 0
    let random: VectorRandom

    /// - Parameter key: moves on as after an answer that has arrived
    func value(_ key: inout Key) throws(CryptoError) -> JSONValue {
        let node = VectorNode(key.enrolment)
        let suite = try Suite(number: node["suite"].u64())
        let share = try node["secret"]["slots"].element(key.index)
        let k3 = try node["K3"]["slots"].element(key.index)
        let keyId = try node["K2"]["slots"].element(key.index)["keyId"].text()
        let m = if let digest { digest } else { try signedDigest() }
        let fresh = random.bytes(id + "/ratchetFresh", 32)
        let next = Ratchet.hash(token: fresh, keyId: keyId)
        let last = key.signCounter + counterJump
        var secret = try secrets(share, N: k3["N"].wideInteger(), suite: suite)
        secret["ratchetTokens"] = .array(key.tokens.map { .hex($0) })
        secret["ratchetFresh"] = .hex(fresh)
        var object = JSONObject()
        object["id"] = .string(id)
        object["suite"] = .int(suite.number)
        if let message { object["message"] = message }
        object["coreKey"] = .object(["d": try node["coreKey"]["d"].value, "public": VectorRecorder.blank])
        object["context"] = .object([
            "keyId": .string(keyId), "epoch": .int(1), "Q": try k3["Q"].value, "Q1": try k3["Q1"].value,
            "N": try k3["N"].value, "ckey": try k3["ckey"].value, "sessionId": .string(uuid("session")),
            "slot": try k3["slot"].value, "scheme": .string(scheme.rawValue), "digest": .hex(m),
            "lastSignCounter": .int(last), "ratchetCurrent": .hex(key.ratchet.current),
            "ratchetHistory": .array(key.ratchet.history.map { .hex($0) }),
        ])
        object["secret"] = .object(secret)
        fillMessages(&object, signCounter: last + 1)
        key.ratchet = try key.ratchet.advanced(candidates: key.tokens, next: next, keyId: keyId)
        key.tokens = [fresh]
        key.signCounter = last + 1
        return .object(object)
    }

    private func uuid(_ label: String) -> String { UUIDText.format(random.bytes("\(id)/\(label)", 16)) ?? "" }

    private func signedDigest() throws(CryptoError) -> [UInt8] {
        guard let message else { return random.bytes(id + "/digest", 32) }
        let node = VectorNode(message)
        return scheme == .acspV2SPKI ? try ACSPFamily.bound(node).digest() : try ACSPFamily.message(node).digest()
    }

    private func secrets(
        _ share: VectorNode, N: borrowing Integer, suite: Suite
    ) throws(CryptoError) -> JSONObject {
        var out: JSONObject = [
            "x1": try share["x1"].value, "x2": try share["x2"].value, "p": try share["p"].value,
            "q": try share["q"].value, "rk": try share["rk"].value,
            "k1": .hex(try random.scalar(id + "/k1").bytes), "k2": .hex(try random.scalar(id + "/k2").bytes),
            "opening": .hex(random.bytes(id + "/opening", 32)),
        ]
        for name in ["R1", "Q1", "R2"] {
            out["random64" + name] = .hex(random.bytes("\(id)/random64\(name)", 64))
            out["nonce" + name] = VectorRecorder.blank
        }
        out["rho"] = .hex(random.bytes(id + "/rho", 96))
        out["rr"] = .hex(random.below(id + "/rr", N).bytes(width: suite.n))
        out["coreNonceS2"] = .hex(try random.scalar(id + "/coreNonceS2").bytes)
        out["coreNonceS4"] = .hex(try random.scalar(id + "/coreNonceS4").bytes)
        return out
    }

    private func fillMessages(_ object: inout JSONObject, signCounter: UInt64) {
        let blank = VectorRecorder.blank
        var transcripts = JSONObject()
        transcripts["publicKey"] = VectorRecorder.hash
        transcripts["paillierKey"] = VectorRecorder.digest
        for name in ["sid1", "commitment", "ssid"] { transcripts[name] = VectorRecorder.hash }
        for name in ["sg-R2", "sg-R1", "sg-Q1"] { transcripts[name] = VectorRecorder.challenge }
        transcripts["S2"] = VectorRecorder.hash
        transcripts["S4"] = VectorRecorder.digest
        object["transcripts"] = .object(transcripts)
        object["S1"] = .object(["nonce": .hex(random.bytes(id + "/nonceP1", 32)), "commitment": blank])
        object["S2"] = .object([
            "attempt": blank, "keyId": blank, "epoch": .int(0), "signCounter": .int(signCounter), "digest": blank,
            "nonce": .hex(random.bytes(id + "/nonceP2", 32)), "R2": blank, "proof": blank, "signature": blank,
        ])
        object["S3"] = .object([
            "attempt": blank, "R1": blank, "opening": blank, "proof": blank, "shareProof": blank, "digest": blank,
            "ratchet": .array([]), "ratchetNext": blank,
        ])
        object["S4"] = .object(["c3": blank, "signature": blank])
        object["S5"] = .object(["attempt": blank, "r": blank, "s": blank])
        object["after"] = .object(["ratchetCurrent": blank, "ratchetHistory": .array([])])
        object["expect"] = .object([
            "R": blank, "v": blank, "u": blank, "plaintext": blank, "r": blank, "s": blank, "sWasHigh": .bool(false),
        ])
    }
}
