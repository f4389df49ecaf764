extension Limits {
    /// Tries of codes a minute from one address (IPv6: its /64), right ones too. What really bounds guessing are the
    /// five wrong tries of a code, which all addresses and processes share.
    static let pairingTriesPerMinute = 30
    /// A device's own name.
    static let pairedNameCharacters = 64
    /// What a phone is told that meets a locked code: by then a new one is on the screen.
    static let lockedCodeSeconds = 60
}
