import Storage

@testable import Server

extension AttemptFacts {
    /// An attempt of which nothing is wrong; the tests spoil one fact at a time.
    static func sample(_ state: AttemptRecord.State, _ change: (inout AttemptFacts) -> Void = { _ in }) -> Self {
        var facts = AttemptFacts(
            state: state, isExpired: false, hasAnswer: state == .done || state == .failed || state == .unknown,
            isWorkedOn: false, session: .live, key: .active, isCertificateActive: true)
        change(&facts)
        return facts
    }
}
