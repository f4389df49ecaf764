import Crypto
import ServerTestSupport
import Storage
import TestSupport
import Testing
import Wire

@testable import Phone
@testable import Server

/// What a whole service leaves in memory: two keys are enrolled, one signs, moves to its next epoch and signs again,
/// the server stops, and then everything that the process can write to is read. In a process of its own.
@Suite struct ServerMemoryTests {
    @Test func noKeyOutlivesTheServer() throws {
        let scan = try ScanProcess.run("ServerMemoryTests/scanOfThisProcess")
        #expect(scan.status == 0, "\(scan.output)")
        #expect(scan.output.contains("scanned"), "\(scan.output)")
    }

    @Test(.enabled(if: ScanProcess.isThis)) func scanOfThisProcess() throws {
        #expect(LibraryMemory.eraseWhatIsFreed())
        var needles = Needles()
        try Life().run(&needles)
        #expect(needles.names.count > 400)
        let (hits, bytes) = try MemoryScan.run(needles)
        print("scanned \(bytes) bytes")
        for hit in hits { print(hit) }
        #expect(hits.isEmpty)
    }

    /// A service and a phone, and their secrets noted on the way.
    private struct Life {
        private let service: TestService
        private let phone: TestPhone
        private let stores: Stores
        private let kek: LocalKeyEncryptionKey

        init() throws {
            service = try TestService()
            phone = try service.enrolledPhone(registrationNumber: "УХ00112233")
            stores = Stores(pool: service.database.pool(capacity: 1))
            kek = try KeyEncryptionKeyFile.load(service.folder + "/kek", random: SystemRandom())
        }

        func run(_ needles: inout Needles) throws {
            defer { stores.pool.close() }
            try noteService(&needles)
            try sign(1)
            try noteShares("epoch 1", &needles)
            try phone.refresh(.signature)
            try sign(2)
            try noteShares("epoch 2", &needles)
        }

        private func sign(_ byte: UInt8) throws {
            let digest = [UInt8](repeating: byte, count: 32), party = service.relyingParty
            let session = try party.sign(digest: digest, document: phone.documentNumber)
            try phone.approve(session)
            #expect(try party.hasValidSignature(session, digest: digest))
        }

        private func noteService(_ needles: inout Needles) throws {
            needles.add(
                "key-encryption key", try FileBytes.readSecret(service.folder + "/kek", limit: 32, as: "test"))
            for name in [Setup.Name.coreKey, Setup.Name.relayKey, Setup.Name.nonceKey, Setup.Name.issuingKey] {
                let sealed = try #require(
                    try stores.service.secret(name: name, deadline: StorageDeadline(milliseconds: 5_000)))
                let secret = try Envelope.open(sealed, associatedData: SealContext.service(name), under: kek)
                if name == Setup.Name.issuingKey {
                    needles.add(name, scalar(ofPKCS8: secret))
                } else {
                    needles.add(name, secret)
                }
            }
        }

        /// Of RFC 5915's ECPrivateKey: an octet string of 32 bytes. What comes after it is the public key.
        private func scalar(ofPKCS8 der: borrowing SecretBytes) -> SecretBytes {
            der.withUnsafeBytes { bytes in
                let start = (2..<bytes.count - 31).first { bytes[$0 - 2] == 0x04 && bytes[$0 - 1] == 0x20 } ?? 0
                return SecretBytes(copying: UnsafeRawBufferPointer(rebasing: bytes[start..<start + 32]))
            }
        }

        private func noteShares(_ name: String, _ needles: inout Needles) throws {
            let rows = try service.deployment.sql(
                """
                SELECT key_id, slot, suite, epoch, encode(n, 'hex'), encode(ckey, 'hex'), encode(q, 'hex'),
                    encode(sealed_x2, 'hex') FROM key_share
                """)
            #expect(rows.count == 2)
            for row in rows {
                let text = row.map { $0 ?? "" }
                let sealed = try #require(Hex.decode(text[7]))
                let context = SealContext.keyShare(
                    keyId: text[0], slot: text[1], suite: try #require(Int(text[2])),
                    epoch: try #require(Int(text[3])), N: try #require(Hex.decode(text[4])),
                    ckey: try #require(Hex.decode(text[5])), Q: try #require(Hex.decode(text[6])))
                needles.add(
                    "x2 of \(text[1]), \(name)", try Envelope.open(sealed, associatedData: context, under: kek))
            }
            for (slot, pin) in [(Slot.authentication, TestPhone.pin1), (.signature, TestPhone.pin2)] {
                let unlocked = try PINVault(registry: phone.registry).unlock(slot, pin: PIN(pin))
                needles.add("x1 of \(slot.rawValue), \(name)", unlocked.share.x1)
                needles.add("p of \(slot.rawValue), \(name)", unlocked.share.paillier.p)
                needles.add("q of \(slot.rawValue), \(name)", unlocked.share.paillier.q)
                needles.add("run key of \(slot.rawValue), \(name)", unlocked.runKey)
            }
        }
    }
}
