import Crypto
import Wire

/// What goes wrong in our own runs: one damaged position each, with the code of the check that must see it.
enum OwnNegatives {
    /// A byte of a hexadecimal member is exclusive-ored with `mask`.
    struct Damage {
        let path: String
        /// From the end when negative.
        let offset: Int
        var mask: UInt8 = 1
        let step: String
        let code: String
    }

    static func keyGeneration(_ base: JSONValue) throws(CryptoError) -> [JSONValue] {
        var table: [Damage] = []
        for slot in ["0", "1"] {
            let k2 = "/K2/slots/\(slot)/", k4 = "/K4/slots/\(slot)/"
            for name in ["nonce", "proof", "Q2", "signature"] {
                table.append(Damage(path: k2 + name, offset: -1, step: "P1:K2", code: "K2_SIGNATURE"))
            }
            for name in ["certificate", "chain/0", "signature"] {
                table.append(Damage(path: k4 + name, offset: -1, step: "P1:K4", code: "K4_SIGNATURE"))
            }
        }
        table.append(Damage(path: "/K2/head/parametersHash", offset: 0, step: "P1:K2", code: "PARAMETERS_HASH"))
        table.append(Damage(path: "/K1/slots/0/nonce", offset: 0, step: "P2:K3", code: "KG_COMMITMENT"))
        table.append(Damage(path: "/K1/slots/0/commitment", offset: 31, step: "P2:K3", code: "KG_COMMITMENT"))
        let k3 = "/K3/slots/0/"
        for (name, offset, mask, code): (String, Int, UInt8, String) in [
            ("opening", 31, 0x80, "KG_COMMITMENT"), ("Q1", 1, 1, "KG_COMMITMENT"), ("proof", -1, 1, "DL_KG_Q1"),
            ("proof", 20, 1, "DL_KG_Q1"), ("N", -1, 1, "N_EVEN"), ("N", -1, 2, "N_MOD4"), ("N", 0, 0x80, "N_SIZE"),
            ("ckey", -1, 1, "PDL_EQUATION_CIPHERTEXT"), ("modulusProof", 0, 1, "MOD_ENCODING"),
            ("modulusProof", 547, 1, "MOD_FOURTH_ROOT"),
            ("modulusProof", 33_700, 2, "MOD_BIT"), ("modulusProof", -1, 1, "MOD_NTH_ROOT"),
            ("smallFactorProof", 18, 1, "FAC_EQUATION_P"), ("smallFactorProof", -1, 1, "FAC_EQUATION_N"),
            ("discreteLogProof", 30, 1, "PDL_EQUATION_CIPHERTEXT"),
            ("discreteLogProof", -1, 1, "PDL_EQUATION_PEDERSEN"), ("Q", -1, 1, "Q_MISMATCH"),
        ] {
            table.append(Damage(path: k3 + name, offset: offset, mask: mask, step: "P2:K3", code: code))
        }
        return try vectors(table, base)
    }

    static func signing(_ runs: [JSONValue]) throws(CryptoError) -> [JSONValue] {
        guard runs.count > 2, let first = runs[0]["secret"]?["ratchetTokens"] else {
            throw CryptoError("VECTOR_FORMAT", "too few runs")
        }
        var table: [Damage] = []
        for name in ["nonce", "digest", "R2", "proof", "signature"] {
            table.append(Damage(path: "/S2/" + name, offset: -1, step: "P1:S2", code: "S2_SIGNATURE"))
        }
        table.append(Damage(path: "/S2/attempt", offset: 0, step: "P1:S2", code: "ATTEMPT_MISMATCH"))
        for (name, offset, code) in [
            ("attempt", 0, "SIGNING_RESTART"), ("digest", 31, "DIGEST_MISMATCH"), ("opening", 0, "SG_COMMITMENT"),
            ("R1", 64, "SG_COMMITMENT"), ("proof", 30, "DL_SG_R1"), ("proof", 119, "DL_SG_R1"),
            ("shareProof", 30, "DL_SG_Q1"), ("shareProof", 119, "DL_SG_Q1"), ("ratchet/0", 5, "RATCHET_UNKNOWN"),
        ] {
            table.append(Damage(path: "/S3/" + name, offset: offset, step: "P2:S3", code: code))
        }
        for (path, offset) in [("/S4/c3", 0), ("/S4/c3", -1), ("/S4/signature", 0), ("/S3/ratchetNext", 0)] {
            table.append(Damage(path: path, offset: offset, step: "P1:S4", code: "S4_SIGNATURE"))
        }
        for (name, code) in [("attempt", "SIGNING_RESTART"), ("r", "R_MISMATCH"), ("s", "SIGNATURE_INVALID")] {
            table.append(Damage(path: "/S5/" + name, offset: -1, step: "P2:S5", code: code))
        }
        var out = try vectors(table, runs[1])
        // The first run's token again, in the second and in a later run: a copy of the phone as it was then.
        for run in [runs[1], runs[2]] {
            let change: JSONValue = .object(["path": .string("/S3/ratchet"), "set": first])
            out.append(
                vector("clone", base: run, change: [change], step: "P2:S3", code: "RATCHET_CLONE"))
        }
        return out
    }

    static func vectors(_ table: [Damage], _ base: JSONValue) throws(CryptoError) -> [JSONValue] {
        var out: [JSONValue] = []
        for damage in table {
            var node = VectorNode(base)
            for step in damage.path.dropFirst().split(separator: "/") {
                node = if let index = Int(step) { try node.element(index) } else { try node[String(step)] }
            }
            let bytes = try node.bytes()
            let offset = damage.offset < 0 ? bytes.count + damage.offset : damage.offset
            let change: JSONValue = .object([
                "path": .string(damage.path), "offset": .int(UInt64(offset)), "remove": .int(1),
                "insert": .hex([bytes[offset] ^ damage.mask]),
            ])
            let name = damage.path.dropFirst().split(separator: "/").joined(separator: "-")
            let id = "\(name)-\(offset)-\(damage.mask)"
            out.append(vector(id, base: base, change: [change], step: damage.step, code: damage.code))
        }
        return out
    }

    static func vector(
        _ name: String, base: JSONValue, change: [JSONValue], step: String, code: String
    ) -> JSONValue {
        let parent = base["id"]?.string ?? ""
        return .object([
            "id": .string("\(parent)-\(name)"), "base": .string(parent), "change": .array(change),
            "step": .string(step), "expect": .string(code),
        ])
    }
}
