/// How the device was booted, as its secure hardware saw it.
public struct AndroidRootOfTrust: Sendable, Equatable {
    public enum BootState: Int, Sendable, CaseIterable {
        case verified = 0
        /// Another system, signed by a key that the owner installed.
        case selfSigned = 1
        case unverified = 2
        case failed = 3
    }

    /// The key that verified the system; zeros or nothing where none did.
    public let verifiedBootKey: [UInt8]
    public let isLocked: Bool
    public let bootState: BootState
    /// Digest of what was booted; attestations before version 3 have none.
    public let verifiedBootHash: [UInt8]?
}
