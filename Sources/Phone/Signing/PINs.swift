import Crypto

/// The PINs at hand: 1 for AUTH, 2 for SIGN.
public struct PINs: Sendable {
    public var pin1: PIN?
    public var pin2: PIN?

    public init(pin1: PIN? = nil, pin2: PIN? = nil) {
        self.pin1 = pin1
        self.pin2 = pin2
    }

    /// - Throws: `PIN_MISSING`
    func pin(_ slot: Slot) throws(PhoneError) -> PIN {
        guard let pin = slot == .authentication ? pin1 : pin2 else {
            throw .check(code: "PIN_MISSING", reason: "\(slot.rawValue) needs PIN\(slot == .authentication ? 1 : 2)")
        }
        return pin
    }
}
