import Crypto

/// How the PINs are come by: 1 for AUTH, 2 for SIGN.
public struct PINs: Sendable {
    /// Asks the citizen for the PIN of a slot: the tries that are left after a wrong one, nil the first time. nil is
    /// an answer too: the citizen gives up.
    public typealias Question = @Sendable (Slot, _ triesLeft: Int?) -> PIN?

    private let question: Question
    /// Whether a wrong PIN may be followed by another one.
    let areAsked: Bool

    /// PINs at hand.
    public init(pin1: PIN? = nil, pin2: PIN? = nil) {
        question = { slot, _ in slot == .authentication ? pin1 : pin2 }
        areAsked = false
    }

    /// PINs that are asked for when they are needed: once the server has committed to the right message, again after
    /// a wrong one.
    public init(asking question: @escaping Question) {
        self.question = question
        areAsked = true
    }

    /// - Parameter triesLeft: after a wrong PIN
    /// - Throws: `PIN_MISSING`
    func pin(_ slot: Slot, triesLeft: Int? = nil) throws(PhoneError) -> PIN {
        guard let pin = question(slot, triesLeft) else {
            throw .check(code: "PIN_MISSING", reason: "\(slot.rawValue) needs PIN\(slot == .authentication ? 1 : 2)")
        }
        return pin
    }
}
