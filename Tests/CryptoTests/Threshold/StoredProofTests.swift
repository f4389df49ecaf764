import Testing

@_spi(Deterministic) @testable import Crypto

/// An archive answers for the key that it stands beside, and for no other.
@Suite struct StoredProofTests {
    private static func code(
        epoch: UInt64 = 1, slot: Slot = .signature, _ change: (inout [String: [UInt8]]) -> Void = { _ in }
    ) throws -> String? {
        let fixture = try KeyFixture.shared
        let own = fixture.k3
        let k3 = K3Slot(
            slot: slot, Q1: own.Q1, opening: own.opening, proof: own.proof, N: own.N, ckey: own.ckey,
            modulusProof: own.modulusProof, smallFactorProof: own.smallFactorProof,
            discreteLogProof: own.discreteLogProof, Q: own.Q, ratchetNext: own.ratchetNext)
        let key = fixture.verified
        var members = ["Q": key.Q.encoding, "Q1": key.Q1.encoding, "N": key.N, "ckey": key.ckey]
        members["ssid"] = fixture.context.ssid
        change(&members)
        func member(_ name: String) -> [UInt8] { members[name] ?? [] }
        let proofs = StoredProofs(
            context: fixture.context, ssid: member("ssid"), commitment: fixture.k1.commitment, transcript: k3.tlv)
        do throws(CryptoError) {
            try proofs.verify(
                .init(
                    epoch: epoch, Q: member("Q"), Q1: member("Q1"), Q2: key.Q2.encoding, N: member("N"),
                    ckey: member("ckey")),
                parameters: fixture.parameters, random: SystemRandom())
            return nil
        } catch { return error.code }
    }

    @Test func theArchiveOfTheKeyPasses() throws {
        #expect(try Self.code() == nil)
    }

    @Test(arguments: ["Q", "Q1", "N", "ckey"])
    func anotherKeyIsNotAnsweredFor(member: String) throws {
        #expect(try Self.code { $0[member]?[7] ^= 1 } == "ARCHIVE_KEY")
    }

    @Test func anotherSsidIsRefused() throws {
        #expect(try Self.code { $0["ssid"]?[7] ^= 1 } == "ARCHIVE_SSID")
    }

    @Test func aListOfTheOtherSlotIsRefused() throws {
        #expect(try Self.code(slot: .authentication) == "ARCHIVE_ENCODING")
    }

    /// A later epoch names the commitment of F1 where the first has the opening of K1.
    @Test func theFirstEpochsArchiveIsNotThatOfALaterOne() throws {
        #expect(try Self.code(epoch: 2) == "ARCHIVE_KEY")
    }
}
