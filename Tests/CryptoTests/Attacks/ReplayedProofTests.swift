import TestSupport
import Testing

@_spi(Deterministic) @testable import Crypto

/// Rows 8, 12, 15, 29, 33, 44, 46 and 49: proofs that were made for somebody or something else.
@Suite struct ReplayedProofTests {
    /// Every member of ssid_kg: the K3 of one enrolment is refused in another that differs in it alone.
    @Test(arguments: ["enrolmentId", "documentNumber", "nonceP2", "keyId"])
    func k3IsBoundToItsEnrolment(member: String) throws {
        let fixture = try KeyFixture.shared
        let other = try otherContext(member)
        #expect(other.ssid != fixture.context.ssid)
        #expect(try AttackedEnrolment.refusal(of: fixture.k3, context: other) == "DL_KG_Q1")
    }

    /// Each proof alone is bound: an attacker who knows x1 makes the others anew and replays the one.
    @Test func eachProofOfK3IsBoundToItsEnrolment() throws {
        let fixture = try KeyFixture.shared, random = AttackedEnrolment.random("replay")
        let other = try otherContext("documentNumber")
        let key = try PaillierPublicKey(N: Integer(bytes: fixture.k3.N), suite: .suite1)
        let schnorr = try SchnorrProof.prove(
            other.proofOfQ1(fixture.k3.Q1), secret: fixture.share.x1, random: random)
        var k3 = K3Member.replace("proof", in: fixture.k3, by: schnorr.encoding)
        #expect(try AttackedEnrolment.refusal(of: k3, context: other) == "FAC_EQUATION_P")
        let factors = SmallFactorProof.prove(
            ssid: other.ssid, key: fixture.share.paillier, parameters: fixture.parameters, random: random)
        k3 = K3Member.replace("smallFactorProof", in: k3, by: factors.encoding)
        #expect(try AttackedEnrolment.refusal(of: k3, context: other) == "PDL_EQUATION_CIPHERTEXT")
        let rk = Integer.randomUnit(modulo: key.N.value, from: random)
        let ckey = key.encrypt(fixture.share.x1.integer, randomness: rk).bytes(width: Suite.suite1.n2)
        let discreteLog = try DiscreteLogProof.prove(
            .init(ssid: other.ssid, key: key, ckey: ckey, Q1: k3.Q1, parameters: fixture.parameters),
            x1: fixture.share.x1, rk: rk, random: random)
        k3 = K3Member.replace("ckey", in: k3, by: ckey)
        k3 = K3Member.replace("discreteLogProof", in: k3, by: discreteLog.encoding)
        #expect(try AttackedEnrolment.refusal(of: k3, context: other) == "MOD_FOURTH_ROOT")
        let modulus = try ModulusProof.prove(ssid: other.ssid, key: fixture.share.paillier, random: random)
        k3 = K3Member.replace("modulusProof", in: k3, by: modulus.encoding)
        #expect(try AttackedEnrolment.refusal(of: k3, context: other) == nil)
    }

    /// A proof about another key than the one that is sent (ZenGo-X/multi-party-ecdsa#167).
    @Test(arguments: [
        ("modulusProof", "MOD_W_JACOBI"), ("smallFactorProof", "FAC_EQUATION_P"), ("discreteLogProof", "PDL_A_RANGE"),
    ])
    func aProofIsAboutTheKeyThatIsSent(member: String, code: String) throws {
        let fixture = try KeyFixture.shared, random = AttackedEnrolment.random("another key")
        let secret = try GoldenVectors.valid("keygen", "two-slots")
        let other = try PaillierSecretKey(
            p: Integer(bytes: secret.hex("secret", "slots", "0", "p")),
            q: Integer(bytes: secret.hex("secret", "slots", "0", "q")), suite: .suite1)
        let rk = Integer.randomUnit(modulo: other.publicKey.N.value, from: random)
        let ckey = other.publicKey.encrypt(fixture.share.x1.integer, randomness: rk).bytes(width: Suite.suite1.n2)
        let bytes: [UInt8]
        switch member {
        case "modulusProof":
            bytes = try ModulusProof.prove(ssid: fixture.context.ssid, key: other, random: random).encoding
        case "smallFactorProof":
            bytes =
                SmallFactorProof.prove(
                    ssid: fixture.context.ssid, key: other, parameters: fixture.parameters, random: random
                ).encoding
        default:
            let statement = DiscreteLogProof.Statement(
                ssid: fixture.context.ssid, key: other.publicKey, ckey: ckey, Q1: fixture.k3.Q1,
                parameters: fixture.parameters)
            bytes = try DiscreteLogProof.prove(
                statement, x1: fixture.share.x1, rk: rk, random: random
            ).encoding
        }
        let k3 = K3Member.replace(member, in: fixture.k3, by: bytes)
        let refusal = try AttackedEnrolment.refusal(of: k3)
        #expect(refusal == code)
    }

    /// N of another account, with all its proofs: the unique index refuses it, and the proofs name the document.
    @Test func aModulusOfAnotherAccountIsRefused() throws {
        let fixture = try KeyFixture.shared
        #expect(try AttackedEnrolment.refusal(of: fixture.k3, seen: true) == "N_SEEN")
        #expect(SHA256.hash(fixture.k3.N) == fixture.verified.modulusHash)
    }

    // MARK: Purposes, roles and slots

    /// A proof for one purpose or role is none for any other, over the same point and session id.
    @Test func proofsDoNotTravelBetweenPurposesAndRoles() throws {
        let fixture = try KeyFixture.shared
        let Q1 = fixture.k3.Q1, ssid = [UInt8](repeating: 7, count: 32)
        for made in SchnorrPurpose.allCases {
            for role in [Role.phone, .server] {
                let own = SchnorrProof.Statement(made, ssid: ssid, role: role, points: [Q1], X: Q1)
                let proof = try SchnorrProof.prove(
                    own, secret: fixture.share.x1, random: AttackedEnrolment.random("purposes"))
                try proof.verify(own)
                for asked in SchnorrPurpose.allCases {
                    for other in [Role.phone, .server] where asked != made || other != role {
                        let statement = SchnorrProof.Statement(asked, ssid: ssid, role: other, points: [Q1], X: Q1)
                        #expect(throws: CryptoError("SCHNORR_EQUATION")) { try proof.verify(statement) }
                    }
                }
            }
        }
    }

    /// The two proofs of S3 in each other's place.
    @Test func theProofsOfS3AreNotInterchangeable() throws {
        let run = try SigningFixture("swapped", digest: [UInt8](repeating: 4, count: 32))
        var s3 = S3Member.replace("proof", in: run.s3, by: run.s3.shareProof)
        #expect(throws: CryptoError("DL_SG_R1")) { try run.serverReceives(s3) }
        s3 = S3Member.replace("shareProof", in: run.s3, by: run.s3.proof)
        #expect(throws: CryptoError("DL_SG_Q1")) { try run.serverReceives(s3) }
    }

    /// S3 of an earlier run, adapted to the attempt at hand: attempt and digest are easy to copy, the rest is bound.
    @Test func s3IsBoundToItsRun() throws {
        let digest = [UInt8](repeating: 5, count: 32)
        let old = try SigningFixture("old run", digest: digest), new = try SigningFixture("new run", digest: digest)
        #expect(throws: CryptoError("SIGNING_RESTART")) { try new.serverReceives(old.s3) }
        var s3 = S3Member.replace("attempt", in: old.s3, by: new.attempt.ssid)
        #expect(throws: CryptoError("SG_COMMITMENT")) { try new.serverReceives(s3) }
        s3 = S3Member.replace("R1", in: S3Member.replace("opening", in: s3, by: new.s3.opening), by: new.s3.R1)
        #expect(throws: CryptoError("DL_SG_R1")) { try new.serverReceives(s3) }
        s3 = S3Member.replace("proof", in: s3, by: new.s3.proof)
        #expect(throws: CryptoError("DL_SG_Q1")) { try new.serverReceives(s3) }
    }

    /// Every member of sid1 and ssid_sg changes the session id, so that S3 of one cannot be S3 of another.
    @Test func everyMemberOfTheSigningSessionCounts() throws {
        let run = try SigningFixture("members", digest: [UInt8](repeating: 6, count: 32))
        let own = run.context
        func sid(
            keyId: String = "key", epoch: UInt64 = 1, session: String = "session", slot: Slot = .signature,
            scheme: SigningScheme = .rawDigest, digest: [UInt8] = [UInt8](repeating: 6, count: 32), Q: Point? = nil,
            suite: Suite = .suite1, ckey: [UInt8]? = nil
        ) -> [UInt8] {
            SigningContext(
                anyScheme: suite, keyId: keyId, epoch: epoch, Q: Q ?? own.Q, Q1: own.Q1, N: own.N,
                ckey: ckey ?? own.ckey, sessionId: session, slot: slot, scheme: scheme, digest: digest
            ).sid1Transcript(nonceP1: run.phone.s1.nonce).digest
        }
        var seen: Set<[UInt8]> = [sid()]
        let others = [
            sid(keyId: "key2"), sid(epoch: 2), sid(session: "session2"), sid(slot: .authentication),
            sid(scheme: .acspV2), sid(digest: [UInt8](repeating: 7, count: 32)), sid(Q: own.Q1), sid(suite: .suite2),
            sid(ckey: own.ckey.reversed()), own.sid1Transcript(nonceP1: run.phone.s1.commitment).digest,
        ]
        for other in others { #expect(seen.insert(other).inserted) }
        let C = run.phone.s1.commitment, nonceP2 = run.s2.nonce
        for ssid in [
            SigningContext.ssidTranscript(sid1: sid(), commitment: C, signCounter: 7, nonceP2: nonceP2),
            SigningContext.ssidTranscript(sid1: sid(), commitment: C, signCounter: 8, nonceP2: nonceP2),
            SigningContext.ssidTranscript(sid1: sid(), commitment: nonceP2, signCounter: 7, nonceP2: nonceP2),
            SigningContext.ssidTranscript(sid1: sid(), commitment: C, signCounter: 7, nonceP2: C),
        ] { #expect(seen.insert(ssid.digest).inserted) }
    }

    /// The authentication key signs what the server has built, never a digest that somebody else has chosen.
    @Test func aKeyForOnePurposeSignsNothingOfAnother() throws {
        let own = try SigningFixture("slots", digest: [UInt8](repeating: 8, count: 32)).context
        for (slot, scheme) in [(Slot.authentication, SigningScheme.rawDigest), (.signature, .acspV2)] {
            #expect(throws: CryptoError("SCHEME_NOT_ALLOWED")) {
                _ = try SigningContext(
                    suite: .suite1, keyId: own.keyId, epoch: 1, Q: own.Q, Q1: own.Q1, N: own.N, ckey: own.ckey,
                    sessionId: own.sessionId, slot: slot, scheme: scheme, digest: own.digest)
            }
        }
    }

    private func otherContext(_ member: String) throws -> KeyGenerationContext {
        try AttackedEnrolment.context { parts in
            switch member {
            case "enrolmentId": parts.enrolmentId = "enrolment2"
            case "documentNumber": parts.documentNumber = "document2"
            case "nonceP2": parts.nonceP2[0] ^= 1
            default: parts.keyId = "key2"
            }
        }
    }
}
