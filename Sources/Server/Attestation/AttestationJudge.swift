import Crypto
import Storage

/// Judges what phones bring as evidence of their attested keys, each by the rules of its platform. Which platform a
/// fresh key is of, its attestation says; of a known key the stored row does, never the request.
struct AttestationJudge: Sendable {
    /// Nil where no iPhone is let in.
    let apple: AppAttestVerifier?
    /// Nil where no Android phone is.
    let android: AndroidJudge?

    init(apple: AppAttestPolicy?, android: AndroidJudge?) {
        self.apple = apple.map(AppAttestVerifier.init(policy:))
        self.android = android
    }

    /// What is to be stored of a fresh key.
    /// - Parameters:
    ///   - object: the attestation object, CBOR
    ///   - keyId: as the request names it, 32 bytes
    ///   - hash: what was attested over, 32 bytes
    ///   - now: Unix seconds
    /// - Throws: ATTESTATION_PLATFORM_UNSUPPORTED; for each check of the platform its own code
    func attested(
        _ object: [UInt8], keyId: [UInt8], over hash: [UInt8], now: Int64
    ) throws(ServiceError) -> NewAttestedKey {
        // What names no format gets the errors of the platform that is there.
        switch AttestationFormat(of: object) ?? (apple == nil ? .android : .apple) {
        case .apple:
            guard let apple else { throw ServiceError(.attestationPlatformUnsupported) }
            return try Self.attested(object, keyId: keyId, over: hash, now: now, by: apple)
        case .android:
            guard let android else { throw ServiceError(.attestationPlatformUnsupported) }
            return try android.attested(object, keyId: keyId, over: hash, now: now)
        }
    }

    private static func attested(
        _ object: [UInt8], keyId: [UInt8], over hash: [UInt8], now: Int64, by verifier: AppAttestVerifier
    ) throws(ServiceError) -> NewAttestedKey {
        let key: AttestedKey
        do throws(AttestationError) {
            key = try verifier.verifyAttestation(object, keyID: keyId, clientDataHash: hash, now: now)
        } catch { throw ServiceError(attestation: error) }
        return NewAttestedKey(
            keyId: key.keyID, platform: PhonePlatform.ios.rawValue, environment: key.environment.name,
            appId: key.appID, publicKey: key.publicKey, receipt: key.receipt.encoding,
            bundleVersion: key.bundleVersion, category: key.category)
    }

    /// Verifies a request's signature by a known key.
    /// - Parameters:
    ///   - object: the assertion object, CBOR
    ///   - hash: what was to be signed, 32 bytes
    /// - Returns: the counter that the signature covers
    func counter(
        of object: [UInt8], by key: AttestedKeyCache.Entry, over hash: [UInt8]
    ) throws(ServiceError) -> UInt32 {
        do throws(AttestationError) {
            switch (PhonePlatform(rawValue: key.platform), apple) {
            case (.ios, let apple?):
                return try apple.verifyAssertion(
                    object, publicKey: key.publicKey, appID: key.appID, clientDataHash: hash)
            case (.android, _) where android != nil:
                return try AndroidAssertion.verify(
                    object, publicKey: key.publicKey, package: key.appID, clientDataHash: hash)
            default: break
            }
        } catch { throw ServiceError(assertion: error) }
        // Its platform is let in no more.
        throw ServiceError(.attestationPlatformUnsupported)
    }
}

/// As rows and requests name the two.
enum PhonePlatform: String, Sendable {
    case ios
    case android
}
