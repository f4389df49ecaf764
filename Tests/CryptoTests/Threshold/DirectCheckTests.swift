import Testing

@_spi(Deterministic) @testable import Crypto

/// The checks of K1..K4 and S1..S5 that the golden vectors leave out, each at the function that makes it.
@Suite struct DirectCheckTests {
    @Test func theOpeningMessagesHaveTheirWidths() throws {
        let full = [UInt8](repeating: 1, count: 32)
        for (nonce, commitment) in [(full.dropLast(), full[...]), (full[...], full.dropLast()), ([], full[...])] {
            let k1 = K1Slot(slot: .signature, suite: 1, nonce: Array(nonce), commitment: Array(commitment))
            #expect(throws: CryptoError("K1_ENCODING")) { try ServerKeyGeneration.check(k1) }
            let s1 = S1(nonce: Array(nonce), commitment: Array(commitment))
            #expect(throws: CryptoError("S1_ENCODING")) { try ServerSigning.check(s1) }
        }
        for suite: UInt64 in [0, 3, .max] {
            let k1 = K1Slot(slot: .signature, suite: suite, nonce: full, commitment: full)
            #expect(throws: CryptoError("SUITE_UNKNOWN")) { try ServerKeyGeneration.check(k1) }
        }
    }

    @Test(arguments: [
        ("ckey", "CKEY_ENCODING"), ("modulusProof", "MOD_ENCODING"), ("smallFactorProof", "FAC_ENCODING"),
        ("discreteLogProof", "PDL_ENCODING"), ("proof", "DL_KG_Q1"), ("Q1", "K3_ENCODING"), ("Q", "K3_ENCODING"),
        ("opening", "K3_ENCODING"), ("ratchetNext", "K3_ENCODING"), ("N", "N_ENCODING"),
    ])
    func everyMemberOfK3HasItsWidth(member: String, code: String) throws {
        let fixture = try KeyFixture.shared
        for value in [K3Member.value(member, fixture.k3).dropLast(), K3Member.value(member, fixture.k3) + [0], []] {
            let k3 = K3Member.replace(member, in: fixture.k3, by: Array(value))
            #expect(throws: CryptoError(code)) { try fixture.serverReceives(k3) }
        }
    }

    @Test func aModulusMayBeEnrolledOnce() throws {
        let fixture = try KeyFixture.shared
        #expect(throws: CryptoError("N_SEEN")) { try fixture.serverReceives(fixture.k3, seen: true) }
    }

    @Test func theSlotOfK3IsTheSlotOfK1() throws {
        let fixture = try KeyFixture.shared
        let k3 = fixture.k3
        let other = K3Slot(
            slot: .authentication, Q1: k3.Q1, opening: k3.opening, proof: k3.proof, N: k3.N, ckey: k3.ckey,
            modulusProof: k3.modulusProof, smallFactorProof: k3.smallFactorProof,
            discreteLogProof: k3.discreteLogProof, Q: k3.Q, ratchetNext: k3.ratchetNext)
        #expect(throws: CryptoError("KG_COMMITMENT")) { try fixture.serverReceives(other) }
    }

    @Test(arguments: ["R1", "opening", "proof", "shareProof", "digest"])
    func everyMemberOfS3HasItsWidth(member: String) throws {
        let run = try SigningFixture("widths", digest: [UInt8](repeating: 3, count: 32))
        for value in [S3Member.value(member, run.s3).dropLast(), S3Member.value(member, run.s3) + [0], []] {
            let s3 = S3Member.replace(member, in: run.s3, by: Array(value))
            #expect(throws: CryptoError("S3_ENCODING")) { try run.serverReceives(s3) }
        }
    }

    @Test(arguments: ["attempt", "digest", "nonce", "R2", "proof"])
    func everyMemberOfS2HasItsWidth(member: String) throws {
        let run = try SigningFixture("widths of S2", digest: [UInt8](repeating: 3, count: 32))
        for value in [S2Member.value(member, run.s2).dropLast(), S2Member.value(member, run.s2) + [0], []] {
            let s2 = S2Member.replace(member, in: run.s2, by: Array(value))
            #expect(throws: CryptoError("S2_ENCODING")) { try run.phoneReceives(s2) }
        }
    }

    /// Under a right signature: the key and the epoch that S2 names are those that the phone signs with.
    @Test func s2NamesTheKeyAndEpochOfThePhone() throws {
        let run = try SigningFixture("epoch", digest: [UInt8](repeating: 3, count: 32))
        for (keyId, epoch) in [("another", UInt64(1)), (run.context.keyId, 2)] {
            let own = run.context
            let context = try SigningContext(
                suite: own.suite, keyId: keyId, epoch: epoch, Q: own.Q, Q1: own.Q1, N: own.N, ckey: own.ckey,
                sessionId: own.sessionId, slot: own.slot, scheme: own.scheme, digest: own.digest)
            let committed = try ServerSigning.commit(
                run.phone.s1, context: context, signCounter: 7, x2: run.key.x2, core: run.key.core,
                random: AttackedEnrolment.random("epoch"))
            #expect(throws: CryptoError("EPOCH_MISMATCH")) { try run.phoneReceives(committed.s2) }
        }
    }

    @Test(arguments: ["nonce", "Q2", "proof", "slot"])
    func everyMemberOfK2HasItsWidth(member: String) throws {
        let fixture = try KeyFixture.shared, k2 = fixture.k2
        func pick(_ name: String, _ value: [UInt8]) -> [UInt8] { name == member ? value.dropLast() : value }
        let damaged = K2Slot(
            slot: member == "slot" ? .authentication : k2.slot, keyId: k2.keyId, nonce: pick("nonce", k2.nonce),
            Q2: pick("Q2", k2.Q2), proof: pick("proof", k2.proof), signature: k2.signature)
        let phone = try PhoneKeyGeneration(
            suite: .suite1, slot: .signature, x1: fixture.share.x1.duplicate(), nonce: fixture.k1.nonce,
            opening: fixture.k3.opening)
        #expect(throws: CryptoError("K2_ENCODING")) {
            _ = try phone.accept(
                damaged, head: fixture.head, parameters: fixture.parameters, core: fixture.core.verifyingKey)
        }
    }

    @Test func aDigestHas32Bytes() throws {
        for count in [0, 31, 33, 64] {
            #expect(throws: CryptoError("DIGEST_ENCODING")) {
                _ = try KeyFixture.shared.signingContext([UInt8](repeating: 1, count: count))
            }
        }
    }

    @Test func aKeyHasTheLengthOfItsSuite() throws {
        let N = try KeyFixture.shared.k3.N
        // The last has the length of the other suite.
        for value in [N + [1], [1] + N, Array(N.dropLast()), N + N.suffix(128)] {
            #expect(throws: CryptoError("N_SIZE")) {
                _ = try PaillierPublicKey(N: Integer(bytes: value), suite: .suite1)
            }
        }
    }

    /// The widths of Ñ, s and t, each with the numbers themselves kept.
    @Test func aParameterSetHasItsWidths() throws {
        let set = try KeyFixture.shared.parameters
        let values = [set.encodedModulus, set.encodedS, set.encodedT]
        for index in values.indices {
            var wide = values
            wide[index] = [0] + wide[index]
            #expect(throws: CryptoError("PRM_ENCODING")) {
                _ = try RingPedersenParameters(suite: .suite1, modulus: wide[0], s: wide[1], t: wide[2])
            }
        }
    }

    @Test func anAttemptIsComparedBeforeAnythingElse() throws {
        let run = try SigningFixture("attempts", digest: [UInt8](repeating: 4, count: 32))
        let stale = S3(
            attempt: [UInt8](repeating: 0, count: 32), R1: [], opening: [], proof: [], shareProof: [], digest: [],
            ratchet: [], ratchetNext: [])
        #expect(throws: CryptoError("SIGNING_RESTART")) { try run.serverReceives(stale) }
        let short = S3(
            attempt: [], R1: [], opening: [], proof: [], shareProof: [], digest: [], ratchet: [], ratchetNext: [])
        #expect(throws: CryptoError("S3_ENCODING")) { try run.serverReceives(short) }
        #expect(throws: CryptoError("SIGNING_RESTART")) {
            try run.serverReceives(S5(attempt: [UInt8](repeating: 0, count: 32), r: [], s: []))
        }
        #expect(throws: CryptoError("S5_ENCODING")) { try run.serverReceives(S5(attempt: [], r: [], s: [])) }
        #expect(throws: CryptoError("S5_ENCODING")) {
            try run.serverReceives(S5(attempt: run.s5.attempt, r: run.s5.r.dropLast(), s: run.s5.s))
        }
    }

    @Test func aKeyOfAnotherSetIsRefused() throws {
        let fixture = try KeyFixture.shared
        let head = PhoneKeyGeneration.Head(
            enrolmentId: "enrolment", documentNumber: "document", expiresAt: fixture.head.expiresAt,
            parametersHash: [UInt8](repeating: 0, count: 32))
        let phone = try PhoneKeyGeneration(
            suite: .suite1, slot: .signature, x1: fixture.share.x1.duplicate(), nonce: fixture.k1.nonce,
            opening: fixture.k3.opening)
        #expect(throws: CryptoError("PARAMETERS_HASH")) {
            try phone.accept(
                fixture.k2, head: head, parameters: fixture.parameters, core: fixture.core.verifyingKey)
        }
        let other = try CoreKey(secret: fixture.x2.secretBytes).verifyingKey
        #expect(throws: CryptoError("K2_SIGNATURE")) {
            try phone.accept(fixture.k2, head: fixture.head, parameters: fixture.parameters, core: other)
        }
        try phone.expectAccepts(fixture)
    }
}

extension PhoneKeyGeneration {
    fileprivate borrowing func expectAccepts(_ fixture: KeyFixture) throws {
        let accepted = try accept(
            fixture.k2, head: fixture.head, parameters: fixture.parameters, core: fixture.core.verifyingKey)
        #expect(accepted.Q == fixture.verified.Q)
    }
}
