import Crypto
import Foundation
import Phone
import Server
import ServerTestSupport
import Storage
import Synchronization
import TestSupport
import Testing
import Wire

extension KeyRefresh {
    /// A copy of the phone exists, or no AUTH key authorises: only a fresh proof of identity does.
    @Suite("A refresh that needs a proof of identity", .serialized)
    struct Identity {
        @Test("a copy's suspension ends with proof of identity and refresh of both keys, and the copy is left out")
        func copy() throws {
            try withWorld { world in
                let (phone, citizen) = try world.phone()
                let copy = try world.findCopy(of: phone)
                for candidate in [copy, phone] {
                    let refused = #expect(throws: PhoneError.self) { try candidate.refresh(.signature) }
                    #expect(refused?.code == "REFRESH_IDENTITY_REQUIRED")
                }
                let proof = try phone.verified(citizen)
                try phone.refresh(.authentication, authCode: proof)
                #expect(try world.key(phone, .authentication, "state") == "ACTIVE")
                #expect(try world.key(phone, .signature, "state") == "SUSPENDED")
                // One proof is good for each slot once.
                let twice = #expect(throws: PhoneError.self) {
                    try phone.refresh(.authentication, authCode: proof)
                }
                #expect(twice?.code == "KYC_STATE_SPENT")
                try phone.refresh(.signature, authCode: proof)
                #expect(try world.key(phone, .signature, "state") == "ACTIVE")
                #expect(try world.canLogIn(phone))
                #expect(try world.canSign(phone))

                let document = try phone.documentNumber
                let session = try world.party.sign(digest: SHA256.hash([3]), document: document)
                let told = #expect(throws: PhoneError.self) { try copy.approve(session) }
                #expect(told?.code == "KEY_REPLACED")
                #expect(try world.key(phone, .signature, "state") == "ACTIVE")
            }
        }

        /// SQL: the run of identity proofing that the phone knows by this state.
        private static func isRun(_ state: String) -> String { "state = '\(KYCReference.of(state))'" }

        @Test("the proof must be the citizen's own, fresh and unspent")
        func proofs() throws {
            try withWorld { world in
                let (phone, citizen) = try world.phone(.signOnly)
                let (other, stranger) = try world.phone(.signOnly)
                func refusal(_ proof: String) -> String? {
                    let error = #expect(throws: PhoneError.self) { try phone.refresh(.signature, authCode: proof) }
                    return error?.code
                }
                #expect(refusal(try other.verified(stranger)) == "KYC_PERSON_MISMATCH")
                #expect(refusal("nothing") == "KYC_STATE_UNKNOWN")
                let old = try phone.verified(citizen)
                try world.deployment.sql(
                    "UPDATE kyc_verification SET expires_at = now() - interval '1 s' WHERE \(Self.isRun(old))")
                #expect(refusal(old) == "KYC_STATE_EXPIRED")
                let spent = try phone.verified(citizen)
                try world.deployment.sql("UPDATE kyc_verification SET spent_at = now() WHERE \(Self.isRun(spent))")
                #expect(refusal(spent) == "KYC_STATE_SPENT")
                #expect(try world.key(phone, .signature, "epoch") == "1")
            }
        }

        @Test("how a proof failed is told as the proof's own status tells it")
        func failedProof() throws {
            try withWorld { world in
                let (phone, citizen) = try world.phone(.signOnly)
                let body = try phone.stopRefresh(
                    .signature, before: "/refresh/init", authCode: phone.verified(citizen))
                let proof = try phone.verified(citizen)
                try world.deployment.sql(
                    """
                    UPDATE kyc_verification SET status = 'FAILED', citizen_id = NULL, failure = 'KYC_PERSON_MISMATCH'
                    WHERE \(Self.isRun(proof))
                    """)
                let refused = try phone.post(
                    "/v3/mobile/refresh/init", BodyEditing.edit(body, "danAuthCode") { _ in .string(proof) })
                #expect(refused.outcome == "403 KYC_FAILED" && refused.firstItem == "KYC_PERSON_MISMATCH")
                #expect(refused.pointer == "/danAuthCode")
            }
        }

        /// The proof is held by a third transaction until both commits wait for it: neither can have seen the other's.
        @Test("two keys that are refreshed with one proof at the same moment both finish")
        func atOnce() throws {
            try withWorld { world in
                let (phone, citizen) = try world.phone()
                let proof = try phone.verified(citizen)
                // A transport of its own: one carries one request after the other.
                let other = try TestPhone(copying: phone, transport: world.service.phoneTransport())
                var finishes: [@Sendable () throws -> HTTPResponse] = []
                for (phone, slot) in [(phone, Slot.authentication), (other, .signature)] {
                    _ = try phone.stopRefresh(slot, before: "/refresh/complete", authCode: proof)
                    let body = try #require(try phone.stopBeforeCommit())
                    let run = try #require(try world.refresh(phone, "possession_session"))
                    let request = PhoneRequest(
                        method: "POST", path: "/v3/mobile/session/\(run)/sign/finish",
                        headers: [
                            "Content-Type": "application/json",
                            "X-Device-Token": try phone.registry.registration().deviceToken,
                        ], body: body)
                    finishes.append { [transport = phone.transport] in try transport.send(request) }
                }
                let holder = Self.thread { [deployment = world.deployment] in
                    try deployment.sql(Self.untilTwoWait(for: proof))
                }
                let isHeld = """
                    SELECT count(*) FROM pg_stat_activity
                    WHERE datname = current_database() AND query LIKE 'DO %' AND wait_event = 'PgSleep'
                    """
                #expect(try eventually { try world.deployment.value(isHeld) == "1" })
                let ends = finishes.map { finish in Self.thread { try finish().outcome } }
                #expect(ends.map { $0() } == ["200", "200"])
                _ = holder()
                for slot in Slot.allCases { #expect(try world.key(phone, slot, "epoch") == "2") }
            }
        }

        /// Locks the proof and keeps it until two others wait for a lock, half a minute at most.
        private static func untilTwoWait(for proof: String) -> String {
            """
            DO $$ BEGIN
                PERFORM 1 FROM kyc_verification WHERE \(isRun(proof)) FOR UPDATE;
                FOR i IN 1..600 LOOP
                    PERFORM pg_stat_clear_snapshot();
                    EXIT WHEN (SELECT count(*) FROM pg_stat_activity
                        WHERE datname = current_database() AND wait_event_type = 'Lock') >= 2;
                    PERFORM pg_sleep(0.05);
                END LOOP;
            END $$
            """
        }

        /// Runs a body on a thread; the result waits for it.
        private static func thread<T: Sendable>(_ body: @escaping @Sendable () throws -> T) -> () -> T? {
            let result = Outcome<T>()
            Thread.detachNewThread { result.set(try? body()) }
            return { result.wait() }
        }

        private final class Outcome<T: Sendable>: Sendable {
            private let value = Mutex<T??>(nil)
            private let isSet = DispatchSemaphore(value: 0)

            func set(_ value: T?) {
                self.value.withLock { $0 = .some(value) }
                isSet.signal()
            }

            func wait() -> T? {
                isSet.wait()
                return value.withLock { $0 ?? nil }
            }
        }

        @Test("without an AUTH key nothing but the proof authorises, and it is spent with the commit")
        func signOnly() throws {
            try withWorld { world in
                let (phone, citizen) = try world.phone(.signOnly)
                let refused = #expect(throws: PhoneError.self) { try phone.refresh(.signature) }
                #expect(refused?.code == "REFRESH_IDENTITY_REQUIRED")
                let proof = try phone.verified(citizen)
                let spent = "SELECT spent_at IS NOT NULL FROM kyc_verification WHERE \(Self.isRun(proof))"
                _ = try phone.stopRefresh(.signature, before: "/sign/finish", authCode: proof)
                #expect(try world.deployment.value(spent) == "f")
                try phone.resumeRefresh()
                #expect(try world.deployment.value(spent) == "t")
                #expect(try world.key(phone, .signature, "epoch") == "2")
                #expect(try world.canSign(phone))
            }
        }

        @Test("a proof that was spent elsewhere in between commits nothing")
        func spentInBetween() throws {
            try withWorld { world in
                let (phone, citizen) = try world.phone(.signOnly)
                let proof = try phone.verified(citizen)
                _ = try phone.stopRefresh(.signature, before: "/sign/finish", authCode: proof)
                try world.deployment.sql("UPDATE kyc_verification SET spent_at = now() WHERE \(Self.isRun(proof))")
                let refused = #expect(throws: PhoneError.self) { try phone.resumeRefresh() }
                #expect(refused?.code == "REFRESH_CLOSED")
                #expect(try world.key(phone, .signature, "epoch") == "1")
                #expect(try world.canSign(phone))
            }
        }

        @Test("whoever has the token alone cannot push the citizen's proofed refresh aside")
        func pushedAside() throws {
            try withWorld { world in
                let (phone, citizen) = try world.phone()
                let thief = try TestPhone(copying: phone)
                _ = try phone.stopRefresh(
                    .signature, before: "/refresh/complete", authCode: phone.verified(citizen))
                let refused = #expect(throws: PhoneError.self) { try thief.refresh(.signature) }
                #expect(refused?.code == "REFRESH_OPEN")
                try phone.resumeRefresh()
                #expect(try world.canSign(phone))
            }
        }

        @Test("an operator unlocks a copied phone no more, but one whose keys have all been refreshed since")
        func operatorsUnlock() throws {
            try withWorld { world in
                let (phone, citizen) = try world.phone()
                _ = try world.findCopy(of: phone)
                #expect(try Self.unlock(world, phone) == .copyExists)
                let proof = try phone.verified(citizen)
                try phone.refresh(.authentication, authCode: proof)
                #expect(try Self.unlock(world, phone) == .copyExists)
                try phone.refresh(.signature, authCode: proof)
                #expect(try Self.unlock(world, phone) == .unchanged)
            }
        }

        private static func unlock(_ world: RefreshWorld, _ phone: TestPhone) throws -> DeviceChange {
            let pool = world.deployment.database.pool(capacity: 2)
            defer { pool.close() }
            return try Stores(pool: pool).administration.unlock(
                documentNumber: phone.documentNumber, OperatorAct(by: "test", reason: "test"),
                deadline: StorageDeadline(milliseconds: 5_000))
        }
    }
}
