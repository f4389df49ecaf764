import Crypto
import Foundation
import Phone
import ServerTestSupport
import Storage
import TestSupport
import Testing
import Wire

@testable import Server

extension KeyRefresh {
    /// The failed-signature oracle in the runs of a refresh (CVE-2023-33242): a server that gets another epoch for each
    /// bit would have x1 after 256 refreshes.
    @Suite("A wrong answer in a refresh", .serialized)
    struct WrongAnswers {
        @Test("a wrong c3 for the new epoch destroys the halves of both epochs, and the key is locked")
        func possession() throws {
            try withWorld { world in
                let (phone, _) = try world.phone()
                _ = try phone.stopRefresh(.signature, before: "/refresh/complete")
                try phone.stopBeforeCommit(.commit)
                try Self.damagePendingShare(of: phone, world)
                let end = #expect(throws: PhoneError.self) { try phone.resumeRefresh() }
                #expect(end?.code == "C3_INVALID")
                let record = try phone.registry.slot(.signature)
                #expect(record.status == .locked)
                #expect(record.sealedShare == nil)
                #expect(phone.registry.state.pendingRefresh == nil)
                #expect(record.lockReport?.isAcknowledged == true)
                #expect(try world.key(phone, .signature, "state") == "LOCKED")
                #expect(try world.key(phone, .signature, "epoch") == "1")
                #expect(throws: PhoneError.self) { try phone.refresh(.signature) }
                #expect(try world.canLogIn(phone))
            }
        }

        /// Seals another x2' into the refresh's row: the server then computes, and signs, a c3 that is wrong.
        private static func damagePendingShare(of phone: TestPhone, _ world: RefreshWorld) throws {
            let configuration = try world.deployment.configuration()
            let kek = try KeyEncryptionKeyFile.load(configuration.keyFile, random: SystemRandom())
            let pool = world.deployment.database.pool(capacity: 2)
            defer { pool.close() }
            let stores = Stores(pool: pool), deadline = StorageDeadline(milliseconds: 5_000)
            let session = try #require(try world.refresh(phone, "possession_session"))
            let pending = try #require(try stores.refreshes.pendingKey(session: session, deadline: deadline))
            let held = try stores.keys.load(
                documentNumber: phone.documentNumber, slot: "SIGN", deadline: deadline)
            let next = try #require(held?.key.next(pending))
            let sealed = try Envelope.seal(
                secret: Scalar.random(from: SystemRandom()).secretBytes, associatedData: next.sealContext, under: kek,
                random: SystemRandom())
            try world.deployment.sql(
                """
                UPDATE key_refresh SET sealed_x2 = '\\x\(Hex.encode(sealed))' WHERE possession_session = '\(session)'
                """)
        }
    }
}
