/// An identity provider behind one method of identification.
public protocol KYCProvider: Sendable {
    /// What `kyc_verification.provider` records: `dev`, the name of an OAuth configuration.
    var name: String { get }

    /// Starts a run. Called with a well-formed number only, before anything is stored.
    ///
    /// - Parameter run: what a provider may know of it
    /// - Throws: KYC_FAILED when the provider knows at once that there is no such person, KYC_PROVIDER_FAILED when it
    ///   cannot be asked.
    func begin(_ run: KYCRun, number: RegistrationNumber) throws(ServiceError) -> KYCBeginning
}
