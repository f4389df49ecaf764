/// Which validation categories are let in. From iOS 27 on the phone says how the app came to it: 1 platform,
/// 2 TestFlight, 3 development, 4 App Store, 5 enterprise or ad hoc, 6 Developer ID, 10 other.
public struct AppAttestCategories: Sendable, Equatable {
    /// What it means that an attestation says nothing, as those of iOS 26 and before do.
    public enum Absence: Sendable, Equatable {
        case accepted
        case refused
    }

    /// The categories that are let in; `nil` lets in all, unknown ones too.
    public let allowed: Set<UInt32>?
    public let absence: Absence

    public init(allowed: Set<UInt32>?, absence: Absence) {
        self.allowed = allowed
        self.absence = absence
    }

    /// No rule.
    public static let any = AppAttestCategories(allowed: nil, absence: .accepted)
    /// The App Store, and phones that cannot say.
    public static let appStore = AppAttestCategories(allowed: [4], absence: .accepted)
}
