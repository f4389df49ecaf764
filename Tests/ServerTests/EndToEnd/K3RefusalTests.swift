import Crypto
import ServerTestSupport
import Testing
import Wire

@testable import Phone

/// One way of spoiling a K3 and what it must lead to.
struct K3Case: Sendable, CustomTestStringConvertible {
    let name: String
    let outcome: String
    let pointer: String
    let spoil: @Sendable ([UInt8]) throws -> [UInt8]

    var testDescription: String { name }

    init(
        _ name: String, _ outcome: String, pointer: String,
        _ spoil: @escaping @Sendable ([UInt8]) throws -> [UInt8]
    ) {
        self.name = name
        self.outcome = outcome
        self.pointer = pointer
        self.spoil = spoil
    }

    private static func shortened(_ member: String, _ code: String) -> K3Case {
        K3Case("\(member) too short", code, pointer: "/slots/0/\(member)") {
            try BodyEditing.editSlot($0, member, BodyEditing.shortened)
        }
    }

    /// More than any suite has.
    private static func oversized(_ member: String, _ code: String) -> K3Case {
        K3Case("\(member) far too long", code, pointer: "/slots/0/\(member)") {
            try BodyEditing.editSlot($0, member) { _ in .string(Base64.encode([UInt8](repeating: 1, count: 70_000))) }
        }
    }

    private static func missing(_ member: String) -> K3Case {
        K3Case("\(member) missing", "400 K3_ENCODING", pointer: "/slots/0/\(member)") {
            try BodyEditing.editSlot($0, member) { _ in nil }
        }
    }

    private static func notBase64(_ member: String) -> K3Case {
        K3Case("\(member) no canonical Base64", "400 K3_ENCODING", pointer: "/slots/0/\(member)") {
            try BodyEditing.editSlot($0, member) { value in value?.string.map { .string($0 + "=") } }
        }
    }

    private static let members = [
        "Q1", "opening", "proof", "N", "ckey", "modulusProof", "smallFactorProof", "discreteLogProof", "Q",
        "ratchetNext",
    ]

    /// Checks of form: they come before every other, so that any K3 serves.
    static let shapes: [K3Case] =
        members.map(missing) + members.map(notBase64) + [
            shortened("Q1", "400 K3_ENCODING"), shortened("Q", "400 K3_ENCODING"),
            shortened("opening", "400 K3_ENCODING"), shortened("ratchetNext", "400 K3_ENCODING"),
            shortened("N", "400 N_ENCODING"), shortened("ckey", "400 CKEY_ENCODING"),
            shortened("modulusProof", "400 MOD_ENCODING"), shortened("smallFactorProof", "400 FAC_ENCODING"),
            shortened("discreteLogProof", "400 PDL_ENCODING"), shortened("proof", "400 DL_KG_Q1"),
            oversized("Q1", "400 K3_ENCODING"), oversized("opening", "400 K3_ENCODING"),
            oversized("N", "400 N_ENCODING"), oversized("ckey", "400 CKEY_ENCODING"),
            oversized("modulusProof", "400 MOD_ENCODING"), oversized("smallFactorProof", "400 FAC_ENCODING"),
            oversized("discreteLogProof", "400 PDL_ENCODING"), oversized("proof", "400 DL_KG_Q1"),
            K3Case("a proof of the right width that is no list", "400 DL_KG_Q1", pointer: "/slots/0/proof") {
                try BodyEditing.editSlot($0, "proof", BodyEditing.bytes { [UInt8](repeating: 0, count: $0.count) })
            },
            K3Case("another slot", "400 K3_ENCODING", pointer: "/slots") {
                try BodyEditing.editSlot($0, "slot") { _ in .string("AUTH") }
            },
            K3Case("an unknown slot", "400 K3_ENCODING", pointer: "/slots/0/slot") {
                try BodyEditing.editSlot($0, "slot") { _ in .string("sign") }
            },
            K3Case("no slots", "400 K3_ENCODING", pointer: "/slots") {
                try BodyEditing.edit($0, "slots") { _ in .array([]) }
            },
            K3Case("a slot twice", "400 K3_ENCODING", pointer: "/slots") {
                try BodyEditing.edit($0, "slots") { value in .array((value?.array ?? []) + (value?.array ?? [])) }
            },
            K3Case("a name in Cyrillic letters", "400 LATIN_NAME_INVALID", pointer: "/latinName") {
                try BodyEditing.edit($0, "latinName") { _ in
                    .object(["givenName": .string("Бат"), "surname": .string("Dorj")])
                }
            },
            K3Case("a surname in Cyrillic letters", "400 LATIN_NAME_INVALID", pointer: "/latinName") {
                try BodyEditing.edit($0, "latinName") { _ in
                    .object(["givenName": .string("Bat"), "surname": .string("Дорж")])
                }
            },
            K3Case("no name", "400 FIELD_MISSING", pointer: "/latinName") {
                try BodyEditing.edit($0, "latinName") { _ in nil }
            },
        ]

    /// Checks of content, in the order of wire appendix §7; the K3 is honest in everything else.
    static let contents: [K3Case] = [
        K3Case("another opening", "422 KG_COMMITMENT", pointer: "/slots/0/opening") {
            try BodyEditing.editSlot($0, "opening", BodyEditing.flipped)
        },
        K3Case("another Q1", "422 KG_COMMITMENT", pointer: "/slots/0/opening") {
            try BodyEditing.editSlot($0, "Q1", BodyEditing.flipped)
        },
        K3Case("a wrong proof of x1", "422 DL_KG_Q1", pointer: "/slots/0/proof") {
            try BodyEditing.editSlot($0, "proof", BodyEditing.flipped)
        },
        K3Case("an even N", "422 N_EVEN", pointer: "/slots/0/N") {
            try BodyEditing.editSlot($0, "N", BodyEditing.flipped)
        },
        K3Case("an N of too few bits", "422 N_SIZE", pointer: "/slots/0/N") {
            try BodyEditing.editSlot($0, "N", BodyEditing.bytes { [$0[0] & 0x7F] + $0.dropFirst() })
        },
        K3Case("an N that is 3 modulo 4", "422 N_MOD4", pointer: "/slots/0/N") {
            try BodyEditing.editSlot($0, "N", BodyEditing.bytes { $0.dropLast() + [$0[$0.count - 1] ^ 2] })
        },
        K3Case("ckey zero", "422 CKEY_RANGE", pointer: "/slots/0/ckey") {
            try BodyEditing.editSlot($0, "ckey", BodyEditing.bytes { [UInt8](repeating: 0, count: $0.count) })
        },
        K3Case("ckey above N²", "422 CKEY_RANGE", pointer: "/slots/0/ckey") {
            try BodyEditing.editSlot($0, "ckey", BodyEditing.bytes { [UInt8](repeating: 0xFF, count: $0.count) })
        },
        K3Case("ckey a multiple of N", "422 CKEY_COPRIME", pointer: "/slots/0/ckey") { body in
            let N = try JSONParser.parse(body)["slots"]?.array?.first?["N"]?.string.flatMap { Base64.decode($0) } ?? []
            return try BodyEditing.editSlot(body, "ckey") { _ in
                .string(Base64.encode([UInt8](repeating: 0, count: N.count) + N))
            }
        },
        K3Case("a wrong proof of no small factor", "422 FAC_", pointer: "/slots/0/smallFactorProof") {
            try BodyEditing.editSlot($0, "smallFactorProof", BodyEditing.flipped)
        },
        K3Case("a wrong proof about ckey", "422 PDL_", pointer: "/slots/0/discreteLogProof") {
            try BodyEditing.editSlot($0, "discreteLogProof", BodyEditing.flipped)
        },
        K3Case("a wrong proof about N", "422 MOD_", pointer: "/slots/0/modulusProof") {
            try BodyEditing.editSlot($0, "modulusProof", BodyEditing.flipped)
        },
        K3Case("another ckey", "422 PDL_", pointer: "/slots/0/discreteLogProof") {
            try BodyEditing.editSlot($0, "ckey", BodyEditing.flipped)
        },
        K3Case("another Q", "422 Q_MISMATCH", pointer: "/slots/0/Q") { body in
            let Q1 = try JSONParser.parse(body)["slots"]?.array?.first?["Q1"]
            return try BodyEditing.editSlot(body, "Q") { _ in Q1 }
        },
    ]
}

extension EndToEnd {
    @Suite("A K3 that fails a check", .serialized)
    struct K3Refusals {
        @Test("each malformed member is 400 with its code and pointer, and burns the enrolment")
        func shapes() throws {
            try withWorld { world in
                let kit = try K3Kit(world.phone.transport)
                let template = try kit.prove(citizen: world.newCitizen()).body
                for spoiled in K3Case.shapes {
                    let opened = try kit.openAnything(citizen: world.newCitizen())
                    let body = try spoiled.spoil(K3Kit.renamed(template, opened))
                    try expectRefused(spoiled, kit, body, opened, world)
                }
            }
        }

        @Test("each failed check is 422 with its code, and burns the enrolment")
        func contents() throws {
            try withWorld { world in
                let kit = try K3Kit(world.phone.transport)
                for spoiled in K3Case.contents {
                    let (opened, body) = try kit.prove(citizen: world.newCitizen())
                    try expectRefused(spoiled, kit, spoiled.spoil(body), opened, world)
                    // The enrolment is over also for the K3 that would have been right.
                    #expect(try kit.complete(body).outcome == "409 ENROLMENT_CLOSED")
                }
            }
        }

        @Test("a K3 of another enrolment proves nothing in this one")
        func replayed() throws {
            try withWorld { world in
                let kit = try K3Kit(world.phone.transport)
                let honest = try kit.prove(citizen: world.newCitizen())
                let slot = try EnrolmentMessages.k3Slots(of: honest.body)[0]
                let other = try kit.openAnything(citizen: world.newCitizen())
                let refused = try kit.complete(K3Kit.renamed(honest.body, other))
                #expect(refused.outcome == "422 KG_COMMITMENT")
                try world.expectBurned(other)

                // The same commitment again: only the session's name inside the proofs differs.
                let nonce = SHA256.hash([1])
                let commitment = KeyGenerationContext.commitment(
                    suite: 1, slot: .signature, nonceP1: nonce, Q1: slot.Q1, opening: slot.opening
                ).digest
                let twin = try kit.open(
                    K1Slot(slot: .signature, suite: 1, nonce: nonce, commitment: commitment),
                    citizen: world.newCitizen())
                #expect(try kit.complete(K3Kit.renamed(honest.body, twin)).outcome == "422 DL_KG_Q1")
                try world.expectBurned(twin)

                let bent = [0x04] + SHA256.hash([5]) + SHA256.hash([6])
                let bentCommitment = KeyGenerationContext.commitment(
                    suite: 1, slot: .signature, nonceP1: nonce, Q1: bent, opening: slot.opening
                ).digest
                let third = try kit.open(
                    K1Slot(slot: .signature, suite: 1, nonce: nonce, commitment: bentCommitment),
                    citizen: world.newCitizen())
                let body = try BodyEditing.editSlot(K3Kit.renamed(honest.body, third), "Q1") { _ in
                    .string(Base64.encode(bent))
                }
                #expect(try kit.complete(body).outcome == "422 Q1_POINT")
                try world.expectBurned(third)
            }
        }

        private func expectRefused(
            _ spoiled: K3Case, _ kit: K3Kit, _ body: [UInt8], _ opened: K3Kit.Opened, _ world: ServiceWorld
        ) throws {
            let answer = try kit.complete(body)
            #expect(answer.outcome.hasPrefix(spoiled.outcome), "\(spoiled.name): \(answer.outcome)")
            #expect(answer.pointer == spoiled.pointer, "\(spoiled.name): \(answer.pointer ?? "none")")
            #expect(ErrorShape.problems(answer).isEmpty, "\(spoiled.name)")
            try world.expectBurned(opened)
        }
    }
}
