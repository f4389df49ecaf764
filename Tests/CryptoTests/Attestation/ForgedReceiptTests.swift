import Testing

@testable import Crypto

/// One change at a time to the receipt of an attestation that is right otherwise.
@Suite("App Attest: forged receipts")
struct ForgedReceiptTests {
    @Test("each has its own error", arguments: messages + fields)
    func refused(_ forgery: ForgeryCase) throws {
        #expect(try forgery.refusal() == forgery.error)
    }

    @Test("fields that are not known, and those that need not be there, do not matter")
    func indifferent() throws {
        var forgery = try Forgery()
        forgery.editReceipt = { receipt in
            receipt.fields = receipt.fields.filter { ![5, 7].contains($0.type) }.reversed()
            receipt.fields.append((99, [1, 2, 3]))
            receipt.fields.append((99, []))
        }
        #expect(try forgery.refusal() == nil)
    }

    @Test("the openssl command verifies a synthetic receipt under its root, and no other")
    func secondOpinion() throws {
        let world = try SyntheticWorld.make()
        let device = try world.device()
        let object = try device.attest(clientDataHash: SyntheticWorld.clientDataHash, now: SyntheticWorld.now)
        let openssl = try OpenSSLCommand()
        try openssl.file("receipt", AttestationObject(object).receipt)
        try openssl.file("root", Array(PEM.encode(world.authority.receiptRoot).utf8))
        try openssl.file("other", Array(PEM.encode(world.authority.root).utf8))
        let arguments = [
            "cms", "-verify", "-inform", "DER", "-in", "receipt", "-purpose", "any", "-attime",
            "\(SyntheticWorld.now)", "-out", "content", "-CAfile",
        ]
        #expect(try openssl.run(arguments + ["root"]).status == 0)
        #expect(try openssl.bytes("content").first == 0x31)
        #expect(try openssl.run(arguments + ["other"]).status != 0)
    }

    @Test("an exchanged receipt is of its kind, of its key and fresh")
    func exchanged() throws {
        let world = try SyntheticWorld.make()
        let device = try world.device()
        let leaf = try device.attestation(clientDataHash: SyntheticWorld.clientDataHash, now: SyntheticWorld.now).leaf()
        let verifier = try AppAttestReceiptVerifier(policy: world.policy())
        func refusal(
            _ kind: AppAttestReceipt.Kind = .receipt, metric: String? = "3", key: [UInt8]? = nil, delay: Int64 = 0
        ) throws -> AttestationError? {
            var receipt = SyntheticReceipt(
                kind: kind, appID: device.app.appID, certificate: leaf, clientHash: [0xEF, 0xBF, 0xBD],
                environment: .production, createdAt: SyntheticWorld.now)
            if let metric { receipt.fields.append((17, Array(metric.utf8))) }
            receipt.fields.append((19, SyntheticReceipt.time(SyntheticWorld.now + 86_400)))
            let message = try receipt.signed(by: world.authority)
            do {
                let values = try verifier.verifyExchanged(
                    message, appID: device.app.appID, publicKey: key ?? device.publicKey,
                    now: SyntheticWorld.now + delay)
                #expect(values.notBefore == (SyntheticWorld.now + 86_400) * 1000)
                return nil
            } catch {
                return error
            }
        }
        #expect(try refusal() == nil)
        #expect(try refusal(delay: 300) == nil)
        #expect(try refusal(delay: 301) == .receiptStale)
        #expect(try refusal(.attest) == .receiptKind)
        #expect(try refusal(metric: nil) == .receiptField)
        for metric in ["", "-1", "x", "3 ", "4294967296", "00000000001"] {
            #expect(try refusal(metric: metric) == .receiptField, "\(metric)")
        }
        #expect(try refusal(metric: "4294967295") == nil)
        #expect(try refusal(key: try world.device().publicKey) == .receiptKey)
    }

    @Test(
        "moments are read in one form only",
        arguments: [
            ("2021-01-23T12:13:35.801Z", 1_611_404_015_801 as Int64?), ("2021-01-23T12:13:35Z", 1_611_404_015_000),
            ("2021-01-23T12:13:35.8Z", 1_611_404_015_800), ("2021-01-23T12:13:35.801999Z", 1_611_404_015_801),
            ("2024-02-29T00:00:00Z", 1_709_164_800_000), ("2023-02-29T00:00:00Z", nil), ("2021-13-01T00:00:00Z", nil),
            ("2021-00-01T00:00:00Z", nil), ("2021-01-00T00:00:00Z", nil), ("2021-01-01T24:00:00Z", nil),
            ("2021-01-01T00:60:00Z", nil), ("2021-01-01T00:00:60Z", nil), ("2021-01-01T00:00:00", nil),
            ("2021-01-01T00:00:00.Z", nil), ("2021-01-01 00:00:00Z", nil), ("2021-01-01T00:00:00+00:00", nil),
            ("2021-01-01T00:00:00.0123456789Z", nil), ("0000-01-01T00:00:00Z", nil), ("+021-01-01T00:00:00Z", nil),
            ("", nil), ("1969-12-31T23:59:59Z", nil), ("2021-01-01T00:00:00,5Z", nil),
        ])
    func time(text: String, milliseconds: Int64?) {
        #expect(ReceiptTime.milliseconds(Array(text.utf8)) == milliseconds)
    }

    private static let messages: [ForgeryCase] = [
        ForgeryCase("no receipt", .receiptSize) { $0.signReceipt = { _ in [] } },
        ForgeryCase("bytes that are no message", .receiptEncoding) { $0.signReceipt = { _ in [0x30, 0x80, 1] } },
        ForgeryCase("the payload without a message", .receiptEncoding) { $0.signReceipt = { $0 } },
        ForgeryCase("a byte after the message", .receiptEncoding) {
            let sign = $0.signReceipt
            $0.signReceipt = { try sign($0) + [0] }
        },
        ForgeryCase("a message of another type", .receiptEncoding) {
            $0.signReceipt = {
                DER.sequence([
                    DER.objectIdentifier(SyntheticMessage.data), DER.constructed(0, DER.octetString($0)),
                ])
            }
        },
        altered("a content of another type", .receiptEncoding) { $0.contentType = [1, 2, 3, 4] },
        altered("a content that is somewhere else", .receiptEncoding) { $0.content = nil },
        altered("two signatures", .receiptEncoding) { $0.signatures = 2 },
        altered("no signature", .receiptEncoding) { $0.signatures = 0 },
        ForgeryCase("a changed content", .receiptSignature) {
            let sign = $0.signReceipt
            $0.signReceipt = { payload in
                let name = Array("TEAM123456".utf8)
                var message = try sign(payload)
                if let start = message.indices.first(where: { message[$0...].starts(with: name) }) {
                    message[start] = UInt8(ascii: "X")
                }
                return message
            }
        },
        ForgeryCase("signed by another key than the certificate's", .receiptSignature) {
            let (mine, other) = ($0.world.authority, $0.world.stranger)
            $0.signReceipt = { payload in
                try SyntheticMessage(
                    content: payload, signer: mine.receiptSigner, issuer: mine.receiptRootName,
                    key: other.receiptSignerKey
                ).encoded()
            }
        },
        ForgeryCase("signed below another root", .receiptChain) {
            let other = $0.world.stranger
            $0.signReceipt = { try Forgery.message($0, from: other).encoded() }
        },
        ForgeryCase("the root of attestations for receipts", .receiptChain) {
            $0.policy = try AppAttestPolicy(
                roots: [$0.world.authority.root], receiptRoots: [$0.world.authority.root],
                appIDs: [$0.device.app.appID], environments: [.production], categories: .any)
        },
        ForgeryCase("a signer below the right root that is not for receipts", .receiptSigner) {
            try $0.sign(with: [], from: SyntheticWorld.now - 86_400)
        },
        ForgeryCase("a signer that has expired", .receiptChainTime) {
            try $0.sign(with: [Forgery.signerMark], from: SyntheticWorld.now - 10 * 86_400)
        },
        ForgeryCase("a signer that is not valid yet", .receiptChainTime) {
            try $0.sign(with: [Forgery.signerMark], from: SyntheticWorld.now + 86_400)
        },
    ]

    private static let fields: [ForgeryCase] = [
        ForgeryCase("a payload that is no set", .receiptPayload) {
            let sign = $0.signReceipt
            $0.signReceipt = { try sign([0x30] + $0.dropFirst()) }
        },
        ForgeryCase("a byte after the set", .receiptPayload) {
            let sign = $0.signReceipt
            $0.signReceipt = { try sign($0 + [0]) }
        },
        ForgeryCase("an entry with a fourth member", .receiptPayload) {
            let sign = $0.signReceipt
            let entry = DER.sequence([
                DER.integer([99]), DER.integer([1]), DER.octetString([]), DER.octetString([]),
            ])
            $0.signReceipt = { _ in try sign(DER.element(0x31, entry)) }
        },
        ForgeryCase("an entry without a value", .receiptPayload) {
            let sign = $0.signReceipt
            let entry = DER.sequence([DER.integer([2]), DER.integer([1])])
            $0.signReceipt = { _ in try sign(DER.element(0x31, entry)) }
        },
        ForgeryCase("an empty set", .receiptField) {
            let sign = $0.signReceipt
            $0.signReceipt = { _ in try sign([0x31, 0]) }
        },
        edited("a field twice", .receiptFieldRepeated) { $0.fields.append($0.fields[0]) },
        edited("no app id", .receiptField) { $0.set(2, nil) },
        edited("no certificate", .receiptField) { $0.set(3, nil) },
        edited("no client hash", .receiptField) { $0.set(4, nil) },
        edited("no kind", .receiptField) { $0.set(6, nil) },
        edited("no time of making", .receiptField) { $0.set(12, nil) },
        edited("no time of expiry", .receiptField) { $0.set(21, nil) },
        edited("an unknown kind", .receiptField) { $0.set(6, Array("ATTESTED".utf8)) },
        edited("a time of another form", .receiptField) { $0.set(12, Array("2026-05-28 20:26:40".utf8)) },
        edited("an app id that is no text", .receiptField) { $0.set(2, [0xFF]) },
        edited("another app", .receiptAppID) { $0.set(2, Array("TEAM123456.org.example.other".utf8)) },
        edited("another certificate", .receiptKey) { $0.set(3, [0x30, 0]) },
        edited("another challenge", .receiptClientHash) { $0.set(4, [UInt8](repeating: 0, count: 32)) },
        edited("an exchanged receipt", .receiptKind) { $0.set(6, Array("RECEIPT".utf8)) },
        edited("made more than five minutes ago", .receiptStale) {
            $0.set(12, SyntheticReceipt.time(SyntheticWorld.now - 301))
        },
        edited("made in the future", .receiptFuture) { $0.set(12, SyntheticReceipt.time(SyntheticWorld.now + 61)) },
        edited("expired", .receiptExpired) { $0.set(21, SyntheticReceipt.time(SyntheticWorld.now)) },
    ]

    private static func altered(
        _ name: String, _ error: AttestationError, _ alter: @escaping @Sendable (inout SyntheticMessage) -> Void
    ) -> ForgeryCase {
        ForgeryCase(name, error) {
            let authority = $0.world.authority
            $0.signReceipt = { payload in
                var message = Forgery.message(payload, from: authority)
                alter(&message)
                return try message.encoded()
            }
        }
    }

    private static func edited(
        _ name: String, _ error: AttestationError, _ edit: @escaping @Sendable (inout SyntheticReceipt) -> Void
    ) -> ForgeryCase {
        ForgeryCase(name, error) { $0.editReceipt = edit }
    }
}

extension SyntheticReceipt {
    /// Another value for a field, or none.
    fileprivate mutating func set(_ type: UInt8, _ value: [UInt8]?) {
        fields.removeAll { $0.type == type }
        if let value { fields.append((type, value)) }
    }
}

extension Forgery {
    fileprivate static let signerMark = DER.sequence([
        DER.objectIdentifier(AppAttestReceiptVerifier.signerExtension), DER.octetString([5, 0]),
    ])

    /// Signs receipts with a certificate below the world's receipt root that is good for two days.
    fileprivate mutating func sign(with extensions: [[UInt8]], from notBefore: Int64) throws {
        let rootKey = try P256SigningKey.generate(
            random: DerivedRandom(
                seed: Octets.secret([UInt8](repeating: 1, count: 32)), label: "synthetic app attest receipt root"))
        let issuer = world.authority.receiptRootName
        let key = world.authority.receiptSignerKey
        let signer = try ForgedCertificate(
            issuer: issuer, subject: SyntheticAppAttestAuthority.name("Signer"), notBefore: notBefore,
            notAfter: notBefore + 2 * 86_400,
            subjectPublicKeyInfo: SubjectPublicKeyInfo.encode(point: key.publicKey),
            extensions: [CertificateExtensions.basicConstraints(pathLength: nil)] + extensions
        ).signed(by: rootKey)
        signReceipt = { try SyntheticMessage(content: $0, signer: signer, issuer: issuer, key: key).encoded() }
    }
}
