import Crypto
import Phone
import ServerTestSupport
import Testing
import Wire

/// One way of spoiling an honest S3 and what it must lead to.
struct S3Case: Sendable, CustomTestStringConvertible {
    let name: String
    let outcome: String
    let pointer: String?
    let spoil: @Sendable ([UInt8]) throws -> [UInt8]

    var testDescription: String { name }

    init(
        _ name: String, _ outcome: String, pointer: String? = nil,
        _ spoil: @escaping @Sendable ([UInt8]) throws -> [UInt8]
    ) {
        self.name = name
        self.outcome = outcome
        self.pointer = pointer
        self.spoil = spoil
    }

    private static func tokens(_ count: Int) -> JSONValue {
        .array((0..<count).map { .string(Base64.encode(SHA256.hash([UInt8($0)]))) })
    }

    static let burning: [S3Case] = [
        S3Case("R1 too short", "400 S3_ENCODING") { try BodyEditing.edit($0, "R1", BodyEditing.shortened) },
        S3Case("opening too short", "400 S3_ENCODING") { try BodyEditing.edit($0, "opening", BodyEditing.shortened) },
        S3Case("proof too short", "400 S3_ENCODING") { try BodyEditing.edit($0, "proof", BodyEditing.shortened) },
        S3Case("shareProof missing", "400 S3_ENCODING", pointer: "/shareProof") {
            try BodyEditing.edit($0, "shareProof") { _ in nil }
        },
        S3Case("digest is no Base64", "400 S3_ENCODING", pointer: "/digest") {
            try BodyEditing.edit($0, "digest") { _ in .string("!") }
        },
        S3Case("ratchet is a string", "400 S3_ENCODING", pointer: "/ratchet") {
            try BodyEditing.edit($0, "ratchet") { _ in .string("") }
        },
        S3Case("another digest", "409 DIGEST_MISMATCH") { try BodyEditing.edit($0, "digest", BodyEditing.flipped) },
        S3Case("another opening", "400 SG_COMMITMENT") { try BodyEditing.edit($0, "opening", BodyEditing.flipped) },
        S3Case("another R1", "400 SG_COMMITMENT") { try BodyEditing.edit($0, "R1", BodyEditing.flipped) },
        S3Case("a wrong proof of k1", "400 DL_SG_R1") { try BodyEditing.edit($0, "proof", BodyEditing.flipped) },
        S3Case("a wrong proof of x1", "403 DL_SG_Q1") { try BodyEditing.edit($0, "shareProof", BodyEditing.flipped) },
        S3Case("the proof of k1 as that of x1", "403 DL_SG_Q1") { body in
            let proof = try JSONParser.parse(body)["proof"]
            return try BodyEditing.edit(body, "shareProof") { _ in proof }
        },
        S3Case("no ratchet token", "400 RATCHET_ENCODING") {
            try BodyEditing.edit($0, "ratchet") { _ in tokens(0) }
        },
        S3Case("sixteen ratchet tokens", "400 RATCHET_ENCODING") {
            try BodyEditing.edit($0, "ratchet") { _ in tokens(16) }
        },
    ]
}

extension EndToEnd {
    @Suite("An S3 that fails a check", .serialized)
    struct S3Refusals {
        @Test("it has its code, burns the attempt and nothing else", arguments: S3Case.burning)
        func burns(_ spoiled: S3Case) throws {
            try withWorld { world in
                let (phone, session) = (world.phone, try world.sign())
                let s3 = try phone.body(of: .prove, session: session.id)
                let answer = try phone.send(.prove, spoiled.spoil(s3), session: session.id)
                #expect(answer.outcome == spoiled.outcome)
                if let pointer = spoiled.pointer { #expect(answer.pointer == pointer) }
                #expect(ErrorShape.problems(answer).isEmpty)
                #expect(try world.attempts(session.id) == "BURNED")
                #expect(try phone.send(.prove, s3, session: session.id).outcome == "409 SIGNING_RESTART")
                #expect(try world.keyStates() == "ACTIVE")
                // The session lives: the honest phone, told to start again, signs in it.
                try phone.approve(session.id)
                #expect(try world.party.hasValidSignature(session.id, digest: session.digest))
            }
        }

        @Test("a committed R1 that is no point of the curve burns the attempt")
        func notAPoint() throws {
            try withWorld { world in
                let (phone, session) = (world.phone, try world.sign())
                let record = try phone.registry.slot(.signature)
                let context = try SigningContext(
                    suite: record.suite, keyId: record.keyId, epoch: record.epoch, Q: record.Q, Q1: record.Q1,
                    N: record.N, ckey: record.ckey, sessionId: session.id, slot: .signature, scheme: .rawDigest,
                    digest: session.digest)
                let (nonce, opening) = (SHA256.hash([3]), SHA256.hash([4]))
                let R1 = [0x04] + SHA256.hash([5]) + SHA256.hash([6])
                let commitment = SigningContext.commitmentTranscript(
                    sid1: context.sid1Transcript(nonceP1: nonce).digest, R1: R1, opening: opening
                ).digest
                var s1 = try phone.body(of: .commit, session: session.id)
                s1 = try BodyEditing.edit(s1, "nonce") { _ in .string(Base64.encode(nonce)) }
                s1 = try BodyEditing.edit(s1, "commitment") { _ in .string(Base64.encode(commitment)) }
                let s2 = try phone.send(.commit, s1, session: session.id)
                #expect(s2.status == 200)

                let proof = [UInt8](repeating: 1, count: 120)
                var s3 = JSONWriter()
                s3.object { w in
                    w.member("attempt", s2.json["attempt"]?.string ?? "")
                    w.member("R1", base64: R1)
                    w.member("opening", base64: opening)
                    w.member("proof", base64: proof)
                    w.member("shareProof", base64: proof)
                    w.member("digest", base64: session.digest)
                    w.memberArray("ratchet") { $0.value(base64: SHA256.hash([7])) }
                    w.member("ratchetNext", base64: SHA256.hash([8]))
                }
                #expect(try phone.send(.prove, s3.bytes, session: session.id).outcome == "400 R1_POINT")
                #expect(try world.attempts(session.id) == "BURNED")
                #expect(try world.keyStates() == "ACTIVE")
            }
        }

        @Test("a ratchet that was never valid is refused with 401, changes nothing, and the honest retry works")
        func unknownRatchet() throws {
            try withWorld { world in
                let (phone, session) = (world.phone, try world.sign())
                let before = try world.deployment.value(
                    "SELECT string_agg(ratchet::text, ' ' ORDER BY key_id) FROM key_share")
                let s3 = try phone.body(of: .prove, session: session.id)
                let foreign = try BodyEditing.edit(s3, "ratchet") { _ in
                    .array([.string(Base64.encode(SHA256.hash([9])))])
                }
                for _ in 1...3 {
                    let refused = try phone.send(.prove, foreign, session: session.id)
                    #expect(refused.outcome == "401 RATCHET_UNKNOWN")
                }
                #expect(try world.attempts(session.id) == "COMMITTED")
                #expect(try world.keyStates() == "ACTIVE")
                #expect(
                    try world.deployment.value("SELECT string_agg(ratchet::text, ' ' ORDER BY key_id) FROM key_share")
                        == before)
                #expect(try phone.send(.prove, s3, session: session.id).status == 200)
                try phone.approve(session.id)
                #expect(try world.party.hasValidSignature(session.id, digest: session.digest))
            }
        }

        @Test("a copy of the phone suspends both keys at its first S3 after the original has signed")
        func clone() throws {
            try withWorld { world in
                try world.withSacrificedPhone { copy in
                    #expect(try world.canSign())
                    let session = try world.sign()
                    let s3 = try copy.body(of: .prove, session: session.id)
                    let refused = try copy.send(.prove, s3, session: session.id)
                    #expect(refused.outcome == "403 RATCHET_CLONE")
                    #expect(try world.keyStates() == "SUSPENDED")
                    #expect(try world.attempts(session.id) == "BURNED")
                    let alerts = try world.deployment.value(
                        "SELECT count(*) FROM audit_entry WHERE kind = 'alert.clone' AND subject = '\(world.document)'")
                    #expect(alerts == "1")
                    // Neither of them can sign now; the original is told why.
                    let later = try #require(throws: PhoneError.self) { try world.phone.approve(session.id) }
                    #expect(later.code == "KEY_SUSPENDED")
                    #expect(throws: TestFailure.self) { try world.party.logIn(document: world.document) }
                }
            }
        }
    }
}
