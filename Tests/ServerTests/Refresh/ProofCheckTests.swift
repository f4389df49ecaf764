import Crypto
import Phone
import ServerTestSupport
import Storage
import TestSupport
import Testing
import Wire

@testable import Server

extension KeyRefresh {
    @Suite("Archived proofs, checked again", .serialized)
    struct Archived {
        @Test("a key of each kind passes, is checked once a run, and a damaged archive stops its signatures")
        func reverify() throws {
            let service = try TestService(suites: [.suite1])
            let phone = try service.enrolledPhone(registrationNumber: "УХ00112233")
            try phone.refresh(.authentication)
            let pool = service.deployment.database.pool(capacity: 2)
            defer { pool.close() }
            let stores = Stores(pool: pool)
            #expect(try Self.run(stores) == ["AUTH -", "SIGN -"])

            let damages = [
                ("transcript", 3_000, "MOD_FOURTH_ROOT"), ("ssid", 1, "ARCHIVE_SSID"), ("nonce_p2", 1, "ARCHIVE_SSID"),
                ("commitment", 1, "KG_COMMITMENT"),
            ]
            for (column, place, code) in damages {
                let damage = """
                    UPDATE proof_archive p SET \(column) = set_byte(\(column), \(place), get_byte(\(column), \(place)) # 1)
                    FROM key_share k WHERE k.key_id = p.key_id AND k.epoch = p.epoch AND k.slot = 'SIGN'
                    """
                try service.deployment.sql(damage)
                let verdicts = try Self.run(stores)
                #expect(verdicts.first == "AUTH -")
                #expect(verdicts.last?.hasPrefix("SIGN ") == true && verdicts.last != "SIGN -", "\(column)")
                if column != "transcript" { #expect(verdicts.last == "SIGN " + code) }
                try service.deployment.sql(damage)
            }
            #expect(try Self.run(stores) == ["AUTH -", "SIGN -"])
        }

        @Test("a key whose proofs did not pass signs nothing until a refresh has given it new ones")
        func refused() throws {
            try withWorld { world in
                let (phone, citizen) = try world.phone()
                let own = "document_number = '\(try phone.documentNumber)'"
                try world.deployment.sql("UPDATE key_share SET proof_version = 0 WHERE slot = 'SIGN' AND \(own)")
                let session = try world.party.sign(digest: SHA256.hash([1]), document: phone.documentNumber)
                let refused = #expect(throws: PhoneError.self) { try phone.approve(session) }
                #expect(refused?.code == "KEY_UNVERIFIED")
                #expect(try world.canLogIn(phone))
                try phone.refresh(.signature)
                #expect(try world.canSign(phone))

                try world.deployment.sql("UPDATE key_share SET proof_version = 0 WHERE slot = 'AUTH' AND \(own)")
                let needs = #expect(throws: PhoneError.self) { try phone.refresh(.signature) }
                #expect(needs?.code == "REFRESH_IDENTITY_REQUIRED")
                try phone.refresh(.authentication, authCode: phone.verified(citizen))
                #expect(try world.canLogIn(phone))
            }
        }

        @Test("a run that was stopped goes on: what was checked since then is left out")
        func resumed() throws {
            let service = try TestService()
            _ = try service.enrolledPhone(registrationNumber: "УХ00112233")
            let pool = service.deployment.database.pool(capacity: 2)
            defer { pool.close() }
            let stores = Stores(pool: pool)
            let since = try stores.pool.now(deadline: StorageDeadline(milliseconds: 5_000))
            var checked = 0
            #expect(
                try ProofCheck(stores: stores).next(since: since, limit: 1, pause: {}, done: { _ in checked += 1 }) == 1
            )
            #expect(
                try ProofCheck(stores: stores).next(since: since, limit: 9, pause: {}, done: { _ in checked += 1 }) == 1
            )
            #expect(
                try ProofCheck(stores: stores).next(since: since, limit: 9, pause: {}, done: { _ in checked += 1 }) == 0
            )
            #expect(checked == 2)
        }

        /// Slot and code of every key, AUTH first.
        private static func run(_ stores: Stores) throws -> [String] {
            let since = try stores.pool.now(deadline: StorageDeadline(milliseconds: 5_000))
            var verdicts: [String] = []
            _ = try ProofCheck(stores: stores).next(since: since, limit: 9, pause: {}) {
                verdicts.append("\($0.key.slot) \($0.code ?? "-")")
            }
            return verdicts.sorted()
        }
    }
}
