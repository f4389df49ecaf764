import Crypto
import Wire

extension OwnNegatives {
    /// A member that gets another value, under the code of its check.
    private struct Wrong {
        let name: String
        let path: String
        let value: JSONValue
        let code: String

        init(_ name: String, _ path: String, _ value: JSONValue, _ code: String) {
            self.name = name
            self.path = path
            self.value = value
            self.code = code
        }

        /// The same byte so many times.
        init(_ name: String, _ path: String, _ byte: UInt8, count: Int, _ code: String) {
            self.init(name, path, .hex([UInt8](repeating: byte, count: count)), code)
        }
    }

    static func refresh(_ base: JSONValue) throws(CryptoError) -> [JSONValue] {
        var out = try vectors(damagedF2 + damagedF3, base)
        for (step, wrongs) in [("P1:F2", wrongF2), ("P2:F3", wrongF3(base))] {
            for wrong in wrongs {
                let change: JSONValue = .object(["path": .string(wrong.path), "set": wrong.value])
                out.append(vector(wrong.name, base: base, change: [change], step: step, code: wrong.code))
            }
        }
        return out
    }

    private static var damagedF2: [Damage] {
        var table: [Damage] = []
        for offset in [8, 15, -1] {
            for name in ["nonce", "factor", "signature"] {
                table.append(Damage(path: "/F2/" + name, offset: offset, step: "P1:F2", code: "F2_SIGNATURE"))
            }
            table.append(
                Damage(path: "/F2/head/parametersHash", offset: offset, step: "P1:F2", code: "PARAMETERS_HASH"))
        }
        return table
    }

    private static var damagedF3: [Damage] {
        var table: [Damage] = []
        for offset in [8, 15, -1] {
            for path in ["/F1/nonce", "/F1/commitment", "/F3/factor", "/F3/opening"] {
                table.append(Damage(path: path, offset: offset, step: "P2:F3", code: "REFRESH_COMMITMENT"))
            }
        }
        let places: [(name: String, offset: Int, mask: UInt8, code: String)] = [
            ("Q", 1, 1, "REFRESH_Q"), ("Q", -1, 1, "REFRESH_Q"), ("Q1", 1, 1, "REFRESH_Q1"),
            ("Q1", -1, 1, "REFRESH_Q1"), ("proof", 30, 1, "DL_KG_Q1"), ("proof", -1, 1, "DL_KG_Q1"),
            ("N", -1, 1, "N_EVEN"), ("N", -1, 2, "N_MOD4"), ("N", 0, 0x80, "N_SIZE"),
            ("ckey", 200, 1, "PDL_EQUATION_CIPHERTEXT"), ("ckey", 400, 1, "PDL_EQUATION_CIPHERTEXT"),
            ("ckey", -1, 1, "PDL_EQUATION_CIPHERTEXT"), ("modulusProof", 547, 1, "MOD_FOURTH_ROOT"),
            ("modulusProof", -1, 1, "MOD_NTH_ROOT"), ("smallFactorProof", 18, 1, "FAC_EQUATION_P"),
            ("smallFactorProof", -1, 1, "FAC_EQUATION_N"), ("discreteLogProof", -1, 1, "PDL_EQUATION_PEDERSEN"),
        ]
        for place in places {
            table.append(
                Damage(
                    path: "/F3/" + place.name, offset: place.offset, mask: place.mask, step: "P2:F3", code: place.code))
        }
        return table
    }

    private static var wrongF2: [Wrong] {
        [
            Wrong("short-nonce", "/F2/nonce", 1, count: 31, "F2_ENCODING"),
            Wrong("long-nonce", "/F2/nonce", 1, count: 33, "F2_ENCODING"),
            Wrong("short-factor-2", "/F2/factor", 1, count: 31, "F2_ENCODING"),
            Wrong("long-factor-2", "/F2/factor", 1, count: 33, "F2_ENCODING"),
            Wrong("other-epoch", "/F2/epoch", .int(3), "F2_SIGNATURE"),
            Wrong("other-refresh", "/F2/head/refreshId", .string("another"), "F2_SIGNATURE"),
        ]
    }

    private static func wrongF3(_ base: JSONValue) -> [Wrong] {
        [
            Wrong("short-factor-1", "/F3/factor", 1, count: 31, "F3_ENCODING"),
            Wrong("long-factor-1", "/F3/factor", 1, count: 33, "F3_ENCODING"),
            Wrong("zero-factor-1", "/F3/factor", 0, count: 32, "REFRESH_COMMITMENT"),
            Wrong("order-factor-1", "/F3/factor", .hex(CurveOrder.bytes), "REFRESH_COMMITMENT"),
            Wrong("short-opening", "/F3/opening", 1, count: 31, "F3_ENCODING"),
            Wrong("long-opening", "/F3/opening", 1, count: 33, "F3_ENCODING"),
            Wrong("old-Q1", "/F3/Q1", base["key"]?["Q1"] ?? .null, "REFRESH_Q1"),
            Wrong("short-Q1", "/F3/Q1", 4, count: 64, "REFRESH_Q1"),
            Wrong("no-Q1", "/F3/Q1", 0, count: 0, "REFRESH_Q1"),
            Wrong("other-key", "/F3/Q", base["key"]?["Q1"] ?? .null, "REFRESH_Q"),
            Wrong("short-Q", "/F3/Q", 4, count: 64, "REFRESH_Q"),
            Wrong("no-proof", "/F3/proof", 0, count: 0, "DL_KG_Q1"),
            Wrong("no-N", "/F3/N", 0, count: 0, "N_ENCODING"),
            Wrong("no-ckey", "/F3/ckey", 0, count: 0, "CKEY_ENCODING"),
            Wrong("no-modulus-proof", "/F3/modulusProof", 0, count: 0, "MOD_ENCODING"),
            Wrong("no-small-factor-proof", "/F3/smallFactorProof", 0, count: 0, "FAC_ENCODING"),
            Wrong("no-discrete-log-proof", "/F3/discreteLogProof", 0, count: 0, "PDL_ENCODING"),
        ]
    }
}
