/// Verifies that a key was made inside the secure hardware of an Android device, for one of our apps (Android Key
/// Attestation, https://developer.android.com/privacy-and-security/security-key-attestation).
///
/// Knows no network and no clock: the revocation list and the time are given. Every refusal has its own
/// `AndroidAttestationError`; the first that applies is thrown, in the order signatures, extension, authorities,
/// revocation, description.
public struct AndroidAttestationVerifier: Sendable {
    public let policy: AndroidAttestationPolicy

    /// Leaf to root: a remotely provisioned key has five certificates.
    public static let maximumChain = 8
    /// Bytes of one certificate; the longest seen has 1.5 KB, of which an attestation takes at most about 2.
    public static let maximumCertificate = 8_192

    public init(policy: AndroidAttestationPolicy) {
        self.policy = policy
    }

    /// - Parameters:
    ///   - chain: DER certificates, leaf first, root last
    ///   - challenge: what this server gave the app; that it was used once is the caller's to see to
    ///   - revocation: nil when none was ever loaded, which refuses
    ///   - now: Unix seconds
    /// - Throws: the first check that fails: form, signatures, extension, authorities, revocation, then
    ///   what the policy asks of the key
    public func verify(
        chain: [[UInt8]], challenge: [UInt8], revocation: AndroidRevocationList?, now: Int64
    ) throws(AndroidAttestationError) -> AndroidAttestedKey {
        let certificates = try parse(chain)
        try checkSignatures(certificates)
        let value = try attestation(in: certificates)
        try checkAuthorities(certificates, now: now)
        try checkRevocation(certificates, revocation, now: now)
        let description = try KeyDescription(der: value)
        try checkDevice(description, challenge: challenge)
        let publicKey = try checkKey(description.hardwareEnforced, certificates[0])
        let package = try package(of: description)
        try checkPatchLevel(description.hardwareEnforced.osPatchLevel)
        let hardware = description.hardwareEnforced
        return AndroidAttestedKey(
            publicKey: publicKey, attestationVersion: description.version,
            attestationLevel: description.attestationLevel, keyMintVersion: description.keyMintVersion,
            keyMintLevel: description.keyMintLevel, rootOfTrust: hardware.rootOfTrust, packageName: package.name,
            packageVersion: package.version, osVersion: hardware.osVersion, osPatchLevel: hardware.osPatchLevel,
            vendorPatchLevel: hardware.vendorPatchLevel, bootPatchLevel: hardware.bootPatchLevel,
            worksUnauthenticated: hardware.noAuthRequired,
            isRemotelyProvisioned: !certificates[1].extensions(KeyDescription.provisioningID).isEmpty)
    }

    private func parse(_ chain: [[UInt8]]) throws(AndroidAttestationError) -> [AttestationCertificate] {
        guard (3...Self.maximumChain).contains(chain.count) else { throw .chainLength }
        guard chain.allSatisfy({ $0.count <= Self.maximumCertificate }) else { throw .certificateLength }
        var certificates: [AttestationCertificate] = []
        for der in chain { certificates.append(try AttestationCertificate(der: der)) }
        return certificates
    }

    /// Names, anchor, signatures.
    private func checkSignatures(_ certificates: [AttestationCertificate]) throws(AndroidAttestationError) {
        for (certificate, issuer) in zip(certificates, certificates.dropFirst())
        where certificate.issuerName != issuer.subjectName { throw .issuerName }
        guard let anchor = certificates.last, policy.roots.contains(anchor.subjectPublicKeyInfo) else {
            throw .untrustedRoot
        }
        for (certificate, issuer) in zip(certificates, certificates.dropFirst()) {
            try certificate.checkSignature(by: issuer)
        }
    }

    /// The leaf's dates are written by the device and say nothing; the root's are those of one of several certificates
    /// with its key. Those in between are checked: they are short where the key was provisioned over the network.
    private func checkAuthorities(
        _ certificates: [AttestationCertificate], now: Int64
    ) throws(AndroidAttestationError) {
        guard !certificates[0].isAuthority else { throw .leafIsAuthority }
        for (below, issuer) in certificates.dropFirst().dropLast().enumerated() {
            guard issuer.mayIssue(below: below) else { throw .issuer }
            try issuer.checkDates(atUnixSeconds: now)
        }
    }

    /// Only the leaf has it. A certificate nearer to the root with one belongs to a key of an app, which could sign a
    /// leaf with any description: the chain-extension attack.
    private func attestation(in certificates: [AttestationCertificate]) throws(AndroidAttestationError) -> [UInt8] {
        for certificate in certificates.dropFirst() {
            guard certificate.extensions(KeyDescription.extensionID).isEmpty else { throw .extensionAboveLeaf }
        }
        let values = certificates[0].extensions(KeyDescription.extensionID)
        guard let value = values.first else { throw .extensionMissing }
        guard values.count == 1 else { throw .extensionRepeated }
        return value
    }

    private func checkRevocation(
        _ certificates: [AttestationCertificate], _ list: AndroidRevocationList?, now: Int64
    ) throws(AndroidAttestationError) {
        guard let list else { throw .revocationListMissing }
        if let end = list.expiresAt, now >= end { throw .revocationListStale }
        for certificate in certificates {
            guard list.status(ofSerial: certificate.serial) == nil else { throw .revoked }
        }
    }

    private func checkDevice(_ description: KeyDescription, challenge: [UInt8]) throws(AndroidAttestationError) {
        guard min(description.attestationLevel, description.keyMintLevel) >= policy.minimumLevel else {
            throw .securityLevel
        }
        guard !challenge.isEmpty, description.challenge == challenge else { throw .challenge }
        guard policy.requiresVerifiedBoot else { return }
        // Of the list that hardware enforces: the other one is the operating system's own word, which is in question.
        guard let root = description.hardwareEnforced.rootOfTrust else { throw .rootOfTrustMissing }
        guard root.bootState == .verified else { throw .bootState }
        guard root.isLocked else { throw .unlocked }
    }

    /// The leaf's public key, 65 bytes.
    private func checkKey(
        _ hardware: AuthorizationList, _ leaf: AttestationCertificate
    ) throws(AndroidAttestationError) -> [UInt8] {
        guard !hardware.allApplications else { throw .allApplications }
        // KeyMint's numbers: 2 SIGN, 3 VERIFY; 3 EC; 1 P-256; 0 GENERATED.
        guard let purposes = hardware.purposes, purposes.contains(2), purposes.allSatisfy({ $0 == 2 || $0 == 3 }) else {
            throw .purpose
        }
        guard hardware.algorithm == 3 else { throw .algorithm }
        guard hardware.ecCurve == 1, hardware.keySize ?? 256 == 256,
            let point = try? SubjectPublicKeyInfo.decode(leaf.subjectPublicKeyInfo)
        else { throw .curve }
        guard hardware.origin == 0 else { throw .origin }
        return point
    }

    /// Our package, of those that share the key. The operating system names them, whose boot was checked before. Every
    /// name must be one of ours: whoever shares the user id can use the key.
    private func package(
        of description: KeyDescription
    ) throws(AndroidAttestationError) -> AndroidApplicationID.Package {
        guard !description.softwareEnforced.allApplications else { throw .allApplications }
        guard let id = description.softwareEnforced.applicationID, let first = id.packages.first else {
            throw .applicationMissing
        }
        guard !id.packages.contains(where: { AndroidApplicationID.unknownPackages.contains($0.name) }) else {
            throw .applicationUnknown
        }
        guard !id.signers.isEmpty else { throw .applicationSigner }
        for package in id.packages {
            guard let signers = policy.applications[package.name] else { throw .application }
            guard id.signers.allSatisfy(signers.contains) else { throw .applicationSigner }
        }
        return first
    }

    private func checkPatchLevel(_ level: Int64?) throws(AndroidAttestationError) {
        guard let minimum = policy.minimumPatchLevel else { return }
        guard let level, (200_001...999_912).contains(level), (1...12).contains(level % 100) else {
            throw .patchLevelMissing
        }
        guard level >= Int64(minimum) else { throw .patchLevel }
    }
}
