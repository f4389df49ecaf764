@_spi(Deterministic) import Crypto
import Wire

/// Our own seeded runs: key generations and the signing runs over their keys, with what goes wrong in them.
enum OwnVectors {
    static let seed = "tamga-own-1"
    private static let origin =
        "made by `golden generate` of this repository from the seed; same licence as this repository"

    struct Folder {
        let name: String
        let family: String
        let specification: String
        let valid: [JSONValue]
        let invalid: [JSONValue]

        /// The bytes of valid.json or invalid.json: one vector a line.
        func file(_ kind: String) -> [UInt8] {
            var header = JSONWriter()
            header.beginObject()
            header.member("family", family)
            header.member("version", 1)
            header.member("origin", origin)
            header.member("specification", specification)
            header.member("seed", seed)
            header.name(kind)
            let lines = (kind == "valid" ? valid : invalid).map(\.bytes)
            return header.bytes + Array("[\n".utf8) + Array(lines.joined(separator: Array(",\n".utf8)))
                + Array("\n]}\n".utf8)
        }
    }

    /// - Parameter parameters: the published ring-Pedersen sets, by suite number
    static func make(parameters: [UInt64: JSONValue]) throws(CryptoError) -> [Folder] {
        let random = VectorRandom(seed: seed)
        var enrolments: [JSONValue] = []
        for (id, suite, slots) in [
            ("own-two-slots", Suite.suite1, [Slot.authentication, .signature]),
            ("own-suite-2", Suite.suite2, [.authentication]),
        ] {
            guard let set = parameters[suite.number] else { throw CryptoError("VECTOR_FILE", "no parameter set") }
            let skeleton = KeyGenerationSkeleton(id: id, suite: suite, slots: slots, parameters: set, random: random)
            enrolments.append(
                try VectorRecorder.fill(skeleton.value(), family: KeyGenerationFamily.self, seed: seed))
        }
        let refreshes = try refreshes(enrolments[0], parameters, random)
        let runs = try signing(enrolments, refreshes, random)
        return [
            Folder(
                name: "own-keygen", family: "keygen", specification: "wire appendix §7", valid: enrolments,
                invalid: try OwnNegatives.keyGeneration(enrolments[0])),
            Folder(
                name: "refresh", family: "refresh", specification: "docs/protocol.md, Refresh", valid: refreshes,
                invalid: try OwnNegatives.refresh(refreshes[0])),
            Folder(
                name: "own-signing", family: "signing", specification: "wire appendix §8", valid: runs,
                invalid: try OwnNegatives.signing(runs)),
        ]
    }

    /// SIGN stays in its suite, AUTH moves to the second one.
    private static func refreshes(
        _ enrolment: JSONValue, _ parameters: [UInt64: JSONValue], _ random: VectorRandom
    ) throws(CryptoError) -> [JSONValue] {
        var out: [JSONValue] = []
        for (id, suite, epoch, index): (String, Suite, UInt64, Int) in [
            ("own-refresh-sign", .suite1, 1, 1), ("own-refresh-auth-to-suite-2", .suite2, 6, 0),
        ] {
            guard let set = parameters[suite.number] else { throw CryptoError("VECTOR_FILE", "no parameter set") }
            let skeleton = RefreshSkeleton(id: id, suite: suite, epoch: epoch, parameters: set, random: random)
            out.append(
                try VectorRecorder.fill(
                    skeleton.value(enrolment, index: index), family: RefreshFamily.self, seed: seed))
        }
        return out
    }

    // MARK: Signing runs

    private static func signing(
        _ enrolments: [JSONValue], _ refreshes: [JSONValue], _ random: VectorRandom
    ) throws(CryptoError) -> [JSONValue] {
        var auth = try SigningSkeleton.Key(enrolments[0], index: 0)
        var sign = try SigningSkeleton.Key(enrolments[0], index: 1)
        var large = try SigningSkeleton.Key(enrolments[1], index: 0)
        var out: [JSONValue] = []
        func add(_ skeleton: SigningSkeleton, _ key: inout SigningSkeleton.Key) throws(CryptoError) {
            out.append(try VectorRecorder.fill(skeleton.value(&key), family: SigningFamily.self, seed: seed))
        }
        try add(SigningSkeleton(id: "own-raw-1", random: random), &sign)
        try add(SigningSkeleton(id: "own-raw-2", random: random), &sign)
        // An S3 that was lost: the phone keeps both tokens, the server knows the older one.
        sign.tokens.insert(random.bytes("own-lost-s3/lost", 32), at: 0)
        try add(SigningSkeleton(id: "own-lost-s3", random: random), &sign)
        // An S4 that was lost: the server has moved on to a token that the phone still keeps as the newest of two.
        sign.tokens.append(random.bytes("own-lost-s3/lost", 32))
        try add(SigningSkeleton(id: "own-lost-s4", random: random), &sign)
        let ones = [UInt8](repeating: 0xFF, count: 32)
        try add(SigningSkeleton(id: "own-digest-above-order", digest: ones, random: random), &sign)
        try add(SigningSkeleton(id: "own-last-counter", counterJump: (1 << 53) - 7, random: random), &sign)
        try add(
            SigningSkeleton(
                id: "own-acsp-notification", scheme: .acspV2, message: message(random, "Notification"), random: random),
            &auth)
        try add(
            SigningSkeleton(
                id: "own-acsp-web2app", scheme: .acspV2, message: message(random, "Web2App"), random: random), &auth)
        try add(
            SigningSkeleton(
                id: "own-acsp-spki", scheme: .acspV2SPKI, message: try bound(random, enrolments[0]), random: random),
            &auth)
        try add(SigningSkeleton(id: "own-activation", scheme: .activation, random: random), &auth)
        try add(
            SigningSkeleton(
                id: "own-suite-2-acsp", scheme: .acspV2, message: message(random, "QR"), random: random), &large)
        let authorised = try VectorNode(refreshes[0])["transcripts"]["authorisation"]["digest"].bytes()
        try add(
            SigningSkeleton(id: "own-refresh-authorisation", scheme: .refresh, digest: authorised, random: random),
            &auth)
        for high in [true, false] {
            guard out.contains(where: { $0["expect"]?["sWasHigh"]?.bool == high }) else {
                throw CryptoError("VECTOR_FORMAT", "the seed gives no run with sWasHigh = \(high)")
            }
        }
        return out
    }

    private static func message(_ random: VectorRandom, _ flow: String) -> JSONValue {
        let verifier = Base64URL.encode(random.bytes("acsp/\(flow)/verifier", 32))
        let interactions = Base64.encode(
            Array(#"[{"type":"displayTextAndPIN","displayText60":"Нэвтрэх"}]"#.utf8))
        return .object([
            "schemeName": .string("smart-id"),
            "serverRandom": .string(Base64.encode(random.bytes("acsp/\(flow)/serverRandom", 24))),
            "rpChallenge": .string(Base64.encode(random.bytes("acsp/\(flow)/rpChallenge", 64))),
            "userChallenge": .string(Base64URL.encode(SHA256.hash(Array(verifier.utf8)))),
            "relyingPartyName": .string("Дэмо банк"), "brokeredRpName": .string(""),
            "interactions": .string(interactions), "interactionTypeUsed": .string("displayTextAndPIN"),
            "initialCallbackUrl": .string(flow == "Web2App" ? "https://rp.example.mn/cb?value=Ab12Cd34" : ""),
            "flowType": .string(flow),
        ])
    }

    private static func bound(_ random: VectorRandom, _ enrolment: JSONValue) throws(CryptoError) -> JSONValue {
        let Q = try VectorNode(enrolment)["K3"]["slots"].element(0)["Q"].bytes()
        return .object([
            "rpChallenge": .string(Base64.encode(random.bytes("acsp/spki/rpChallenge", 32))),
            "spki": .hex(SPKI.p256Prefix + Q),
        ])
    }
}
