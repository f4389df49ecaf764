import Storage
import TestSupport
import Testing

@Suite struct AttestedKeyTests {
    private static func key() -> NewAttestedKey {
        NewAttestedKey(
            keyId: World.random(32), platform: "ios", environment: "production", appId: "TESTTEAM01.mn.app",
            publicKey: World.random(65), receipt: [1])
    }

    private static func nonce(_ text: String) -> NonceSpending {
        NonceSpending(nonce: text, expiresAt: World.ms + 120_000)
    }

    private static func admit(
        _ world: World, _ keyId: [UInt8], nonce text: String, counter: UInt32
    ) throws -> AdmissionOutcome {
        try world.stores.pool.read(
            world.stores.attestedKeys.admission(nonce(text), keyId: keyId, counter: counter), deadline: soon())
    }

    @Test func ofRequestsWithOneCounterOneIsLetIn() throws {
        let world = try World(), key = Self.key()
        _ = try world.stores.attestedKeys.register(key, Self.nonce("first"), deadline: soon())
        let outcomes = try race(8) { try Self.admit(world, key.keyId, nonce: "n\($0)", counter: 7) }
        #expect(outcomes.filter { $0 == .counterReplayed }.count == 7)
        #expect(try world.stores.attestedKeys.byId(key.keyId, deadline: soon())?.counter == 7)
    }

    @Test func ofRequestsWithOneNonceOneIsLetIn() throws {
        let world = try World(), key = Self.key()
        _ = try world.stores.attestedKeys.register(key, Self.nonce("first"), deadline: soon())
        let outcomes = try race(8) { try Self.admit(world, key.keyId, nonce: "one", counter: UInt32($0 + 1)) }
        #expect(outcomes.filter { $0 == .nonceSpent }.count == 7)
    }

    @Test func theLargestCounterIsTheLast() throws {
        let world = try World(), key = Self.key()
        _ = try world.stores.attestedKeys.register(key, Self.nonce("first"), deadline: soon())
        #expect(
            try Self.admit(world, key.keyId, nonce: "a", counter: .max)
                == .admitted(AttestedKeyUse(documentNumber: nil, isConfirmed: false)))
        #expect(try Self.admit(world, key.keyId, nonce: "b", counter: .max) == .counterReplayed)
        #expect(try Self.admit(world, World.random(32), nonce: "c", counter: 1) == .counterReplayed)
    }

    @Test func aKeyThatIsAttestedAgainStaysAsItIs() throws {
        let world = try World(), key = Self.key(), keys = world.stores.attestedKeys
        #expect(
            try keys.register(key, Self.nonce("a"), deadline: soon())
                == .admitted(AttestedKeyUse(documentNumber: nil, isConfirmed: false)))
        _ = try Self.admit(world, key.keyId, nonce: "b", counter: 5)
        #expect(try keys.register(key, Self.nonce("b"), deadline: soon()) == .nonceSpent)
        _ = try keys.register(key, Self.nonce("c"), deadline: soon())
        #expect(try keys.byId(key.keyId, deadline: soon())?.counter == 5)
    }

    @Test func manyExpiredNoncesGoInOneSweep() throws {
        let world = try World()
        try world.database.execute(
            """
            INSERT INTO spent_nonce SELECT 'n' || i, now() - interval '2 minutes' FROM generate_series(1, 12000) i;
            INSERT INTO spent_nonce VALUES ('good', now() + interval '1 minute')
            """)
        #expect(try world.stores.nonces.sweep(deadline: soon()) == 12_000)
        #expect(try world.stores.nonces.spend("good", expiresAt: World.ms, deadline: soon()) == false)
    }
}
