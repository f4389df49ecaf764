import TestSupport
import Testing
import Wire

@testable import Crypto

/// Assertions: what a genuine phone sends, and each way to depart from it.
@Suite("App Attest: assertions")
struct AssertionTests {
    private let world: SyntheticWorld
    private let device: SyntheticAppAttestDevice
    private let verifier: AppAttestVerifier
    private let hash = SyntheticWorld.clientDataHash

    init() throws {
        world = try SyntheticWorld.make()
        device = try world.device()
        verifier = AppAttestVerifier(policy: try world.policy())
    }

    /// An assertion whose data was changed before it was signed.
    private func refusal(_ change: (inout SyntheticAuthenticatorData) -> Void) throws -> AttestationError? {
        var data = device.authenticatorData(counter: 5)
        change(&data)
        let signature = try device.key.sign(SHA256.hash(data.encoded + hash))
        return verifier.refusal(
            ofAssertion: SyntheticAppAttestDevice.assertion(data.encoded, signature: signature),
            publicKey: device.publicKey)
    }

    /// A right assertion with another signature.
    private func refusal(signature: ([UInt8]) throws -> [UInt8]) throws -> AttestationError? {
        let data = device.authenticatorData(counter: 5).encoded
        return verifier.refusal(
            ofAssertion: SyntheticAppAttestDevice.assertion(data, signature: try signature(data)),
            publicKey: device.publicKey)
    }

    @Test("an attested key asserts, its counter one higher each time")
    func asserts() throws {
        let object = try device.attest(clientDataHash: hash, now: SyntheticWorld.now)
        let key = try verifier.verifyAttestation(
            object, keyID: device.keyID, clientDataHash: hash, now: SyntheticWorld.now)
        for expected: UInt32 in 1...3 {
            let counter = try verifier.verifyAssertion(
                device.assert(clientDataHash: hash), publicKey: key.publicKey, appID: key.appID, clientDataHash: hash)
            #expect(counter == expected)
        }
        #expect(device.counter == 3)
        let restored = try SyntheticAppAttestDevice(
            authority: world.authority, app: device.app, privateKey: device.privateKey(), counter: device.counter)
        let counter = try verifier.verifyAssertion(
            restored.assert(clientDataHash: hash), publicKey: key.publicKey, appID: key.appID, clientDataHash: hash)
        #expect(counter == 4)
    }

    @Test("the counter has 32 bits and no sign", arguments: [0, 1, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF] as [UInt32])
    func counter(value: UInt32) throws {
        let data = device.authenticatorData(counter: value).encoded
        let object = SyntheticAppAttestDevice.assertion(data, signature: try device.key.sign(SHA256.hash(data + hash)))
        let counter = try verifier.verifyAssertion(
            object, publicKey: device.publicKey, appID: device.app.appID, clientDataHash: hash)
        #expect(counter == value)
    }

    @Test("each of the flags AT and ED may be set or not, and no other", arguments: 0...255 as ClosedRange<UInt8>)
    func flags(value: UInt8) throws {
        let expected: AttestationError? = [0x00, 0x40, 0x80, 0xC0].contains(value) ? nil : .flags
        #expect(try refusal { $0.flags = value } == expected)
    }

    @Test("an assertion is of its app, its key and its request")
    func binding() throws {
        let other = try world.device()
        let object = try device.assert(clientDataHash: hash)
        #expect(verifier.refusal(ofAssertion: object, publicKey: device.publicKey) == nil)
        #expect(verifier.refusal(ofAssertion: object, publicKey: other.publicKey) == .signature)
        #expect(
            verifier.refusal(ofAssertion: object, publicKey: device.publicKey, appID: "TEAM123456.org.example.other")
                == .appID)
        #expect(
            verifier.refusal(ofAssertion: object, publicKey: device.publicKey, clientDataHash: SHA256.hash([]))
                == .signature)
        #expect(
            verifier.refusal(ofAssertion: object, publicKey: device.publicKey, clientDataHash: [])
                == .clientDataHashLength)
        #expect(verifier.refusal(ofAssertion: object, publicKey: []) == .storedKey)
        #expect(verifier.refusal(ofAssertion: [], publicKey: device.publicKey) == .size)
        #expect(
            verifier.refusal(ofAssertion: object + [UInt8](repeating: 0, count: 2048), publicKey: device.publicKey)
                == .size)
        #expect(try refusal { $0.appIDHash[0] ^= 1 } == .appID)
    }

    @Test("only a signature over the nonce as a message, in minimal DER, is one")
    func signature() throws {
        let key = device.key
        #expect(try refusal { try key.sign(SHA256.hash($0 + hash)) } == nil)
        // ECDSA over the nonce as digest: what a verifier that hashes once would accept.
        #expect(try refusal { try key.sign($0 + hash) } == .signature)
        #expect(try refusal { try key.sign(hash + $0) } == .signature)
        #expect(
            try refusal { data in try ECDSASignatureDER.decode(key.sign(SHA256.hash(data + hash))) }
                == .signatureEncoding)
        #expect(try refusal { data in try key.sign(SHA256.hash(data + hash)) + [0] } == .signatureEncoding)
        #expect(try refusal { _ in [] } == .signatureEncoding)
        #expect(try refusal { _ in DER.sequence([DER.integer([0]), DER.integer([0])]) } == .signatureEncoding)
        #expect(try refusal { _ in DER.sequence([DER.integer([1]), DER.integer([1])]) } == .signature)
    }

    @Test("what follows the data is nothing or one map")
    func tail() throws {
        let map = SyntheticAuthenticatorData.extensions(bundleVersion: "42", category: 4)
        #expect(try refusal { $0.extensions = map } == nil)
        #expect(try refusal { $0.extensions = [0xA0] } == nil)
        #expect(try refusal { $0.extensions = CBORWriter.map([("new", CBORWriter.array([[0xF5]]))]) } == nil)
        #expect(try refusal { $0.extensions = [0] } == .extensions)
        #expect(try refusal { $0.extensions = map + map } == .extensionsTrailing)
        #expect(try refusal { $0.extensions = Array(map.dropLast()) } == .extensions)
    }

    @Test("a category that the policy does not let in is refused, a missing one is not")
    func category() throws {
        let strict = AppAttestVerifier(
            policy: try world.policy(categories: AppAttestCategories(allowed: [4], absence: .refused)))
        for (category, expected) in [(4, nil), (2, AttestationError.category), (nil, nil)]
            as [(
                UInt32?, AttestationError?
            )]
        {
            let app = SyntheticAppAttestDevice.App(
                appID: device.app.appID, environment: .production, category: category)
            let device = try world.device(app)
            let object = try device.assert(clientDataHash: hash)
            #expect(strict.refusal(ofAssertion: object, publicKey: device.publicKey) == expected)
        }
    }

    @Test("members, lengths and CBOR")
    func form() throws {
        let object = try device.assert(clientDataHash: hash)
        let parts = try AssertionObject(object)
        func refusal(_ object: [UInt8]) -> AttestationError? {
            verifier.refusal(ofAssertion: object, publicKey: device.publicKey)
        }
        for count in 1..<object.count { #expect(refusal(Array(object[..<count])) == .cborTruncated) }
        #expect(refusal(object + [0]) == .cborTrailing)
        #expect(refusal(CBORWriter.map([("signature", CBORWriter.bytes(parts.signature))])) == .members)
        #expect(refusal(CBORWriter.map([("authenticatorData", CBORWriter.bytes(parts.authenticatorData))])) == .members)
        #expect(refusal([0x80]) == .members)
        for count in 0..<37 {
            let short = SyntheticAppAttestDevice.assertion(
                Array(parts.authenticatorData[..<count]), signature: parts.signature)
            #expect(refusal(short) == .authenticatorDataLength)
        }
    }

    @Test("assertions that an independent program made verify")
    func independent() throws {
        let json = try GoldenVectors.read("appattest/synthetic.json")
        let object = try AppAttestSample.bytes(json["attestation"])
        let leaf = try CertificateInspector.inspect(AttestationObject(object).leaf)
        let publicKey = try #require(leaf.publicKey)
        let appID = try #require(json["appId"]?.string)
        let assertions = (json["assertions"]?.array ?? []) + [json["assertionIos27"] ?? .null]
        #expect(assertions.count == 4)
        for assertion in assertions {
            let counter = try verifier.verifyAssertion(
                AppAttestSample.bytes(assertion["assertion"]), publicKey: publicKey, appID: appID,
                clientDataHash: SHA256.hash(AppAttestSample.bytes(assertion["clientData"])))
            #expect(Int64(counter) == assertion["counter"]?.int64)
        }
    }
}
