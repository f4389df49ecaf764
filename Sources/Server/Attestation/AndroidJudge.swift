import Crypto
import Storage

/// Judges attestations of Android keys: by the policy, and by the list of revoked attestation keys as it stands.
struct AndroidJudge: Sendable {
    let verifier: AndroidAttestationVerifier
    let revocation: AndroidRevocationSource

    /// The challenge of the attestation is the hash of the request, so that it belongs to that request as one of App
    /// Attest does.
    func attested(
        _ object: [UInt8], keyId: [UInt8], over hash: [UInt8], now: Int64
    ) throws(ServiceError) -> NewAttestedKey {
        let parts: AndroidAttestationObject
        do throws(AttestationError) { parts = try AndroidAttestationObject(object) } catch {
            throw ServiceError(attestation: error)
        }
        let key: AndroidAttestedKey
        do throws(AndroidAttestationError) {
            key = try verifier.verify(chain: parts.chain, challenge: hash, revocation: revocation.list, now: now)
        } catch { throw ServiceError(attestation: error) }
        guard holds("ATTESTATION_KEY_ID/android", SHA256.hash(key.publicKey) == keyId) else {
            throw ServiceError(attestation: .keyID)
        }
        return NewAttestedKey(
            keyId: keyId, platform: PhonePlatform.android.rawValue, environment: environment.name,
            appId: key.packageName, publicKey: key.publicKey, receipt: Array(parts.chain.joined()),
            bundleVersion: String(key.packageVersion))
    }

    /// Roots of one's own stand for no hardware.
    private var environment: AppAttestEnvironment {
        verifier.policy.roots == AndroidRoots.google ? .production : .development
    }
}
