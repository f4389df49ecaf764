/// What `beginCompletion` found.
public enum CompletionClaim: Sendable, Equatable {
    /// This process computes now; nobody else will.
    case claimed(Enrolment)
    /// Another request with the same body is being computed by a living process.
    case inProgress
    /// The same body was answered before: the sealed answer.
    case repeated(answerSealed: [UInt8])
    /// The same body was answered before, and the answer has been erased since (first token use, or ten minutes).
    case answerErased
    /// Another body was taken first.
    case otherBody
    /// Another phone's key has opened it. Nothing was touched.
    case otherKey
    case expired
    case unknown
    /// A check rejected it earlier.
    case failed
}
