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
        let run = run(method, KYCReference.of(state))
        var url = "\(run.callbackURL)?state=\(run.reference)"
        var context: [UInt8]?
        var verified: KYCPerson?
        switch try provider.begin(run, number: number) {
        case .verified(let person): verified = person
        case .redirect(let target, let kept): (url, context) = (target, kept)
        }
        try ServiceError.storing { () throws(StorageError) in
            try stores.kyc.create(
                reference: run.reference, provider: provider.name, registrationNumber: number.text,
                providerContext: context,
                lifetimeMilliseconds: settings.lifetimeMilliseconds, deadline: deadline)
        }
        if let verified {
            do throws(ServiceError) {
                try accept(verified, reference: run.reference, number: number.text, deadline: deadline)
            } catch { throw try failed(run.reference, error, deadline) }
        }
        return KYCStarted(
            state: state, verificationURL: url, expiresIn: settings.lifetimeMilliseconds / 1_000)
    }

    /// The browser has come back. The first time that it does so with a run that waits for it, the provider is asked;
    /// how that ended is what `report` says. Anything else changes nothing, and nobody is told the difference.
    ///
    /// - Parameter deadline: for finding the run; what happens then has its own
    public func comeBack(
        _ method: KYCMethod, _ callback: QueryString, deadline: StorageDeadline
    ) throws(ServiceError) {
        let references = callback.parameters.filter { $0.name == "state" }
        guard let provider = providers[method] as? any RedirectKYCProvider, references.count == 1,
            let reference = references.first?.value
        else { return }
        let number = try ServiceError.storing { () throws(StorageError) in
            try stores.kyc.claim(reference: reference, provider: provider.name, deadline: deadline)
        }
        guard let number else { return }
        // From here on the run ends, whatever happens, or with its time. The provider may have used up the request's.
        let answer: Result<KYCPerson, ServiceError>
        do throws(ServiceError) { answer = .success(try provider.complete(run(method, reference), callback)) } catch {
            answer = .failure(error)
        }
        let end = StorageDeadline(milliseconds: Limits.identityRecordMilliseconds)
        do throws(ServiceError) {
            try accept(try answer.get(), reference: reference, number: number, deadline: end)
        } catch { _ = try failed(reference, error, end) }
    }

    private func run(_ method: KYCMethod, _ reference: String) -> KYCRun {
        KYCRun(
            reference: reference, callbackURL: "\(settings.publicBaseURL())/v3/kyc/\(method.rawValue)/callback")
    }

    /// Takes a provider's answer: the person becomes (or stays) a citizen, the run is verified. What a provider says
    /// about somebody else than the run was started for is refused.
    private func accept(
        _ person: KYCPerson, reference: String, number: String, deadline: StorageDeadline
    ) throws(ServiceError) {
        guard person.registrationNumber == number else { throw ServiceError(.kycPersonMismatch) }
        let citizen = try citizen(person, deadline)
        let id: String
        do throws(StorageError) {
            id = try stores.citizens.upsert(citizen, deadline: deadline)
        } catch {
            guard case .uniqueViolation = error else { throw ServiceError(error) }
            throw ServiceError(.kycPersonMismatch)
        }
        let done = try ServiceError.storing { () throws(StorageError) in
            try stores.kyc.verify(reference: reference, citizenId: id, deadline: deadline)
        }
        guard done else { throw ServiceError(.kycStateExpired) }
    }

    /// - Throws: KYC_STATE_UNKNOWN.
    public func report(state: String, deadline: StorageDeadline) throws(ServiceError) -> KYCReport {
        let run = try ServiceError.storing { () throws(StorageError) in
            try stores.kyc.get(reference: KYCReference.of(state), deadline: deadline)
        }
        guard let run else { throw ServiceError(.kycStateUnknown) }
        guard run.status == .verified, let citizenId = run.citizenId else {
            return KYCReport(status: run.status, failure: run.failure, citizen: nil)
        }
        let citizen = try ServiceError.storing { () throws(StorageError) in
            try stores.citizens.byId(citizenId, deadline: deadline)
        }
        return KYCReport(status: run.status, failure: nil, citizen: citizen)
    }

    /// The citizen to store. Latin names that were confirmed before are kept as long as the Cyrillic ones are the same.
    private func citizen(_ person: KYCPerson, _ deadline: StorageDeadline) throws(ServiceError) -> Citizen {
        let known = try ServiceError.storing { () throws(StorageError) in
            try stores.citizens.bySemanticId(person.civilId, deadline: deadline)
        }
        let isSame = known?.givenName == person.givenName && known?.surname == person.surname
        let kept = isSame ? known : nil
        return Citizen(
            id: known?.id ?? RandomUUID.make(random), civilID: person.civilId,
            registrationNumber: person.registrationNumber,
            givenName: person.givenName, surname: person.surname,
            givenNameLatin: kept?.givenNameLatin ?? Transliteration.latin(person.givenName),
            surnameLatin: kept?.surnameLatin ?? Transliteration.latin(person.surname))
    }

    /// Records how a run failed. An outage of our own is no outcome of the proofing: the run then ends with its time.
    private func failed(
        _ reference: String, _ error: ServiceError, _ deadline: StorageDeadline
    ) throws(ServiceError) -> ServiceError {
        guard [.kycFailed, .kycPersonMismatch, .kycProviderFailed].contains(error.code) else { return error }
        _ = try ServiceError.storing { () throws(StorageError) in
            try stores.kyc.fail(reference: reference, code: error.code.rawValue, deadline: deadline)
        }
        return error
    }
}
