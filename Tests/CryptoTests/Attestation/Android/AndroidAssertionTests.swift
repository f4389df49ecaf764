import Testing

@testable import Crypto

@Suite("Android attestation: objects and signatures of requests")
struct AndroidAssertionTests {
    private let key: P256SigningKey
    private let package = SyntheticAndroidDescription.package
    private let hash = SHA256.hash([1, 2, 3])

    init() throws { key = try P256SigningKey.generate(random: LabelledRandom("android assertion")) }

    private func data(package: String? = nil, flags: UInt8 = 0, counter: [UInt8] = [0, 0, 0, 7]) -> [UInt8] {
        SHA256.hash(Array((package ?? self.package).utf8)) + [flags] + counter
    }

    private func object(_ data: [UInt8], over message: [UInt8]? = nil, by key: P256SigningKey? = nil) throws -> [UInt8]
    {
        let signature = try (key ?? self.key).sign(message ?? SHA256.hash(data + hash))
        return SyntheticAppAttestDevice.assertion(data, signature: signature)
    }

    private func verify(_ object: [UInt8], hash: [UInt8]? = nil) throws -> UInt32 {
        try AndroidAssertion.verify(
            object, publicKey: key.publicKey, package: package, clientDataHash: hash ?? self.hash)
    }

    @Test("what is signed is the hash of the name, a zero, the counter, and the hash of the request")
    func good() throws {
        #expect(try verify(object(data())) == 7)
        #expect(try verify(object(data(counter: [0xFF, 0xFF, 0xFF, 0xFF]))) == .max)
        #expect(try verify(object(data(counter: [0, 0, 0, 0]))) == 0)
    }

    @Test("every part of it is covered")
    func refused() throws {
        let stranger = try P256SigningKey.generate(random: LabelledRandom("stranger"))
        let good = data()
        let cases: [(AttestationError, [UInt8])] = [
            (.appID, try object(data(package: "mn.example.other"))),
            (.flags, try object(data(flags: 0x40))),
            (.flags, try object(data(flags: 1))),
            (.authenticatorDataLength, try object(Array(good.dropLast()))),
            (.authenticatorDataLength, try object(good + [0xA0])),
            // The counter is signed: another one does not verify.
            (
                .signature,
                SyntheticAppAttestDevice.assertion(
                    data(counter: [0, 0, 0, 8]), signature: try key.sign(SHA256.hash(good + hash)))
            ),
            (.signature, try object(good, by: stranger)),
            // Without the second hash, as WebAuthn has it.
            (.signature, try object(good, over: good + hash)),
            (.signatureEncoding, SyntheticAppAttestDevice.assertion(good, signature: [UInt8](repeating: 1, count: 64))),
            (.size, []),
            (.size, [UInt8](repeating: 0, count: 2_049)),
            (.members, CBORWriter.map([("signature", CBORWriter.bytes([1]))])),
        ]
        for (error, object) in cases { #expect(throws: error) { try verify(object) } }
        #expect(throws: AttestationError.signature) { try verify(object(good), hash: SHA256.hash([9])) }
        #expect(throws: AttestationError.clientDataHashLength) { try verify(object(good), hash: [1]) }
    }

    @Test("the object of an attestation names its format, and says whose it is")
    func objects() throws {
        let chain = try SyntheticAndroidChain().build()
        let object = SyntheticAndroidChain.object(chain)
        #expect(AttestationFormat(of: object) == .android)
        #expect(try AndroidAttestationObject(object).chain == chain)
        let apple = SyntheticAndroidChain.object(chain, format: "apple-appattest")
        #expect(AttestationFormat(of: apple) == .apple)
        #expect(throws: AttestationError.format) { try AndroidAttestationObject(apple) }
        #expect(AttestationFormat(of: SyntheticAndroidChain.object(chain, format: "android-safetynet")) == nil)
        #expect(AttestationFormat(of: []) == nil && AttestationFormat(of: [0xA0]) == nil)
        #expect(throws: AttestationError.members) { try AndroidAttestationObject([0xA0]) }
        #expect(throws: AttestationError.size) { try AndroidAttestationObject([]) }
        #expect(throws: AttestationError.cborTrailing) { try AndroidAttestationObject(object + [0]) }
        for count in 1..<object.count where count % 7 == 0 {
            #expect(throws: AttestationError.self) { try AndroidAttestationObject(Array(object.prefix(count))) }
        }
        let numbers = CBORWriter.map([
            ("fmt", CBORWriter.text("android-key")),
            ("attStmt", CBORWriter.map([("x5c", CBORWriter.array([CBORWriter.unsigned(1)]))])),
        ])
        #expect(throws: AttestationError.members) { try AndroidAttestationObject(numbers) }
    }
}
