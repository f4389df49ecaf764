@_spi(Deterministic) import Crypto
import Wire

/// Draws the inputs of one key generation from the seed.
struct KeyGenerationSkeleton {
    let id: String
    let suite: Suite
    let slots: [Slot]
    /// The published ring-Pedersen set of the suite, as it stands in a vector.
    let parameters: JSONValue
    let random: VectorRandom

    func value() throws(CryptoError) -> JSONValue {
        var secrets: [JSONValue] = [], transcripts: [JSONValue] = []
        var k1: [JSONValue] = [], k2: [JSONValue] = [], k3: [JSONValue] = [], k4: [JSONValue] = []
        let set = try VectorParameters.read(VectorNode(parameters), suite: suite)
        for slot in slots {
            let label = "\(id)/\(slot.rawValue)"
            let x1 = try random.scalar(label + "/x1"), x2 = try random.scalar(label + "/x2")
            secrets.append(try secret(label, x1: x1, x2: x2, set))
            transcripts.append(
                .object([
                    "commitment": VectorRecorder.hash, "ssid": VectorRecorder.hash, "K2": VectorRecorder.hash,
                    "K3": .object(["sha256": VectorRecorder.blank]), "K4": VectorRecorder.hash,
                ]))
            k1.append(first(label, slot))
            k2.append(second(label, slot))
            k3.append(third(slot))
            k4.append(try fourth(label, slot, point: Point.generator(times: x1 * x2)?.encoding ?? []))
        }
        let document = uuid("document")
        return .object([
            "id": .string(id), "suite": .int(suite.number), "parameters": parameters, "coreKey": try coreKey(),
            "secret": .object(["slots": .array(secrets)]),
            "transcripts": .object(["parametersHash": VectorRecorder.hash, "slots": .array(transcripts)]),
            "K1": .object(["slots": .array(k1)]), "K2": .object(["head": head(document, set), "slots": .array(k2)]),
            "K3": .object(["slots": .array(k3)]),
            "K4": .object([
                "documentNumber": .string(document),
                "deviceToken": .string(Base64URL.encode(random.bytes(id + "/deviceToken", 32))), "slots": .array(k4),
            ]),
        ])
    }

    private func uuid(_ label: String) -> String { UUIDText.format(random.bytes("\(id)/\(label)", 16)) ?? "" }

    private func coreKey() throws(CryptoError) -> JSONValue {
        .object([
            "d": .hex(try random.scalar("core").bytes), "public": VectorRecorder.blank,
            "spkiSha256": VectorRecorder.blank,
        ])
    }

    func secret(
        _ label: String, x1: borrowing Scalar, x2: borrowing Scalar, _ set: RingPedersenParameters
    ) throws(CryptoError) -> JSONValue {
        let source = random.stream(label + "/primes")
        let p = Prime.random(bits: suite.modulusBits / 2, from: source)
        let q = Prime.random(bits: suite.modulusBits / 2, from: source)
        let N = p * q, n = suite.n
        var w = Integer(0), round = 0
        while w.jacobi(N) != -1 {
            w = random.below("\(label)/w\(round)", N)
            round += 1
        }
        return .object([
            "x1": .hex(x1.bytes), "x2": .hex(x2.bytes), "opening": .hex(random.bytes(label + "/opening", 32)),
            "p": .hex(p.bytes(width: n / 2)), "q": .hex(q.bytes(width: n / 2)),
            "rk": .hex(random.below(label + "/rk", N).bytes(width: n)), "w": .hex(w.bytes(width: n)),
            "random64P1": .hex(random.bytes(label + "/random64P1", 64)),
            "random64P2": .hex(random.bytes(label + "/random64P2", 64)),
            "schnorrNonceP1": VectorRecorder.blank, "schnorrNonceP2": VectorRecorder.blank,
            "smallFactorMasks": smallFactorMasks(label, N: N, Nt: set.modulus.value),
            "discreteLogMasks": discreteLogMasks(label, N: N, Nt: set.modulus.value),
            "ratchetToken": .hex(random.bytes(label + "/ratchetToken", 32)),
            "coreNonceK2": .hex(try random.scalar(label + "/coreNonceK2").bytes),
            "coreNonceK4": .hex(try random.scalar(label + "/coreNonceK4").bytes),
        ])
    }

    /// The intervals of wire appendix §6.3.
    private func smallFactorMasks(_ label: String, N: borrowing Integer, Nt: borrowing Integer) -> JSONValue {
        let share = Integer.powerOfTwo(256), wide = Integer.powerOfTwo(512)
        let prime = Integer.powerOfTwo(256 + suite.modulusBits / 2)
        let both = N * Nt
        let label = label + "/fac/"
        return .object([
            "alpha": .hex(random.within(label + "alpha", prime)), "beta": .hex(random.within(label + "beta", prime)),
            "mu": .hex(random.within(label + "mu", share * Nt)), "nu": .hex(random.within(label + "nu", share * Nt)),
            "sigma": .hex(random.within(label + "sigma", share * both)),
            "r": .hex(random.within(label + "r", wide * both)), "x": .hex(random.within(label + "x", wide * Nt)),
            "y": .hex(random.within(label + "y", wide * Nt)),
        ])
    }

    /// The intervals of wire appendix §6.4.
    private func discreteLogMasks(_ label: String, N: borrowing Integer, Nt: borrowing Integer) -> JSONValue {
        let share = Integer.powerOfTwo(256), wide = Integer.powerOfTwo(512)
        let label = label + "/pdl/"
        return .object([
            "alpha": .hex(random.within(label + "alpha", wide)), "mu": .hex(random.within(label + "mu", share * Nt)),
            "gamma": .hex(random.within(label + "gamma", wide * Nt)), "beta": .hex(random.below(label + "beta", N)),
        ])
    }

    // MARK: Messages

    private func head(_ document: String, _ set: RingPedersenParameters) -> JSONValue {
        .object([
            "enrollmentId": .string(uuid("enrolment")), "documentNumber": .string(document),
            "expiresAt": .string("2026-11-30T12:00:00Z"), "givenName": .string("TEMUULEN"),
            "surname": .string("BATBOLD"), "parametersId": VectorRecorder.blank,
            "parametersHash": .hex(set.parametersHash),
        ])
    }

    private func first(_ label: String, _ slot: Slot) -> JSONValue {
        .object([
            "slot": .string(slot.rawValue), "suite": .int(suite.number),
            "nonce": .hex(random.bytes(label + "/nonceP1", 32)), "commitment": VectorRecorder.blank,
        ])
    }

    private func second(_ label: String, _ slot: Slot) -> JSONValue {
        .object([
            "slot": .string(slot.rawValue), "keyId": .string(uuid("\(slot.rawValue)/keyId")),
            "nonce": .hex(random.bytes(label + "/nonceP2", 32)), "Q2": VectorRecorder.blank,
            "proof": VectorRecorder.blank, "signature": VectorRecorder.blank,
        ])
    }

    private func third(_ slot: Slot) -> JSONValue {
        var object = JSONObject()
        object["slot"] = .string(slot.rawValue)
        for name in [
            "Q1", "opening", "proof", "N", "ckey", "modulusProof", "smallFactorProof", "discreteLogProof", "Q",
            "ratchetNext",
        ] {
            object[name] = VectorRecorder.blank
        }
        return .object(object)
    }

    private func fourth(_ label: String, _ slot: Slot, point: [UInt8]) throws(CryptoError) -> JSONValue {
        let issuer = try CoreKey(secret: random.scalar("issuer").secretBytes)
        let certificate = try CertificateBytes.make(
            point: point, name: "TEMUULEN BATBOLD", serial: [0x4D] + random.bytes(label + "/serial", 15),
            issuer: issuer, nonce: random.scalar(label + "/issuerNonce"))
        let root = try CertificateBytes.make(
            point: issuer.verifyingKey.point.encoding, name: "Development CA", serial: [0x01], issuer: issuer,
            nonce: random.scalar("issuer/nonce"))
        return .object([
            "slot": .string(slot.rawValue), "certificate": .hex(certificate), "chain": .array([.hex(root)]),
            "certificateLevel": .string("QUALIFIED"), "signature": VectorRecorder.blank,
        ])
    }
}
