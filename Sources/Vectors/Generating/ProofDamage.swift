import Crypto
import Wire

/// What can be wrong with the proofs, item by item.
enum ProofDamage {
    static func schnorr(_ valid: [JSONValue]) throws(CryptoError) -> [JSONValue] {
        var table = DamageTable()
        for parent in valid {
            let layout = try ProofLayout(parent, "/proof"), A = layout.items[0], z = layout.items[1]
            try table.add("A-sign", to: parent, layout.flipped(A, at: -1), code: "SCHNORR_POINT")
            try table.add("A-x", to: parent, layout.flipped(A, at: 1), code: "SCHNORR_POINT")
            try table.add("z-low", to: parent, layout.flipped(z, at: -1), code: "SCHNORR_EQUATION")
            try table.add("z-middle", to: parent, layout.flipped(z, at: 16, mask: 0x80), code: "SCHNORR_EQUATION")
            let ones = [UInt8](repeating: 0xFF, count: 32)
            try table.add("z-ones", to: parent, layout.replaced(z, ones), code: "SCHNORR_Z_RANGE")
            let zeros = [UInt8](repeating: 0, count: 32)
            try table.add("z-zero", to: parent, layout.replaced(z, zeros), code: "SCHNORR_EQUATION")
            for offset in [0, -1] {
                let changes = try DamageTable.flip(parent, "/ssid", at: offset)
                try table.add("ssid-\(offset)", to: parent, changes, code: "SCHNORR_EQUATION")
            }
            try table.add("X", to: parent, DamageTable.flip(parent, "/X", at: -1), code: "SCHNORR_POINT")
            let role = parent["role"]?.string == "P1" ? "P2" : "P1"
            let changes = [DamageTable.set("/role", .string(role))]
            try table.add("role", to: parent, changes, code: "SCHNORR_EQUATION")
        }
        if let first = valid.first { try table.addShapes(first, code: "SCHNORR_ENCODING") }
        return table.vectors
    }

    static func smallFactor(_ valid: [JSONValue]) throws(CryptoError) -> [JSONValue] {
        var table = DamageTable()
        for parent in valid {
            let layout = try ProofLayout(parent, "/proof")
            let names = ["P", "Q", "A", "B", "T", "sigma", "z1", "z2", "w1", "w2", "v"]
            // Whatever is hashed moves e, and with it the first equation.
            let codes =
                [String](repeating: "FAC_EQUATION_P", count: 7) + ["Q", "P", "Q", "N"].map { "FAC_EQUATION_" + $0 }
            for (index, name) in names.enumerated() {
                try table.add(
                    "\(name)-low", to: parent, layout.flipped(layout.items[index], at: -1), code: codes[index])
            }
            for index in 0..<5 {
                for (name, byte) in [("zero", UInt8(0)), ("ones", 0xFF)] {
                    let value = [UInt8](repeating: byte, count: layout.items[index].end - layout.items[index].value)
                    try table.add(
                        "\(names[index])-\(name)", to: parent, layout.replaced(layout.items[index], value),
                        code: "FAC_GROUP_RANGE")
                }
            }
            for (index, code) in zip(5..<11, ["BOUND", "Z_RANGE", "Z_RANGE", "BOUND", "BOUND", "BOUND"]) {
                let wide = layout.resized(index, removing: 0, at: 1, inserting: [UInt8](repeating: 0x7F, count: 64))
                try table.add("\(names[index])-wide", to: parent, wide, code: "FAC_" + code)
            }
            try table.add("ssid", to: parent, DamageTable.flip(parent, "/ssid", at: 7), code: "FAC_EQUATION_P")
            try table.add("N", to: parent, DamageTable.flip(parent, "/N", at: 99), code: "FAC_EQUATION_P")
        }
        if let first = valid.first { try table.addShapes(first, code: "FAC_ENCODING") }
        return table.vectors
    }

    static func discreteLog(_ valid: [JSONValue]) throws(CryptoError) -> [JSONValue] {
        var table = DamageTable()
        for parent in valid {
            let layout = try ProofLayout(parent, "/proof")
            let names = ["S", "A", "Y", "D", "z1", "z2", "z3"]
            let ciphertext = "PDL_EQUATION_CIPHERTEXT"
            let codes = [
                ciphertext, ciphertext, "PDL_POINT", ciphertext, ciphertext, ciphertext, "PDL_EQUATION_PEDERSEN",
            ]
            for (index, name) in names.enumerated() {
                try table.add(
                    "\(name)-low", to: parent, layout.flipped(layout.items[index], at: -1), code: codes[index])
            }
            for (index, code) in [(0, "GROUP"), (1, "A"), (3, "GROUP"), (5, "Z2")] {
                for (name, byte) in [("zero", UInt8(0)), ("ones", 0xFF)] {
                    let item = layout.items[index]
                    let value = [UInt8](repeating: byte, count: item.end - item.value)
                    try table.add(
                        "\(names[index])-\(name)", to: parent, layout.replaced(item, value), code: "PDL_\(code)_RANGE")
                }
            }
            for (index, code) in [(4, "PDL_Z1_RANGE"), (6, "PDL_BOUND")] {
                let wide = layout.resized(index, removing: 0, at: 1, inserting: [UInt8](repeating: 0x7F, count: 40))
                try table.add("\(names[index])-wide", to: parent, wide, code: code)
            }
            try table.add("ssid", to: parent, DamageTable.flip(parent, "/ssid", at: 7), code: ciphertext)
            try table.add("ckey", to: parent, DamageTable.flip(parent, "/ckey", at: 99), code: ciphertext)
            try table.add("Q1", to: parent, DamageTable.flip(parent, "/Q1", at: -1), code: "PDL_POINT")
        }
        if let first = valid.first { try table.addShapes(first, code: "PDL_ENCODING") }
        return table.vectors
    }

    static func modulus(_ valid: [JSONValue]) throws(CryptoError) -> [JSONValue] {
        var table = DamageTable()
        for parent in valid {
            let layout = try ProofLayout(parent, "/proof")
            let x = layout.inner(1), z = layout.inner(4), a = layout.items[2], b = layout.items[3]
            for round in stride(from: 3, to: x.count, by: 12) {
                try table.add("x-\(round)", to: parent, layout.flipped(x[round], at: -1), code: "MOD_FOURTH_ROOT")
                try table.add("a-\(round)", to: parent, layout.flipped(a, at: round), code: "MOD_FOURTH_ROOT")
                try table.add("b-\(round)", to: parent, layout.flipped(b, at: round), code: "MOD_FOURTH_ROOT")
                try table.add("a-\(round)-two", to: parent, layout.flipped(a, at: round, mask: 2), code: "MOD_BIT")
                try table.add("b-\(round)-high", to: parent, layout.flipped(b, at: round, mask: 0x80), code: "MOD_BIT")
            }
            for round in z.indices {
                try table.add("z-\(round)", to: parent, layout.flipped(z[round], at: -1), code: "MOD_NTH_ROOT")
            }
            for (name, byte) in [("zero", UInt8(0)), ("ones", 0xFF)] {
                let value = [UInt8](repeating: byte, count: x[0].end - x[0].value)
                try table.add("w-\(name)", to: parent, layout.replaced(layout.items[0], value), code: "MOD_W_RANGE")
                try table.add("x-last-\(name)", to: parent, layout.replaced(x[127], value), code: "MOD_X_RANGE")
                try table.add("z-last-\(name)", to: parent, layout.replaced(z[7], value), code: "MOD_Z_RANGE")
            }
            try table.add("ssid", to: parent, DamageTable.flip(parent, "/ssid", at: 7), code: "MOD_FOURTH_ROOT")
            try table.addShapes(parent, code: "MOD_ENCODING")
        }
        return table.vectors
    }

    static func pedersen(_ valid: [JSONValue]) throws(CryptoError) -> [JSONValue] {
        var table = DamageTable()
        for parent in valid {
            let layout = try ProofLayout(parent, "/proof")
            let A = layout.inner(0), z = layout.inner(1)
            let width = A[0].end - A[0].value
            for round in stride(from: 1, to: A.count, by: 14) {
                try table.add("A-\(round)", to: parent, layout.flipped(A[round], at: -1), code: "PRM_EQUATION")
                try table.add("z-\(round)", to: parent, layout.flipped(z[round], at: -1), code: "PRM_EQUATION")
                for (name, byte) in [("zero", UInt8(0)), ("ones", 0xFF)] {
                    let value = [UInt8](repeating: byte, count: width)
                    try table.add(
                        "A-\(round)-\(name)", to: parent, layout.replaced(A[round], value), code: "PRM_A_RANGE")
                }
                let ones = [UInt8](repeating: 0xFF, count: width)
                try table.add("z-\(round)-ones", to: parent, layout.replaced(z[round], ones), code: "PRM_Z_RANGE")
            }
            let factor = try DamageTable.bytes(parent, "/secret/pTilde")
            let multiple = [UInt8](repeating: 0, count: width - factor.count) + factor
            try table.add("A-factor", to: parent, layout.replaced(A[0], multiple), code: "PRM_A_RANGE")
            for name in ["s", "t"] {
                let path = "/parameters/" + name
                for (damage, byte) in [("zero", UInt8(0)), ("ones", 0xFF)] {
                    let changes = DamageTable.filled(path, byte, count: width)
                    try table.add("\(name)-\(damage)", to: parent, changes, code: "PRM_BASE")
                }
                let changes = try DamageTable.flip(parent, path, at: -1)
                try table.add("\(name)-low", to: parent, changes, code: "PRM_EQUATION")
                let short = [DamageTable.splice(path, at: 0, remove: 1, insert: [])]
                try table.add("\(name)-short", to: parent, short, code: "PRM_ENCODING")
            }
            let even = try DamageTable.flip(parent, "/parameters/modulus", at: -1)
            try table.add("modulus-even", to: parent, even, code: "PRM_MODULUS")
            try table.addShapes(parent, code: "PRM_ENCODING")
        }
        return table.vectors
    }
}
