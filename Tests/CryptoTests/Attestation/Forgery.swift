import Testing

@testable import Crypto

/// An attestation of a device whose parts were changed before they were signed: everything around the change is right.
struct Forgery {
    let world: SyntheticWorld
    let device: SyntheticAppAttestDevice
    /// The data and the nonce's extension.
    var attestation: SyntheticAttestation
    var leaf: ForgedCertificate
    var leafSigner: P256SigningKey
    var intermediate: [UInt8]
    /// What is sent of the leaf and the intermediate.
    var chain: ([UInt8], [UInt8]) -> [[UInt8]] = { [$0, $1] }
    var editReceipt: (inout SyntheticReceipt) -> Void = { _ in }
    /// The message around a receipt's payload.
    var signReceipt: ([UInt8]) throws -> [UInt8]
    /// What is done to the finished object.
    var editObject: ([UInt8]) -> [UInt8] = { $0 }
    /// What the phone and the server say.
    var keyID: [UInt8]
    var clientDataHash = SyntheticWorld.clientDataHash
    var now = SyntheticWorld.now
    var policy: AppAttestPolicy

    init() throws {
        let world = try SyntheticWorld.make()
        let device = try world.device()
        (self.world, self.device) = (world, device)
        attestation = device.attestation(clientDataHash: SyntheticWorld.clientDataHash, now: SyntheticWorld.now)
        leaf = ForgedCertificate(
            issuer: world.authority.intermediateName, subject: try SyntheticAttestation.subject(of: device.publicKey),
            notBefore: SyntheticWorld.now - 86_400, notAfter: SyntheticWorld.now + 2 * 86_400,
            subjectPublicKeyInfo: try SubjectPublicKeyInfo.encode(point: device.publicKey),
            extensions: SyntheticAttestation.extensions)
        leafSigner = world.authority.intermediateKey
        intermediate = world.authority.intermediate
        keyID = device.keyID
        policy = try world.policy()
        let authority = world.authority
        signReceipt = { payload in
            try Self.message(payload, from: authority).encoded()
        }
    }

    /// A message of an authority's signer of receipts.
    static func message(_ payload: [UInt8], from authority: SyntheticAppAttestAuthority) -> SyntheticMessage {
        SyntheticMessage(
            content: payload, signer: authority.receiptSigner, issuer: authority.receiptRootName,
            key: authority.receiptSignerKey)
    }

    /// The credential in the data.
    var credential: SyntheticAuthenticatorData.Credential {
        get {
            attestation.authenticatorData.credential
                ?? SyntheticAuthenticatorData.Credential(aaguid: [], id: [], publicKey: [])
        }
        set { attestation.authenticatorData.credential = newValue }
    }

    func object() throws -> [UInt8] {
        let data = attestation.authenticatorData.encoded
        let right = SyntheticAttestation.nonceValue(SHA256.hash(data + attestation.clientDataHash))
        var certificate = leaf
        certificate.extensions += (attestation.nonceValues ?? [right]).map(SyntheticAttestation.nonceExtension)
        let leaf = try certificate.signed(by: leafSigner)
        var receipt = SyntheticReceipt(
            kind: .attest, appID: device.app.appID, certificate: leaf, clientHash: attestation.clientDataHash,
            environment: device.app.environment, createdAt: SyntheticWorld.now)
        editReceipt(&receipt)
        return editObject(
            SyntheticAttestation.object(
                chain: chain(leaf, intermediate), receipt: try signReceipt(receipt.payload), authenticatorData: data))
    }

    /// Why it is refused; `nil` when it is not.
    func refusal() throws -> AttestationError? {
        AppAttestVerifier(policy: policy).refusal(
            of: try object(), keyID: keyID, clientDataHash: clientDataHash, now: now)
    }
}

/// A change and why it has to be refused.
struct ForgeryCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let error: AttestationError
    let change: @Sendable (inout Forgery) throws -> Void

    init(
        _ name: String, _ error: AttestationError, _ change: @escaping @Sendable (inout Forgery) throws -> Void
    ) {
        (testDescription, self.error, self.change) = (name, error, change)
    }

    func refusal() throws -> AttestationError? {
        var forgery = try Forgery()
        try change(&forgery)
        return try forgery.refusal()
    }
}
