import Testing
import Vectors

@_spi(Deterministic) @testable import Crypto

/// Ten thousand damaged messages at the pure steps: each is refused with a code, none traps, none is accepted.
///
/// `ratchetNext` of K3 and S3 is left out: any 32 bytes are the phone's to choose, and the server's signature binds
/// them.
@Suite struct MutatedMessageTests {
    /// Damage drawn from a seed.
    private struct Damage {
        let stream: VectorRandomStream

        init(_ label: String) { stream = VectorRandom(seed: "mutated-messages").stream(label) }

        func below(_ bound: Int) -> Int {
            let bytes = fresh(4, from: stream)
            return bytes.reduce(0) { $0 << 8 | Int($1) } % bound
        }

        /// Never the bytes themselves.
        func damaged(_ bytes: [UInt8]) -> [UInt8] {
            var out = bytes
            switch below(10) {
            case 0: out = Array(out.prefix(below(max(out.count, 1))))
            case 1: out += fresh(1 + below(40), from: stream)
            case 2: out = fresh(out.count, from: stream)
            case 3: out = [UInt8](repeating: below(2) == 0 ? 0 : 0xFF, count: out.count)
            case 4: out.removeFirst(1 + below(out.count))
            default:
                for _ in 0...below(3) { out[below(out.count)] ^= 1 << UInt8(below(8)) }
            }
            if out == bytes { out.append(0) }
            return out
        }
    }

    private static func run() throws -> SigningFixture {
        try SigningFixture("mutated", digest: [UInt8](repeating: 0x5A, count: 32))
    }

    private static func refuses(_ place: String, _ step: () throws(CryptoError) -> Void) {
        do {
            try step()
            Issue.record("\(place) was accepted")
        } catch {
            #expect(!error.code.isEmpty)
        }
    }

    @Test func damagedS1() {
        let damage = Damage("S1")
        let good = [UInt8](repeating: 1, count: 32)
        for index in 0..<1000 {
            var bytes = damage.damaged(good)
            if bytes.count == 32 { bytes.append(0) }
            let s1 = index % 2 == 0 ? S1(nonce: bytes, commitment: good) : S1(nonce: good, commitment: bytes)
            Self.refuses("S1 \(index)") { () throws(CryptoError) in try ServerSigning.check(s1) }
        }
    }

    @Test func damagedS2() throws {
        let run = try Self.run(), damage = Damage("S2")
        for index in 0..<2000 {
            let name = S2Member.names[index % S2Member.names.count]
            let bytes = damage.damaged(S2Member.value(name, run.s2))
            let s2 = S2Member.replace(name, in: run.s2, by: bytes)
            Self.refuses("S2 \(index) \(name)") { () throws(CryptoError) in try run.phoneReceives(s2) }
        }
    }

    @Test func damagedS3() throws {
        let run = try Self.run(), damage = Damage("S3")
        for index in 0..<3000 {
            let name = S3Member.names[index % S3Member.names.count]
            let bytes = damage.damaged(S3Member.value(name, run.s3))
            let s3 = S3Member.replace(name, in: run.s3, by: bytes)
            Self.refuses("S3 \(index) \(name)") { () throws(CryptoError) in try run.serverReceives(s3) }
        }
    }

    @Test func damagedS4() throws {
        let run = try Self.run(), damage = Damage("S4")
        for index in 0..<1000 {
            let s4 =
                index % 2 == 0
                ? S4(c3: damage.damaged(run.s4.c3), signature: run.s4.signature)
                : S4(c3: run.s4.c3, signature: damage.damaged(run.s4.signature))
            Self.refuses("S4 \(index)") { () throws(CryptoError) in try run.phoneReceives(s4) }
        }
    }

    /// Behind a right signature the phone locks for good, whatever is wrong with c3.
    @Test func wrongC3UnderARightSignature() throws {
        let run = try Self.run(), damage = Damage("signed c3")
        for index in 0..<60 {
            let c3 = damage.damaged(run.s4.c3)
            let digest = SigningContext.s4Transcript(
                ssid: run.attempt.ssid, R1: run.s3.R1, R2: run.s2.R2, ratchetNext: run.s3.ratchetNext, c3: c3
            ).digest
            let s4 = S4(c3: c3, signature: try run.key.core.sign(digest, random: damage.stream))
            do {
                try run.phoneReceives(s4)
                Issue.record("c3 \(index) was accepted")
            } catch {
                #expect(["C3_ENCODING", "C3_RANGE", "C3_COPRIME", "C3_INVALID"].contains(error.code))
            }
        }
    }

    @Test func damagedS5() throws {
        let run = try Self.run(), damage = Damage("S5")
        for index in 0..<1000 {
            let fields = [run.s5.attempt, run.s5.r, run.s5.s]
            let bytes = damage.damaged(fields[index % 3])
            func pick(_ position: Int) -> [UInt8] { index % 3 == position ? bytes : fields[position] }
            let s5 = S5(attempt: pick(0), r: pick(1), s: pick(2))
            Self.refuses("S5 \(index)") { () throws(CryptoError) in try run.serverReceives(s5) }
        }
    }

    /// Damage that a shape, the commitment or a point shows costs nothing; what reaches the proofs is kept to few.
    @Test func damagedK3() throws {
        let fixture = try KeyFixture.shared, damage = Damage("K3")
        let cheap = ["Q1", "opening", "proof"]
        for index in 0..<1900 {
            let name = cheap[index % cheap.count]
            let bytes = damage.damaged(K3Member.value(name, fixture.k3))
            let k3 = K3Member.replace(name, in: fixture.k3, by: bytes)
            Self.refuses("K3 \(index) \(name)") { () throws(CryptoError) in try fixture.serverReceives(k3) }
        }
        let dear = ["N", "ckey", "modulusProof", "smallFactorProof", "discreteLogProof", "Q"]
        for index in 0..<180 {
            let name = dear[index % dear.count]
            let bytes = damage.damaged(K3Member.value(name, fixture.k3))
            let k3 = K3Member.replace(name, in: fixture.k3, by: bytes)
            Self.refuses("K3 \(index) \(name)") { () throws(CryptoError) in try fixture.serverReceives(k3) }
        }
    }
}
