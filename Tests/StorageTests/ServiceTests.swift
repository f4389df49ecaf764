import Foundation
import Storage
import TestSupport
import Testing

@Suite struct ServiceTests {
    @Test func setUpHappensOnce() throws {
        let world = try World()
        let made = try race(4) { index -> Bool in
            try world.stores.service.withSetupLock(deadline: soon()) {
                if try world.stores.service.secret(name: "core", deadline: soon()) != nil { return false }
                return try world.stores.service.insertSecret(
                    name: "core", sealed: [UInt8(index)], deadline: soon())
            }
        }
        #expect(made.filter { $0 }.count == 1)
        #expect(try world.stores.service.insertSecret(name: "core", sealed: [9], deadline: soon()) == false)
    }

    @Test func parameterSetsAndCertificates() throws {
        let world = try World()
        let service = world.stores.service
        defer { withExtendedLifetime(world) {} }
        let set = ParameterSet(
            id: "p1", suite: 1, modulus: World.random(256), s: World.random(256), t: World.random(256),
            proof: World.random(65_000), parametersHash: World.random(32), isCurrent: true)
        #expect(try service.insertParameterSet(set, deadline: soon()))
        #expect(try service.insertParameterSet(set, deadline: soon()) == false)
        var second = set
        second.id = "p2"
        second.parametersHash = World.random(32)
        #expect(try service.insertParameterSet(second, deadline: soon()) == false)
        second.isCurrent = false
        #expect(try service.insertParameterSet(second, deadline: soon()))
        #expect(try service.parameterSets(deadline: soon()) == [set, second])
        #expect(try service.insertCertificate(name: "ca", der: [1], deadline: soon()))
        #expect(try service.certificate(name: "ca", deadline: soon()) == [1])
    }

    @Test func nonceIsSpentOnce() throws {
        let world = try World()
        let spent = try race { _ in
            try world.stores.nonces.spend("n", expiresAt: World.ms, deadline: soon())
        }
        #expect(spent.filter { $0 }.count == 1)
        #expect(throws: StorageError.invalidValue(reason: "time out of range")) {
            try world.stores.nonces.spend("m", expiresAt: .max, deadline: soon())
        }
    }

    @Test func replicasLiveByTheirHeartbeat() throws {
        let world = try World()
        let replicas = world.stores.replicas
        #expect(try replicas.address(bootId: world.boot, deadline: soon()) == "127.0.0.1:1")
        try world.kill(world.boot)
        #expect(try replicas.address(bootId: world.boot, deadline: soon()) == nil)
        #expect(try replicas.isAlive(bootId: UUID().uuidString, deadline: soon()) == false)
        try world.database.execute("UPDATE replica SET heartbeat = now() - interval '2 hours'")
        #expect(try replicas.sweep(deadline: soon()) == 1)
    }

    @Test func auditIsAppendOnly() throws {
        let world = try World()
        let entry = AuditEntry(kind: "test", subject: "x", detail: ["a\"b": "';--", "ключ": "значение"])
        try world.stores.audit.write(entry, deadline: soon())
        let records = try world.stores.audit.entries(after: 0, limit: 1_000, deadline: soon())
        #expect(records.last?.detailJSON == #"{"a\"b": "';--", "ключ": "значение"}"#)
        for statement in ["UPDATE audit_entry SET kind = 'x'", "DELETE FROM audit_entry", "TRUNCATE audit_entry"] {
            #expect(throws: (any Error).self) { try world.database.execute(statement) }
        }
        #expect(records.contains { $0.kind == "enrolment.completed" && $0.subject == world.document })
    }

    @Test func kycMovesOnce() throws {
        let world = try World()
        let state = UUID().uuidString
        try world.stores.kyc.create(
            reference: state, provider: "dev", registrationNumber: "УХ00112233", providerContext: [5],
            lifetimeMilliseconds: 60_000, deadline: soon())
        #expect(try world.stores.kyc.get(reference: state, deadline: soon())?.providerContext == [5])
        let won = try race { index in
            index % 2 == 0
                ? try world.stores.kyc.verify(reference: state, citizenId: world.citizen.id, deadline: soon())
                : try world.stores.kyc.fail(reference: state, code: "KYC_FAILED", deadline: soon())
        }
        #expect(won.filter { $0 }.count == 1)
        try world.stores.kyc.create(
            reference: state + "2", provider: "dev", registrationNumber: "УХ00112233", lifetimeMilliseconds: -1,
            deadline: soon())
        #expect(try world.stores.kyc.get(reference: state + "2", deadline: soon())?.status == .expired)
        #expect(
            try world.stores.kyc.verify(reference: state + "2", citizenId: world.citizen.id, deadline: soon()) == false)
    }

    @Test func relyingPartiesByTheirSecret() throws {
        let world = try World()
        let hash = World.random(32)
        let id = UUID().uuidString.lowercased()
        let parties = world.stores.relyingParties
        try parties.add(
            id: id, name: "Дэлгүүр", secretHash: hash, settings: RelyingPartySettings(vcFormat: "numeric4"),
            deadline: soon())
        #expect(throws: StorageError.uniqueViolation(constraint: "relying_party_secret_hash_key")) {
            try parties.add(
                id: UUID().uuidString, name: "x", secretHash: hash,
                settings: RelyingPartySettings(vcFormat: "numeric4"), deadline: soon())
        }
        #expect(try parties.bySecretHash(hash, deadline: soon())?.id == id)
        #expect(try parties.setEnabled(id: id, false, deadline: soon()))
        #expect(try parties.bySecretHash(hash, deadline: soon())?.isEnabled == false)
        #expect(try parties.list(deadline: soon()).count == 2)
    }

    @Test func aReplacedSecretIsOfNoUse() throws {
        let world = try World()
        let parties = world.stores.relyingParties
        let id = UUID().uuidString.lowercased(), old = World.random(32), new = World.random(32)
        try parties.add(
            id: id, name: "Дэлгүүр", secretHash: old, settings: RelyingPartySettings(vcFormat: "numeric4"),
            deadline: soon())
        #expect(try parties.byId(id, deadline: soon())?.name == "Дэлгүүр")
        #expect(try parties.replaceSecret(id: id, hash: new, deadline: soon()))
        #expect(try parties.bySecretHash(old, deadline: soon()) == nil)
        #expect(try parties.bySecretHash(new, deadline: soon())?.id == id)
        let other = UUID().uuidString.lowercased()
        #expect(try parties.byId(other, deadline: soon()) == nil)
        #expect(try !parties.replaceSecret(id: other, hash: World.random(32), deadline: soon()))
        let entries = try world.database.execute("SELECT count(*) FROM audit_entry WHERE kind = 'rp.secretReplaced'")
        #expect(entries.first?.first == "1")
    }

    @Test func settingsOfARelyingPartyAreKeptAndAudited() throws {
        let world = try World()
        let parties = world.stores.relyingParties
        let id = UUID().uuidString.lowercased()
        let full = RelyingPartySettings(
            vcFormat: "numeric4", acceptsFlatBodies: true, rights: ["SIGN", "PKI_READ"],
            names: ["Дэлгүүр", "a, \"b\""],
            addresses: ["192.0.2.0/24"], allowsAddressAuth: true, certificateHash: World.random(32), openSessions: 7,
            sessionsPerMinute: 70)
        try parties.add(id: id, name: "Дэлгүүр", secretHash: World.random(32), settings: full, deadline: soon())
        #expect(try parties.byId(id, deadline: soon())?.settings == full)
        let bare = RelyingPartySettings(rights: [])
        #expect(try parties.change(id: id, name: "Shop", from: full, to: bare, deadline: soon()))
        #expect(try parties.byId(id, deadline: soon())?.settings == bare)
        #expect(try parties.byId(id, deadline: soon())?.name == "Shop")
        // Somebody else was faster.
        #expect(try !parties.change(id: id, name: nil, from: full, to: full, deadline: soon()))
        #expect(
            try !parties.change(
                id: UUID().uuidString, name: nil, from: bare, to: full, deadline: soon()))
        let entries = try world.database.execute(
            "SELECT detail->>'rights', detail->>'name', detail ? 'vcFormat' FROM audit_entry WHERE kind = 'rp.changed'")
        #expect(entries == [["", "Shop", "t"]])
        let wrong = RelyingPartySettings(rights: ["DANCE"])
        #expect(throws: StorageError.self) {
            try parties.change(id: id, name: nil, from: bare, to: wrong, deadline: soon())
        }
        let bearerless = RelyingPartySettings(allowsAddressAuth: true)
        #expect(throws: StorageError.self) {
            try parties.change(id: id, name: nil, from: bare, to: bearerless, deadline: soon())
        }
    }

    @Test func whoOpenedASession() throws {
        let world = try World()
        let session = try world.openSession()
        let parties = world.stores.relyingParties
        #expect(try world.pool.read(parties.lookup(session: session), deadline: soon())?.id == world.relyingParty)
        #expect(try world.pool.read(parties.lookup(session: UUID().uuidString), deadline: soon()) == nil)
        // Found without a secret only where its party may come without one.
        let sessions = world.stores.sessions
        #expect(try world.pool.read(sessions.lookupByAddress(id: session), deadline: soon()) == nil)
        try world.database.execute(
            "UPDATE relying_party SET addresses = '{192.0.2.1/32}', allows_address_auth = true")
        #expect(try world.pool.read(sessions.lookupByAddress(id: session), deadline: soon())?.session.id == session)
    }
}
