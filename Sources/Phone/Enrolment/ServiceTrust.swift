import Crypto

/// Decides what of a server's statements about itself the phone pins: the parameter set and the core keys.
///
/// An app carries both pins from its build; then everything must equal them. Without them the first contact is trusted
/// and kept. In both cases Π_prm is verified once, before the set is used: without it the server could read x1 and the
/// factors of N from the proofs of K3.
public struct ServiceTrust: Sendable {
    /// The pinned hash of the parameter set, 32 bytes; nil trusts the first one.
    public var parametersHash: [UInt8]?
    /// Pins of core keys (SHA-256 of the SPKI); empty trusts the first ones.
    public var corePins: [[UInt8]]

    public init(parametersHash: [UInt8]? = nil, corePins: [[UInt8]] = []) {
        self.parametersHash = parametersHash
        self.corePins = corePins
    }

    /// What the phone believes after the checks.
    struct Established {
        let service: PinnedService
        let parameters: RingPedersenParameters
        /// The server's name for the set.
        let parametersId: String
    }

    /// Fetches and checks parameters and pins.
    /// - Parameter previous: what this phone pinned before; it binds as the app's own pins do
    /// - Throws: `PARAMETERS_HASH`, `SUITE_UNKNOWN`, `PRM_…`, `CORE_KEY`, `CORE_PIN`, `PINS_SIGNATURE`
    func establish(
        _ client: PhoneClient, suite: Suite, previous: PinnedService?
    ) throws(PhoneError) -> Established {
        let offered = try client.enrollmentParameters(suite: suite.number)
        let pins = try client.pins()
        return try PhoneError.checking { () throws(CryptoError) in
            let parameters = try check(offered, suite: suite, previous: previous)
            let keys = try coreKeys(offered, pins, previous: previous)
            let service = PinnedService(suite: suite, parametersHash: parameters.parametersHash, coreKeys: keys)
            return Established(service: service, parameters: parameters, parametersId: offered.id)
        }
    }

    private func check(
        _ offered: EnrollmentParameters, suite: Suite, previous: PinnedService?
    ) throws(CryptoError) -> RingPedersenParameters {
        guard offered.suite == suite.number else { throw CryptoError("SUITE_UNKNOWN", "a set of another suite") }
        let parameters = try RingPedersenParameters(
            suite: suite, modulus: offered.modulus, s: offered.s, t: offered.t)
        let hash = parameters.parametersHash
        guard hash == offered.parametersHash, hash == parametersHash ?? hash else {
            throw CryptoError("PARAMETERS_HASH", "the parameter set is not the pinned one")
        }
        if let previous, previous.suite == suite {
            guard hash == previous.parametersHash else {
                throw CryptoError("PARAMETERS_HASH", "the parameter set is not the one of the last enrolment")
            }
            // Verified then.
            return parameters
        }
        try PedersenProof(decoding: offered.proof, suite: suite).verify(parameters)
        return parameters
    }

    /// The offered keys that the signed pin document names, the current one first.
    private func coreKeys(
        _ offered: EnrollmentParameters, _ document: PinDocument, previous: PinnedService?
    ) throws(CryptoError) -> [CoreVerifyingKey] {
        let sorted = offered.coreKeys.filter(\.isCurrent) + offered.coreKeys.filter { !$0.isCurrent }
        var keys: [CoreVerifyingKey] = []
        for entry in sorted {
            guard entry.spki.starts(with: SPKI.p256Prefix), SHA256.hash(entry.spki) == entry.spkiSHA256 else {
                throw CryptoError("CORE_KEY", "not a P-256 key, or its hash is another's")
            }
            let point = try Point(encoding: Array(entry.spki.dropFirst(SPKI.p256Prefix.count)))
            keys.append(CoreVerifyingKey(point))
        }
        let trusted = keys.filter { key in
            let isKnown = previous?.coreKeys.contains(key) ?? corePins.isEmpty
            return isKnown || corePins.contains(key.pin)
        }
        guard !trusted.isEmpty else { throw CryptoError("CORE_PIN", "no core key of the server is pinned") }
        let signer = PinnedService(suite: .suite1, parametersHash: [], coreKeys: trusted)
        try signer.underAnyKey(code: "PINS_SIGNATURE") { (key) throws(CryptoError) in try document.verify(under: key) }
        // A key that a trusted key names is trusted from now on: so rotation reaches the phone.
        let named = keys.filter { key in
            document.pins.contains { $0.kind == "core" && $0.hash == key.pin }
        }
        guard !named.isEmpty else { throw CryptoError("CORE_PIN", "the pin document names none of the core keys") }
        return named
    }
}
