/// What a refusal does beside answering. Beside these only three steps change an attempt, a session or a key, all of
/// them compare-and-set statements of the store: consuming the nonce, a finished signature, a proven report.
enum SigningEffect: Hashable, Sendable {
    /// COMMITTED → BURNED; the fifth ends the session.
    case burn(Code)
    /// COMMITTED or PROVED without an answer → BURNED: nothing has left.
    case abandon
    /// The session, whose time is over, → TIMEOUT with its attempts.
    case expireSession
    /// A copy exists: both slots of the document → SUSPENDED.
    case suspendBothSlots
    /// One of the five wrong finishes; the fifth → FAILED. Never touches the key.
    case countFinish(Code)
    /// k2 goes back for the phone's next try.
    case keepNonce
    /// For the operator's eyes; changes nothing.
    case alert(AlertKind)
    /// Counts against the device: it has to wait before it may prove again. No state.
    case slowDown
}

/// A refusal, and what is done before it is said.
struct Consequence: Hashable, Sendable {
    let code: Code
    /// In this order.
    let effects: [SigningEffect]
    /// What is said instead when the last of the effects found nothing to change any more.
    let codeIfUnchanged: Code?

    init(_ code: Code, _ effects: SigningEffect..., ifUnchanged: Code? = nil) {
        self.code = code
        self.effects = effects
        codeIfUnchanged = ifUnchanged
    }
}
