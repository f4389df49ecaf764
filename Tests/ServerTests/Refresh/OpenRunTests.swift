import Crypto
import Phone
import ServerTestSupport
import Testing

extension KeyRefresh {
    /// What a key has begun in its old epoch it ends there: the new half cannot.
    @Suite("Signatures that are open when a key is refreshed", .serialized)
    struct OpenRuns {
        /// Lets the phone approve and stops it before a round.
        /// - Returns: the session and what it signs
        private static func begin(
            _ world: RefreshWorld, _ phone: TestPhone, before round: SigningRound
        ) throws -> (session: String, digest: [UInt8]) {
            let digest = SHA256.hash([3, 1])
            let session = try world.party.sign(digest: digest, document: phone.documentNumber)
            _ = try phone.body(of: round, session: session)
            #expect(try phone.registry.slot(.signature).openRun?.sessionId == session)
            return (session, digest)
        }

        @Test("a refresh finishes first what the key has open", arguments: [SigningRound.prove, .finish])
        func beforeF1(round: SigningRound) throws {
            try withWorld { world in
                let (phone, _) = try world.phone()
                let open = try Self.begin(world, phone, before: round)
                try phone.refresh(.signature)
                #expect(try world.party.hasValidSignature(open.session, digest: open.digest))
                #expect(try phone.registry.slot(.signature).epoch == 2)
                #expect(try world.canSign(phone))
            }
        }

        @Test("what is opened between F3 and the possession ends before the possession begins")
        func beforePossession() throws {
            try withWorld { world in
                let (phone, _) = try world.phone()
                _ = try phone.stopRefresh(.signature, before: "/refresh/complete")
                let open = try Self.begin(world, phone, before: .finish)
                try phone.resumeRefresh()
                #expect(try world.party.hasValidSignature(open.session, digest: open.digest))
                #expect(try world.key(phone, .signature, "epoch") == "2")
                #expect(try world.canSign(phone))
            }
        }

        @Test("an open possession is finished before another signature, which the new epoch then makes")
        func possession() throws {
            try withWorld { world in
                let (phone, _) = try world.phone()
                _ = try phone.stopRefresh(.signature, before: "/refresh/complete")
                try phone.stopBeforeCommit()
                #expect(try world.key(phone, .signature, "epoch") == "1")
                #expect(try world.canSign(phone))
                #expect(try world.key(phone, .signature, "epoch") == "2")
                #expect(try phone.registry.slot(.signature).epoch == 2)
                #expect(phone.registry.state.pendingRefresh == nil)
            }
        }
    }
}
