/// Sends until there is an answer or `RetryRule` says that there will be none.
struct RetryLoop {
    let environment: PhoneEnvironment
    /// Told before each repetition.
    let retrying: (PhoneError) -> Void

    /// - Parameter send: one sending of the same bytes and the checks that can tell damage in transit
    /// - Throws: the last error
    func run<T>(_ step: RetryRule.Step, _ send: () throws(PhoneError) -> T) throws(PhoneError) -> T {
        var tries = 0
        while true {
            tries += 1
            do {
                return try send()
            } catch {
                guard case .again(let pause) = RetryRule.decide(step, after: error, tries: tries) else { throw error }
                retrying(error)
                environment.pause(pause)
            }
        }
    }
}
