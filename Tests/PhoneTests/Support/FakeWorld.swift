@_spi(Deterministic) import Crypto
import Phone
import Wire

/// What every fake server shares: parameter set, core key, certificate authority. Made once.
struct FakeWorld: Sendable {
    let parameters: RingPedersenParameters
    let core: CoreKey
    let root: CertificateAuthority
    let issuing: CertificateAuthority
    let parametersBody: [UInt8]
    let pinsBody: [UInt8]

    private static let shared = Result { try FakeWorld() }

    static func make() throws -> FakeWorld { try shared.get() }

    init() throws {
        let random = SystemRandom()
        let hex = { (text: String) in Hex.decode(text) ?? [] }
        let parameters = try RingPedersenParameters(
            suite: .suite1, modulus: hex(PublishedParameters.modulus), s: hex(PublishedParameters.s),
            t: hex(PublishedParameters.t))
        let p = Integer(bytes: hex(PublishedParameters.firstPrime)) - Integer(1)
        let q = Integer(bytes: hex(PublishedParameters.secondPrime)) - Integer(1)
        let order = (p * q).dividedExactly(by: Integer(4))
        let trapdoor = PedersenTrapdoor(order: order, lambda: Integer(bytes: hex(PublishedParameters.lambda)))
        let proof = PedersenProof.prove(parameters, trapdoor: trapdoor) { _, bound in
            Integer.random(below: bound, from: random)
        }
        let core = try CoreKey(secret: CoreKey.generate(random: random))
        root = try CertificateAuthority.createRoot(
            name: AuthorityName(organization: "Tamga", commonName: "Test Root"), notBefore: FakeServer.now - 86_400,
            random: random)
        issuing = try root.createIssuing(
            name: AuthorityName(organization: "Tamga", commonName: "Test Issuing CA"),
            notBefore: FakeServer.now - 86_400, random: random)
        parametersBody = Self.parametersBody(parameters, proof.encoding, core.verifyingKey)
        pinsBody = try Self.pinsBody(core)
        self.parameters = parameters
        self.core = core
    }

    static func parametersBody(
        _ parameters: RingPedersenParameters, _ proof: [UInt8], _ key: CoreVerifyingKey
    ) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { w in
            w.member("id", "rp-1")
            w.member("suite", 1)
            w.member("parametersHash", base64: parameters.parametersHash)
            w.member("modulus", base64: parameters.encodedModulus)
            w.member("s", base64: parameters.encodedS)
            w.member("t", base64: parameters.encodedT)
            w.member("proof", base64: proof)
            w.memberArray("coreKeys") { w in
                w.object { w in
                    w.member("spki", base64: key.spki)
                    w.member("spkiSha256", base64: key.pin)
                    w.member("current", true)
                }
            }
        }
        return writer.bytes
    }

    static func pinsBody(_ core: CoreKey) throws -> [UInt8] {
        let pin = core.verifyingKey.pin
        var transcript = Transcript("pins")
        transcript.append(UInt64(FakeServer.now))
        transcript.append(.list([.list([.text("core"), .bytes(pin), .u64(1_900_000_000), .u64(1)])]))
        let signature = try core.sign(transcript.digest, random: SystemRandom())
        var writer = JSONWriter()
        writer.object { w in
            w.member("issuedAt", Timestamp.format(unixSeconds: FakeServer.now))
            w.memberArray("pins") { w in
                w.object { w in
                    w.member("kind", "core")
                    w.member("spkiSha256", base64: pin)
                    w.member("notAfter", Timestamp.format(unixSeconds: 1_900_000_000))
                    w.member("current", true)
                }
            }
            w.member("signature", base64: signature)
        }
        return writer.bytes
    }

    func certificate(_ Q: [UInt8], _ slot: CertificateSlot) throws -> [UInt8] {
        try issuing.issueLeaf(
            LeafProfile(
                publicKey: Q, slot: slot,
                subject: CertificateSubject(givenName: "BAT", surname: "DORJ", civilId: "12345678"),
                level: .qualified, serial: LeafProfile.randomSerial(from: SystemRandom()),
                notBefore: FakeServer.now - 300, notAfter: FakeServer.now + 300 * 86_400))
    }
}
