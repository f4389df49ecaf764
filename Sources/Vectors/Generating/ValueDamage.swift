import Crypto
import Wire

/// What can be wrong with encodings, hashes, keys and signatures.
enum ValueDamage {
    static func tlv(_ valid: [JSONValue]) throws(CryptoError) -> [JSONValue] {
        var table = DamageTable()
        let path = "/encoding"
        for parent in valid {
            let bytes = try DamageTable.bytes(parent, path)
            let end = DamageTable.splice(path, at: bytes.count, remove: 0, insert: [0])
            try table.add("trailing", to: parent, [end], code: "TLV_TRAILING")
            let short = DamageTable.splice(path, at: bytes.count - 1, remove: 1, insert: [])
            try table.add("short", to: parent, [short], code: "TLV_TRUNCATED")
            for tag: UInt8 in [0, 6, 0x81] {
                let change = DamageTable.splice(path, at: 0, remove: 1, insert: [tag])
                try table.add("tag-\(tag)", to: parent, [change], code: "TLV_TAG")
            }
            let header = DamageTable.splice(path, at: 4, remove: bytes.count - 4, insert: [])
            try table.add("half-header", to: parent, [header], code: "TLV_TRUNCATED")
            let huge = DamageTable.splice(path, at: 1, remove: 1, insert: [0x7F])
            try table.add("huge-length", to: parent, [huge], code: "TLV_TRUNCATED")
        }
        return table.vectors
    }

    static func hash(_ valid: [JSONValue]) throws(CryptoError) -> [JSONValue] {
        try digests(valid, member: "/digest", code: "HASH_MISMATCH") { (table, parent) throws(CryptoError) in
            let domain = parent["domain"]?.string ?? ""
            for (name, text) in [("longer", domain + "x"), ("upper", domain.uppercased()), ("empty", "")] {
                let changes = [DamageTable.set("/domain", .string(text))]
                try table.add("domain-\(name)", to: parent, changes, code: "HASH_MISMATCH")
            }
            let members = parent["members"]?.array ?? []
            let more = [DamageTable.set("/members", .array(members + [.object(["bytes": .string("")])]))]
            try table.add("one-more", to: parent, more, code: "HASH_MISMATCH")
        }
    }

    static func xof(_ valid: [JSONValue]) throws(CryptoError) -> [JSONValue] {
        try digests(valid, member: "/output", code: "XOF_MISMATCH") { (table, parent) throws(CryptoError) in
            let length = UInt64(parent["length"]?.int64 ?? 0)
            for (name, other) in [("one-more", length + 1), ("block-more", length + 32)] {
                let changes = [DamageTable.set("/length", .int(other))]
                try table.add(name, to: parent, changes, code: "XOF_MISMATCH")
            }
            guard length > 0 else { return }
            let seed = try DamageTable.bytes(parent, "/seed")
            let longer = [DamageTable.splice("/seed", at: seed.count, remove: 0, insert: [0])]
            try table.add("seed-longer", to: parent, longer, code: "XOF_MISMATCH")
            let changed = try DamageTable.flip(parent, "/seed", at: 0)
            try table.add("seed-changed", to: parent, changed, code: "XOF_MISMATCH")
        }
    }

    /// Four damages of the result itself, and what `others` adds.
    private static func digests(
        _ valid: [JSONValue], member: String, code: String,
        others: (inout DamageTable, JSONValue) throws(CryptoError) -> Void
    ) throws(CryptoError) -> [JSONValue] {
        var table = DamageTable()
        for parent in valid {
            let bytes = try DamageTable.bytes(parent, member)
            let name = String(member.dropFirst())
            try table.add("\(name)-first", to: parent, DamageTable.flip(parent, member, at: 0, mask: 0x80), code: code)
            try table.add("\(name)-last", to: parent, DamageTable.flip(parent, member, at: -1), code: code)
            let longer = [DamageTable.splice(member, at: bytes.count, remove: 0, insert: [0])]
            try table.add("\(name)-longer", to: parent, longer, code: code)
            try others(&table, parent)
        }
        return table.vectors
    }

    static func paillier(_ valid: [JSONValue]) throws(CryptoError) -> [JSONValue] {
        var table = DamageTable()
        for parent in valid {
            let width = try DamageTable.bytes(parent, "/N").count
            let N = try DamageTable.bytes(parent, "/N")
            let wide = [UInt8](repeating: 0, count: width)
            for (name, changes, code) in [
                ("N-even", try DamageTable.flip(parent, "/N", at: -1), "N_EVEN"),
                ("N-mod-4", try DamageTable.flip(parent, "/N", at: -1, mask: 2), "N_MOD4"),
                ("N-short", try DamageTable.flip(parent, "/N", at: 0, mask: 0x80), "N_SIZE"),
                ("N-one", [DamageTable.set("/N", .hex(wide.dropLast() + [1]))], "N_SIZE"),
                ("N-zero", DamageTable.filled("/N", 0, count: width), "N_EVEN"),
                ("N-byte-less", [DamageTable.splice("/N", at: 0, remove: 1, insert: [])], "N_ENCODING"),
                ("N-byte-more", [DamageTable.splice("/N", at: 0, remove: 0, insert: [0])], "N_ENCODING"),
            ] {
                try table.add(name, to: parent, changes, code: code, check: "modulus")
            }
            for (name, changes, code) in [
                ("c-zero", DamageTable.filled("/c", 0, count: 2 * width), "C_RANGE"),
                ("c-ones", DamageTable.filled("/c", 0xFF, count: 2 * width), "C_RANGE"),
                ("c-N", [DamageTable.set("/c", .hex(wide + N))], "C_COPRIME"),
                ("c-byte-less", [DamageTable.splice("/c", at: 0, remove: 1, insert: [])], "C_ENCODING"),
                ("c-byte-more", [DamageTable.splice("/c", at: 0, remove: 0, insert: [0])], "C_ENCODING"),
            ] {
                try table.add(name, to: parent, changes, code: code, check: "ciphertext")
            }
        }
        return table.vectors
    }

    static func ratchet(_ valid: [JSONValue]) throws(CryptoError) -> [JSONValue] {
        var table = DamageTable()
        for parent in valid where parent["current"] != nil {
            let tokens = parent["ratchet"]?.array ?? []
            let key = [DamageTable.set("/keyId", .string((parent["keyId"]?.string ?? "") + "0"))]
            try table.add("another-key", to: parent, key, code: "RATCHET_UNKNOWN")
            for index in tokens.indices {
                let path = "/ratchet/\(index)"
                let short = [DamageTable.splice(path, at: 0, remove: 1, insert: [])]
                try table.add("token-\(index)-short", to: parent, short, code: "RATCHET_ENCODING")
                let long = [DamageTable.splice(path, at: 0, remove: 0, insert: [0])]
                try table.add("token-\(index)-long", to: parent, long, code: "RATCHET_ENCODING")
            }
            let next = "/ratchetNext"
            for (name, changes) in [
                ("next-short", [DamageTable.splice(next, at: 0, remove: 1, insert: [])]),
                ("next-long", [DamageTable.splice(next, at: 0, remove: 0, insert: [0])]),
                ("next-empty", [DamageTable.set(next, .string(""))]),
                ("none", [DamageTable.set("/ratchet", .array([]))]),
                ("sixteen", [DamageTable.set("/ratchet", .array((0..<16).map { tokens[$0 % tokens.count] }))]),
            ] { try table.add(name, to: parent, changes, code: "RATCHET_ENCODING") }
        }
        return table.vectors
    }

    static func acsp(_ valid: [JSONValue]) throws(CryptoError) -> [JSONValue] {
        var table = DamageTable()
        for parent in valid {
            for digit in [0, -1] {
                let changes = try DamageTable.flip(parent, "/digest", at: digit)
                try table.add("digest\(digit)", to: parent, changes, code: "ACSP_DIGEST_MISMATCH")
            }
            guard parent["kind"]?.string == "ACSP_V2", let fields = parent["fields"] else {
                let short = [DamageTable.splice("/fields/spki", at: 90, remove: 1, insert: [])]
                try table.add("spki-short", to: parent, short, code: "ACSP_FIELD")
                let prefix = try DamageTable.flip(parent, "/fields/spki", at: 20)
                try table.add("spki-algorithm", to: parent, prefix, code: "ACSP_FIELD")
                let key = try DamageTable.flip(parent, "/fields/spki", at: 40)
                try table.add("spki-key", to: parent, key, code: "ACSP_DIGEST_MISMATCH")
                let none = [DamageTable.set("/fields/rpChallenge", .string(""))]
                try table.add("rpChallenge-empty", to: parent, none, code: "ACSP_FIELD")
                continue
            }
            func put(_ name: String, _ text: String) -> [JSONValue] {
                [DamageTable.set("/fields/" + name, .string(text))]
            }
            for name in ["schemeName", "serverRandom", "rpChallenge", "interactionTypeUsed"] {
                let own = fields[name]?.string ?? ""
                try table.add("\(name)-longer", to: parent, put(name, own + "x"), code: "ACSP_DIGEST_MISMATCH")
                try table.add("\(name)-empty", to: parent, put(name, ""), code: "ACSP_FIELD")
                try table.add("\(name)-separator", to: parent, put(name, own + "|"), code: "ACSP_FIELD")
            }
            for name in ["relyingPartyName", "brokeredRpName", "interactions"] {
                let own = fields[name]?.string ?? ""
                try table.add("\(name)-longer", to: parent, put(name, own + "x"), code: "ACSP_DIGEST_MISMATCH")
            }
            let challenge = fields["userChallenge"]?.string ?? ""
            let short = put("userChallenge", String(challenge.dropLast()))
            try table.add("userChallenge-short", to: parent, short, code: "ACSP_USER_CHALLENGE")
            let slash = put("userChallenge", challenge.dropLast() + "/")
            try table.add("userChallenge-alphabet", to: parent, slash, code: "ACSP_USER_CHALLENGE")
            try table.add("flow-unknown", to: parent, put("flowType", "Push"), code: "ACSP_FLOW_TYPE")
        }
        return table.vectors
    }

    static func knownNonce(_ valid: [JSONValue]) throws(CryptoError) -> [JSONValue] {
        var table = DamageTable()
        for parent in valid {
            for name in ["r", "s", "digest"] {
                let changes = try DamageTable.flip(parent, "/" + name, at: -1)
                try table.add("\(name)-low", to: parent, changes, code: "SIGNATURE_INVALID")
            }
            for name in ["r", "s"] {
                let changes = DamageTable.filled("/" + name, 0, count: 32)
                try table.add("\(name)-zero", to: parent, changes, code: "SIGNATURE_INVALID")
            }
            try table.add("Q", to: parent, DamageTable.flip(parent, "/Qy", at: -1), code: "POINT_INVALID")
        }
        return table.vectors
    }

    static func point(_ valid: [JSONValue]) throws(CryptoError) -> [JSONValue] {
        var table = DamageTable()
        let path = "/point"
        for parent in valid.prefix(6) {
            for prefix: UInt8 in [0, 2, 3, 5, 6, 7] {
                let changes = [DamageTable.splice(path, at: 0, remove: 1, insert: [prefix])]
                try table.add("prefix-\(prefix)", to: parent, changes, code: "POINT_ENCODING")
            }
            let short = [DamageTable.splice(path, at: 64, remove: 1, insert: [])]
            try table.add("short", to: parent, short, code: "POINT_ENCODING")
            let long = [DamageTable.splice(path, at: 65, remove: 0, insert: [0])]
            try table.add("long", to: parent, long, code: "POINT_ENCODING")
            try table.add("y", to: parent, DamageTable.flip(parent, path, at: -1), code: "POINT_INVALID")
            let ones = [UInt8](repeating: 0xFF, count: 32)
            let above = [DamageTable.splice(path, at: 1, remove: 32, insert: ones)]
            try table.add("x-above", to: parent, above, code: "POINT_INVALID")
        }
        return table.vectors
    }
}
