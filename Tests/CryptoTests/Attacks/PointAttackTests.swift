import Testing

@_spi(Deterministic) @testable import Crypto

/// Rows 16, 17, 18 and 19: points that are none, reflected points, copied commitments, rogue keys, empty shares.
@Suite struct PointAttackTests {
    /// 65 bytes that are no point of the curve, and other encodings of one that is.
    static let damaged: [(name: String, make: @Sendable ([UInt8]) -> [UInt8])] = [
        ("infinity in 65 bytes", { _ in [UInt8](repeating: 0, count: 65) }),
        ("04 and zeros", { _ in [4] + [UInt8](repeating: 0, count: 64) }),
        ("off the curve", { $0.dropLast() + [$0[64] ^ 1] }),
        ("x on the twist", { [4] + $0[1..<33] + [UInt8](repeating: 0, count: 32) }),
        ("hybrid", { [6 + ($0[64] & 1)] + $0.dropFirst() }),
        ("coordinate above p", { [4] + [UInt8](repeating: 0xFF, count: 32) + $0[33...] }),
    ]

    @Test(arguments: damaged.indices)
    func q1MustBeAPoint(index: Int) throws {
        let fixture = try KeyFixture.shared
        let Q1 = Self.damaged[index].make(fixture.k3.Q1)
        let k3 = K3Member.replace("Q1", in: fixture.k3, by: Q1)
        #expect(try AttackedEnrolment.refusal(of: k3, k1: committed(to: Q1, fixture)) == "Q1_POINT")
    }

    @Test(arguments: damaged.indices)
    func r1MustBeAPoint(index: Int) throws {
        let run = try SigningFixture("points", digest: [UInt8](repeating: 1, count: 32))
        let R1 = Self.damaged[index].make(run.s3.R1)
        let s3 = S3Member.replace("R1", in: run.s3, by: R1)
        #expect(try refusal(run, s3, nonce: run.nonce.k2.duplicate()) == "R1_POINT")
    }

    /// The first message of each proof is a point like any other.
    @Test(arguments: damaged.indices)
    func firstMessagesMustBePoints(index: Int) throws {
        let fixture = try KeyFixture.shared
        let make = Self.damaged[index].make
        let schnorr = try SchnorrProof(decoding: fixture.k3.proof)
        let statement = fixture.context.proofOfQ1(fixture.k3.Q1)
        #expect(throws: CryptoError("SCHNORR_POINT")) {
            try SchnorrProof(A: make(schnorr.A), z: schnorr.z).verify(statement)
        }
        let pdl = try DiscreteLogProof(decoding: fixture.k3.discreteLogProof, suite: .suite1)
        let damaged = DiscreteLogProof(
            S: pdl.S, A: pdl.A, Y: make(pdl.Y), D: pdl.D, z1: pdl.z1, z2: pdl.z2, z3: pdl.z3)
        let key = try PaillierPublicKey(N: Integer(bytes: fixture.k3.N), suite: .suite1)
        #expect(throws: CryptoError("PDL_POINT")) {
            try damaged.verify(
                .init(
                    ssid: fixture.context.ssid, key: key, ckey: fixture.k3.ckey, Q1: fixture.k3.Q1,
                    parameters: fixture.parameters))
        }
    }

    // MARK: Reflection

    /// A phone that sends the server's own Q2 back, or its negative, with a proof that it could make.
    @Test(arguments: [false, true])
    func q1IsNotTheServersPoint(isNegative: Bool) throws {
        let fixture = try KeyFixture.shared
        let x2 = isNegative ? fixture.share.x1.negated() : fixture.share.x1.duplicate()
        #expect(try AttackedEnrolment.refusal(of: fixture.k3, x2: x2) == "Q1_REFLECTION")
    }

    @Test(arguments: [false, true])
    func r1IsNotTheServersPoint(isNegative: Bool) throws {
        let run = try SigningFixture("reflected", digest: [UInt8](repeating: 2, count: 32))
        let k2 = isNegative ? run.phone.k1.negated() : run.phone.k1.duplicate()
        #expect(try refusal(run, run.s3, nonce: k2) == "R1_REFLECTION")
    }

    /// A commitment overheard from another phone cannot be opened under an own nonce, slot or suite.
    @Test func aCopiedCommitmentDoesNotOpen() throws {
        let fixture = try KeyFixture.shared, k1 = fixture.k1
        let copies = [
            K1Slot(slot: k1.slot, suite: k1.suite, nonce: k1.nonce.map { $0 ^ 1 }, commitment: k1.commitment),
            K1Slot(slot: .authentication, suite: k1.suite, nonce: k1.nonce, commitment: k1.commitment),
        ]
        for copy in copies { #expect(try AttackedEnrolment.refusal(of: fixture.k3, k1: copy) == "KG_COMMITMENT") }
        let other = KeyGenerationContext.commitment(
            suite: 2, slot: k1.slot, nonceP1: k1.nonce, Q1: fixture.k3.Q1, opening: fixture.k3.opening
        ).digest
        #expect(other != k1.commitment)
    }

    /// A commitment of the server's role is none of the phone's: what the server says cannot come back.
    @Test func theRoleIsPartOfTheCommitment() throws {
        let run = try SigningFixture("role", digest: [UInt8](repeating: 3, count: 32))
        let sid1 = run.context.sid1Transcript(nonceP1: run.phone.s1.nonce).digest
        var asServer = Transcript("commit")
        asServer.append(sid1)
        asServer.append(text: Role.server.rawValue)
        asServer.append(point: run.s3.R1)
        asServer.append(run.s3.opening)
        let attempt = ServerSigning.Attempt(
            context: run.context, s1: S1(nonce: run.phone.s1.nonce, commitment: asServer.digest),
            ssid: run.attempt.ssid)
        #expect(throws: CryptoError("SG_COMMITMENT")) {
            _ = try ServerSigning.verify(run.s3, attempt: attempt, nonce: run.nonce, ratchet: run.ratchet)
        }
    }

    /// Rogue key: Q1 chosen after Q2, so that Q = x1·Q2 is the attacker's. The commitment of K1 is in the way.
    @Test func aPointChosenAfterTheServersDoesNotOpen() throws {
        let fixture = try KeyFixture.shared
        guard let target = Point.generator(times: Scalar.random(from: AttackedEnrolment.random("rogue"))),
            let rogue = target.times(fixture.x2.inverse())
        else { throw CryptoError("NO_POINT") }
        let k3 = K3Member.replace("Q1", in: fixture.k3, by: rogue.encoding)
        #expect(try AttackedEnrolment.refusal(of: k3) == "KG_COMMITMENT")
        // And where he has committed to it, he lacks the proof of its logarithm.
        #expect(try AttackedEnrolment.refusal(of: k3, k1: committed(to: rogue.encoding, fixture)) == "DL_KG_Q1")
    }

    // MARK: Empty shares

    @Test func aShareIsNeitherZeroNorTheOrder() throws {
        let fixture = try KeyFixture.shared
        let zero = Scalar(), order = CurveOrder.integer.bytes(width: 32)
        #expect(throws: CryptoError("SCALAR_RANGE")) { _ = try Scalar(bytes: order) }
        #expect(throws: CryptoError("SCALAR_RANGE")) { _ = try Scalar(bytes: [UInt8](repeating: 0xFF, count: 32)) }
        let isNil = Point.generator(times: zero) == nil
        #expect(isNil)
        #expect(try AttackedEnrolment.refusal(of: fixture.k3, x2: zero) == "Q2_POINT")
        let schnorr = try SchnorrProof(decoding: fixture.k3.proof)
        // z + q is another encoding of the same proof wherever it fits into 32 bytes.
        for z in [order, [UInt8](repeating: 0xFF, count: 32)] {
            #expect(throws: CryptoError("SCHNORR_Z_RANGE")) {
                try SchnorrProof(A: schnorr.A, z: z).verify(fixture.context.proofOfQ1(fixture.k3.Q1))
            }
        }
    }

    // MARK: Helpers

    private func committed(to Q1: [UInt8], _ fixture: KeyFixture) -> K1Slot {
        let k1 = fixture.k1
        let commitment = KeyGenerationContext.commitment(
            suite: k1.suite, slot: k1.slot, nonceP1: k1.nonce, Q1: Q1, opening: fixture.k3.opening
        ).digest
        return K1Slot(slot: k1.slot, suite: k1.suite, nonce: k1.nonce, commitment: commitment)
    }

    /// The server's verdict on an S3 whose R1 was committed to, under a nonce of its own.
    private func refusal(_ run: SigningFixture, _ s3: S3, nonce k2: consuming Scalar) throws -> String? {
        let sid1 = run.context.sid1Transcript(nonceP1: run.phone.s1.nonce).digest
        let commitment = SigningContext.commitmentTranscript(sid1: sid1, R1: s3.R1, opening: s3.opening).digest
        let attempt = ServerSigning.Attempt(
            context: run.context, s1: S1(nonce: run.phone.s1.nonce, commitment: commitment), ssid: run.attempt.ssid)
        let nonce = try SigningNonce(k2: k2)
        do throws(CryptoError) {
            _ = try ServerSigning.verify(s3, attempt: attempt, nonce: nonce, ratchet: run.ratchet)
            return nil
        } catch { return error.code }
    }
}
