import Wire

/// A provider to which the citizen's browser goes and from which it comes back through the callback.
public protocol RedirectKYCProvider: KYCProvider {
    /// Finds out who it is. Called at most once for a run, outside of any transaction; it may call other servers.
    ///
    /// - Parameter callback: the query with which the browser came back
    /// - Throws: KYC_FAILED when the citizen or the provider said no, KYC_PROVIDER_FAILED
    func complete(_ run: KYCRun, _ callback: QueryString) throws(ServiceError) -> KYCPerson
}
