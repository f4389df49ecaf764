import TestSupport
import Testing

@_spi(Deterministic) @testable import Crypto

/// Rows 5, 6, 7, 12, 34 and 46: TSSHOCK and its relatives, the attacks on how challenges are hashed and counted.
@Suite struct TranscriptAttackTests {
    // MARK: alpha-shuffle

    /// Tuples that a joiner with `$` cannot tell apart (CVE-2022-47931), and what the one encoder makes of them.
    @Test func noTwoTuplesEncodeEqual() {
        let joined: [[[UInt8]]] = [
            ["a$b", "c"], ["a", "b$c"], ["a$b$c"], ["a", "b", "c"],
        ].map { $0.map { Array($0.utf8) } }
        let sums = Set(joined.map { Array($0.joined(separator: [UInt8(ascii: "$")])) })
        #expect(sums.count == 1)
        let digests = Set(
            joined.map { members in digest("shuffle") { transcript in members.forEach { transcript.append($0) } } })
        #expect(digests.count == joined.count)
        let encodings = Set(joined.map { TLV.list($0.map(TLV.bytes)).encoding })
        #expect(encodings.count == joined.count)
    }

    /// The separator, lengths and counts of the encoding itself inside a member.
    @Test func anEncodingInsideAMemberStaysInside() {
        let a = TLV.bytes([1]).encoding, b = TLV.bytes([2]).encoding
        let asTwo = digest("shuffle") { transcript in
            transcript.append([1])
            transcript.append([2])
        }
        let asOne = digest("shuffle") { $0.append(a + b) }
        let asInner = digest("shuffle") { $0.append([1] + b) }
        let asList = digest("shuffle") { $0.append(.list([.bytes([1]), .bytes([2])])) }
        #expect(Set([asTwo, asOne, asInner, asList]).count == 4)
    }

    /// A value moved over the border between two neighbours of the statement.
    @Test func neighboursOfAStatementDoNotFlowTogether() throws {
        let ssid = [UInt8](repeating: 1, count: 32), N = [UInt8](repeating: 2, count: 256)
        let own = ModulusProof.seed(ssid: ssid, encodedN: N, w: N, round: 0).digest
        let moved = ModulusProof.seed(ssid: ssid + [2], encodedN: Array(N.dropFirst()), w: N, round: 0).digest
        let later = ModulusProof.seed(ssid: ssid, encodedN: N + [2], w: Array(N.dropFirst()), round: 0).digest
        #expect(Set([own, moved, later]).count == 3)
    }

    /// Lists with their counts (cb-mpc PR #84): empty, nested and flat ones differ.
    @Test func listsAreHashedWithTheirCount() {
        let lists: [[TLV]] = [
            [.list([])], [], [.list([.list([])])], [.list([.bytes([])])], [.bytes([])],
            [.list([.bytes([]), .bytes([])])],
            [.list([.bytes([])]), .list([.bytes([])])], [.list([.bytes([])]), .bytes([])],
        ]
        let digests = Set(
            lists.map { items in digest("lists") { transcript in items.forEach { transcript.append($0) } } })
        #expect(digests.count == lists.count)
    }

    // MARK: c-split

    /// A server with an s outside ⟨t⟩ can grind each round for itself where each round has its own challenge. Here all
    /// bits come from one hash over all first messages.
    @Test func aProofGroundRoundByRoundIsRefused() throws {
        let parameters = try parametersOutsideTheGroup()
        let proof = groundByRound(parameters)
        for round in 0..<Suite.pedersenRounds { #expect(isRightByRound(proof, round, parameters)) }
        #expect(throws: CryptoError("PRM_EQUATION")) { try proof.verify(parameters) }
    }

    /// The bit of round i by its own first message alone: the construction that TSSHOCK broke.
    private func bitOfOneRound(_ A: [UInt8], _ round: Int) -> UInt8 {
        digest("split") { transcript in
            transcript.append(A)
            transcript.append(UInt64(round))
        }[0] & 1
    }

    private func groundByRound(_ parameters: RingPedersenParameters) -> PedersenProof {
        let Nt = parameters.modulus, random = AttackedEnrolment.random("c-split")
        var A: [[UInt8]] = [], z: [[UInt8]] = []
        while A.count < Suite.pedersenRounds {
            let exponent = Integer.random(bits: 2000, from: random)
            // t^z: right for the bit 0, whatever s is.
            let first = Nt.power(parameters.t, exponent).bytes(width: Suite.suite1.n)
            guard bitOfOneRound(first, A.count) == 0 else { continue }
            A.append(first)
            z.append(exponent.bytes(width: Suite.suite1.n))
        }
        return PedersenProof(A: A, z: z)
    }

    private func isRightByRound(_ proof: PedersenProof, _ round: Int, _ parameters: RingPedersenParameters) -> Bool {
        let Nt = parameters.modulus
        let left = Nt.power(parameters.t, Integer(bytes: proof.z[round])), A = Integer(bytes: proof.A[round])
        let right = bitOfOneRound(proof.A[round], round) == 1 ? Nt.multiply(A, parameters.s) : A.duplicate()
        return left == right
    }

    /// The published set with −s: no square, so no power of t.
    private func parametersOutsideTheGroup() throws -> RingPedersenParameters {
        let set = try SharedParameters.published
        let s = (set.modulus.value - set.s).bytes(width: Suite.suite1.n)
        return try RingPedersenParameters(suite: .suite1, modulus: set.encodedModulus, s: s, t: set.encodedT)
    }

    // MARK: c-guess and empty lists

    /// The numbers of rounds are constants of the program: 128 bits of soundness, whatever is sent.
    @Test func theNumbersOfRoundsAreConstants() {
        #expect(Suite.soundness == 128)
        #expect(Suite.fourthRootRounds == 128)
        #expect(Suite.nthRootRounds == 8)
        #expect(Suite.pedersenRounds == 128)
        #expect(Suite.trialDivisionBound == 1 << 16)
        #expect(Suite.rhoBits == 768)
        for suite in [Suite.suite1, .suite2] { #expect(suite.n * 8 == suite.modulusBits) }
    }

    /// Fewer rounds, none at all, one more: no proof has another number of items than the constant.
    @Test(arguments: [0, 1, 2, 32, 127, 129, 256])
    func anotherNumberOfRoundsIsNoProof(rounds: Int) throws {
        let fixture = try KeyFixture.shared
        let own = try ModulusProof(decoding: fixture.k3.modulusProof, suite: .suite1)
        func list(_ values: [[UInt8]]) -> TLV { .list((0..<rounds).map { .bytes(values[$0 % values.count]) }) }
        func bits(_ values: [UInt8]) -> TLV { .bytes((0..<rounds).map { values[$0 % values.count] }) }
        let proof = TLV.list([.bytes(own.w), list(own.x), bits(own.a), bits(own.b), .list(own.z.map(TLV.bytes))])
        let short = TLV.list([
            .bytes(own.w), .list(own.x.map(TLV.bytes)), .bytes(own.a), .bytes(own.b),
            .list(own.z.prefix(min(rounds, 7)).map(TLV.bytes)),
        ])
        for bytes in [proof.encoding, short.encoding] {
            let k3 = K3Member.replace("modulusProof", in: fixture.k3, by: bytes)
            #expect(try AttackedEnrolment.refusal(of: k3) == "MOD_ENCODING")
        }
        let set = try SharedParameters.published
        let element = TLV.bytes(set.encodedT)
        let pedersen = TLV.list([
            .list((0..<rounds).map { _ in element }), .list((0..<rounds).map { _ in element }),
        ]).encoding
        #expect(throws: CryptoError("PRM_ENCODING")) { _ = try PedersenProof(decoding: pedersen, suite: .suite1) }
    }

    @Test func anEmptyProofIsNone() throws {
        let fixture = try KeyFixture.shared
        for empty in [[], TLV.list([]).encoding, TLV.bytes([]).encoding, TLV.list([.list([]), .list([])]).encoding] {
            for (member, code) in [
                ("proof", "DL_KG_Q1"), ("modulusProof", "MOD_ENCODING"), ("smallFactorProof", "FAC_ENCODING"),
                ("discreteLogProof", "PDL_ENCODING"),
            ] {
                let k3 = K3Member.replace(member, in: fixture.k3, by: empty)
                #expect(try AttackedEnrolment.refusal(of: k3) == code)
            }
        }
    }

    // MARK: Weak Fiat-Shamir

    /// Every member of every challenge counts: statement, parameters, role, session and all first messages.
    @Test func everyMemberOfAChallengeCounts() throws {
        let fixture = try KeyFixture.shared
        let a = [UInt8](repeating: 1, count: 32), b = [UInt8](repeating: 2, count: 32)
        let point = fixture.k3.Q1, other = fixture.k3.Q
        var schnorr: Set<[UInt8]> = [], count = 0
        for (purpose, ssid, role, points, extra, A) in [
            (SchnorrPurpose.signingR1, a, Role.phone, [point, other], [[UInt8]](), point),
            (.signingQ1, a, .phone, [point, other], [], point), (.signingR1, b, .phone, [point, other], [], point),
            (.signingR1, a, .server, [point, other], [], point), (.signingR1, a, .phone, [other, point], [], point),
            (.signingR1, a, .phone, [point], [], point), (.signingR1, a, .phone, [point, other], [a], point),
            (.signingR1, a, .phone, [point, other], [], other),
        ] {
            let statement = SchnorrProof.Statement(
                purpose, ssid: ssid, role: role, points: points, extra: extra, X: point)
            schnorr.insert(statement.challengeTranscript(A: A).digest)
            count += 1
        }
        #expect(schnorr.count == count)
    }

    /// The first message of Π_fac and Π_pdl, changed one by one with the responses kept: the challenge moves.
    @Test func everyFirstMessageIsHashed() throws {
        let fixture = try KeyFixture.shared
        let key = try PaillierPublicKey(N: Integer(bytes: fixture.k3.N), suite: .suite1)
        let pdl = try DiscreteLogProof(decoding: fixture.k3.discreteLogProof, suite: .suite1)
        let statement = DiscreteLogProof.Statement(
            ssid: fixture.context.ssid, key: key, ckey: fixture.k3.ckey, Q1: fixture.k3.Q1,
            parameters: fixture.parameters)
        func flip(_ bytes: [UInt8]) -> [UInt8] { bytes.dropLast() + [bytes[bytes.count - 1] ^ 1] }
        let challenges = Set([
            statement.challenge(S: pdl.S, A: pdl.A, Y: pdl.Y, D: pdl.D).digest,
            statement.challenge(S: flip(pdl.S), A: pdl.A, Y: pdl.Y, D: pdl.D).digest,
            statement.challenge(S: pdl.S, A: flip(pdl.A), Y: pdl.Y, D: pdl.D).digest,
            statement.challenge(S: pdl.S, A: pdl.A, Y: fixture.k3.Q, D: pdl.D).digest,
            statement.challenge(S: pdl.S, A: pdl.A, Y: pdl.Y, D: flip(pdl.D)).digest,
        ])
        #expect(challenges.count == 5)
        let fac = try SmallFactorProof(decoding: fixture.k3.smallFactorProof, suite: .suite1)
        let group = [fac.P, fac.Qc, fac.A, fac.B, fac.T]
        func challenge(_ group: [[UInt8]], _ sigma: SignedBytes) -> [UInt8] {
            SmallFactorProof.challenge(
                ssid: fixture.context.ssid, suite: .suite1, encodedN: fixture.k3.N,
                parametersHash: fixture.parameters.parametersHash, group: group, sigma: sigma
            ).digest
        }
        var seen = Set([challenge(group, fac.sigma), challenge(group, fac.z1)])
        for index in group.indices {
            var changed = group
            changed[index] = flip(changed[index])
            seen.insert(challenge(changed, fac.sigma))
        }
        #expect(seen.count == 2 + group.count)
    }

    private func digest(_ domain: String, _ fill: (inout Transcript) -> Void) -> [UInt8] {
        var transcript = Transcript(domain)
        fill(&transcript)
        return transcript.digest
    }
}
