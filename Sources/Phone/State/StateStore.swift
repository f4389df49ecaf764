/// Where the phone's state rests. `save` returns only when the state would survive a power cut; it writes all or
/// nothing.
public protocol StateStore: AnyObject {
    /// nil when there is no state yet.
    func load() throws(PhoneError) -> PhoneState?
    func save(_ state: PhoneState) throws(PhoneError)
}
