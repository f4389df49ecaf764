import Crypto
import Storage
import Wire

/// Runs of identity proofing: started by the phone, decided by a provider, spent by an enrolment.
public struct IdentityService: Sendable {
    private let stores: Stores
    private let random: any RandomSource
    private let providers: [KYCMethod: any KYCProvider]
    private let settings: IdentitySettings

    /// - Parameter providers: a method without one is listed as not available.
    public init(
        stores: Stores, random: any RandomSource, providers: [KYCMethod: any KYCProvider], settings: IdentitySettings
    ) {
        self.stores = stores
        self.random = random
        self.providers = providers
        self.settings = settings
    }

    public func isAvailable(_ method: KYCMethod) -> Bool { providers[method] != nil }

    /// Starts a run. A provider that knows the answer at once has decided it before this returns.
    ///
    /// - Throws: KYC_METHOD_UNAVAILABLE, KYC_PERSON_MISMATCH when the provider names another number or one that
    ///   belongs to somebody else, and what the provider throws.
    public func begin(
        _ method: KYCMethod, number: RegistrationNumber, deadline: StorageDeadline
    ) throws(ServiceError) -> KYCStarted {
        guard let provider = providers[method] else { throw ServiceError(.kycMethodUnavailable) }
        let state = Base64URL.encode(random.bytes(32))
        var url = "\(settings.publicBaseURL())/v3/kyc/\(method.rawValue)/callback?state=\(state)"
        var context: [UInt8]?
        var verified: KYCPerson?
        switch try provider.begin(state: state, number: number) {
        case .verified(let person): verified = person
        case .redirect(let target, let kept): (url, context) = (target, kept)
        }
        try ServiceError.storing { () throws(StorageError) in
            try stores.kyc.create(
                state: state, provider: provider.name, registrationNumber: number.text, providerContext: context,
                lifetimeMilliseconds: settings.lifetimeMilliseconds, deadline: deadline)
        }
        if let verified { try accept(verified, state: state, number: number.text, deadline: deadline) }
        return KYCStarted(
            state: state, verificationURL: url, expiresIn: settings.lifetimeMilliseconds / 1_000)
    }

    /// Takes a provider's answer: the person becomes (or stays) a citizen, the run is verified. What a provider says
    /// about somebody else than the run was started for fails it.
    public func accept(
        _ person: KYCPerson, state: String, number: String, deadline: StorageDeadline
    ) throws(ServiceError) {
        guard person.registrationNumber == number else { throw try mismatch(state, deadline) }
        let citizen = try citizen(person, deadline)
        let id: String
        do throws(StorageError) {
            id = try stores.citizens.upsert(citizen, deadline: deadline)
        } catch {
            guard case .uniqueViolation = error else { throw ServiceError(error) }
            throw try mismatch(state, deadline)
        }
        let done = try ServiceError.storing { () throws(StorageError) in
            try stores.kyc.verify(state: state, citizenId: id, deadline: deadline)
        }
        guard done else { throw ServiceError(.kycStateExpired) }
    }

    /// - Throws: KYC_STATE_UNKNOWN.
    public func report(state: String, deadline: StorageDeadline) throws(ServiceError) -> KYCReport {
        let run = try ServiceError.storing { () throws(StorageError) in
            try stores.kyc.get(state: state, deadline: deadline)
        }
        guard let run else { throw ServiceError(.kycStateUnknown) }
        guard run.status == .verified, let citizenId = run.citizenId else {
            return KYCReport(status: run.status, citizen: nil)
        }
        let citizen = try ServiceError.storing { () throws(StorageError) in
            try stores.citizens.byId(citizenId, deadline: deadline)
        }
        return KYCReport(status: run.status, citizen: citizen)
    }

    /// The citizen to store. Latin names that were confirmed before are kept as long as the Cyrillic ones are the same.
    private func citizen(_ person: KYCPerson, _ deadline: StorageDeadline) throws(ServiceError) -> Citizen {
        let known = try ServiceError.storing { () throws(StorageError) in
            try stores.citizens.bySemanticId(person.civilId, deadline: deadline)
        }
        let isSame = known?.givenName == person.givenName && known?.surname == person.surname
        let kept = isSame ? known : nil
        guard let fresh = UUIDText.v4(random.bytes(16)) else { preconditionFailure("16 bytes make a UUID") }
        return Citizen(
            id: known?.id ?? fresh, civilID: person.civilId, registrationNumber: person.registrationNumber,
            givenName: person.givenName, surname: person.surname,
            givenNameLatin: kept?.givenNameLatin ?? Transliteration.latin(person.givenName),
            surnameLatin: kept?.surnameLatin ?? Transliteration.latin(person.surname))
    }

    private func mismatch(_ state: String, _ deadline: StorageDeadline) throws(ServiceError) -> ServiceError {
        _ = try ServiceError.storing { () throws(StorageError) in
            try stores.kyc.fail(state: state, deadline: deadline)
        }
        return ServiceError(.kycPersonMismatch)
    }
}
