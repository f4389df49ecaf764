import Crypto
import TestSupport
import Testing
import Wire

/// The proof for another attested key (mobile-api §2, wire appendix §5).
struct ReattestationTests {
    private let golden = Reattestation(
        documentNumber: "0c4e1d1a-55f0-4f5e-8a39-6f2f0f6f8c11", keyId: "8f1d8c02-6c5b-4d7e-9a52-0b6c1f0e2a71",
        attestedKey: "/7hn2hYvMmCKRvnxlTOh3NAnQRKGT9KeggBvtkKE6Rw=",
        nonce: "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8")

    private func code(_ reattestation: Reattestation, _ proof: [UInt8], _ Q1: [UInt8]) -> String {
        do throws(CryptoError) { try reattestation.check(proof: proof, Q1: Q1) } catch { return error.code }
        return "accepted"
    }

    @Test func theSessionIdIsThatOfTheGoldenVector() throws {
        let vector = try GoldenVectors.valid("schnorr", "reattest")
        #expect(golden.ssidTranscript.preimage == (try vector.hex("ssidTranscript", "preimage")))
        #expect(code(golden, try vector.hex("proof"), try vector.hex("X")) == "accepted")
    }

    @Test func theProofIsForThisKeyNonceSlotAndDocumentAlone() throws {
        let vector = try GoldenVectors.valid("schnorr", "reattest")
        let (proof, Q1) = (try vector.hex("proof"), try vector.hex("X"))
        let g = golden
        for other in [
            Reattestation(documentNumber: g.keyId, keyId: g.keyId, attestedKey: g.attestedKey, nonce: g.nonce),
            Reattestation(documentNumber: g.documentNumber, keyId: "", attestedKey: g.attestedKey, nonce: g.nonce),
            Reattestation(documentNumber: g.documentNumber, keyId: g.keyId, attestedKey: "", nonce: g.nonce),
            Reattestation(documentNumber: g.documentNumber, keyId: g.keyId, attestedKey: g.attestedKey, nonce: ""),
        ] { #expect(code(other, proof, Q1) == "DL_REATTEST") }
        #expect(code(golden, [UInt8](proof.dropLast()), Q1) == "DL_REATTEST")
        #expect(code(golden, proof, [UInt8](Q1.reversed())) == "DL_REATTEST")
    }
}
