@_spi(Deterministic) import Crypto
import Wire

/// Draws the inputs of one refresh from the seed; the key is one of a key generation vector.
struct RefreshSkeleton {
    let id: String
    /// Of the new epoch.
    let suite: Suite
    /// The epoch before.
    let epoch: UInt64
    /// The published ring-Pedersen set of the suite, as it stands in a vector.
    let parameters: JSONValue
    let random: VectorRandom

    /// - Parameter index: of the slot in the key generation
    func value(_ enrolment: JSONValue, index: Int) throws(CryptoError) -> JSONValue {
        let node = VectorNode(enrolment)
        let old = try node["secret"]["slots"].element(index), k3 = try node["K3"]["slots"].element(index)
        let set = try VectorParameters.read(VectorNode(parameters), suite: suite)
        let document = try node["K2"]["head"]["documentNumber"].text()
        return .object([
            "id": .string(id), "suite": .int(suite.number), "parameters": parameters,
            "coreKey": .object(["d": try node["coreKey"]["d"].value, "public": VectorRecorder.blank]),
            "key": .object([
                "keyId": try node["K2"]["slots"].element(index)["keyId"].value, "epoch": .int(epoch),
                "Q": try k3["Q"].value, "Q1": try k3["Q1"].value,
            ]),
            "secret": try secret(x1: old["x1"].scalar(), x2: old["x2"].scalar(), set),
            "transcripts": .object([
                "commitment": VectorRecorder.hash, "ssid": VectorRecorder.hash, "F2": VectorRecorder.hash,
                "K3": .object(["sha256": VectorRecorder.blank]), "authorisation": VectorRecorder.hash,
                "possession": VectorRecorder.hash,
            ]),
            "F1": first(try k3["slot"].value), "F2": second(document, set), "F3": Self.third,
            "after": .object(["x1": VectorRecorder.blank, "x2": VectorRecorder.blank, "Q2": VectorRecorder.blank]),
        ])
    }

    private func secret(
        x1: borrowing Scalar, x2: borrowing Scalar, _ set: RingPedersenParameters
    ) throws(CryptoError) -> JSONValue {
        let generation = KeyGenerationSkeleton(
            id: id, suite: suite, slots: [], parameters: parameters, random: random)
        let drawn = try generation.secret(id, x1: x1, x2: x2, set)
        let others: Set<String> = ["random64P2", "schnorrNonceP2", "ratchetToken", "coreNonceK2", "coreNonceK4"]
        var object = JSONObject()
        for member in drawn.object?.members ?? [] where !others.contains(member.name) {
            object[member.name] = member.value
        }
        object["d1"] = .hex(try random.scalar(id + "/d1").bytes)
        object["d2"] = .hex(try random.scalar(id + "/d2").bytes)
        object["coreNonceF2"] = .hex(try random.scalar(id + "/coreNonceF2").bytes)
        return .object(object)
    }

    private func first(_ slot: JSONValue) -> JSONValue {
        .object([
            "slot": slot, "suite": .int(suite.number), "epoch": .int(epoch),
            "nonce": .hex(random.bytes(id + "/nonceP1", 32)), "commitment": VectorRecorder.blank,
        ])
    }

    private func second(_ document: String, _ set: RingPedersenParameters) -> JSONValue {
        .object([
            "head": .object([
                "refreshId": .string(UUIDText.format(random.bytes(id + "/refresh", 16)) ?? ""),
                "documentNumber": .string(document), "expiresAt": .string("2026-11-30T12:00:00Z"),
                "parametersHash": .hex(set.parametersHash),
            ]),
            "keyId": VectorRecorder.blank, "epoch": .int(epoch + 1),
            "nonce": .hex(random.bytes(id + "/nonceP2", 32)), "factor": VectorRecorder.blank,
            "signature": VectorRecorder.blank,
        ])
    }

    private static let third: JSONValue = {
        var object = JSONObject()
        for name in [
            "factor", "opening", "Q1", "proof", "N", "ckey", "modulusProof", "smallFactorProof", "discreteLogProof",
            "Q",
        ] { object[name] = VectorRecorder.blank }
        return .object(object)
    }()
}
