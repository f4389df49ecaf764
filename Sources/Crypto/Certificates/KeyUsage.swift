/// The bits of the key usage extension (RFC 5280 §4.2.1.3), first byte first as they stand in its BIT STRING.
public struct KeyUsage: OptionSet, Sendable, Hashable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let digitalSignature = KeyUsage(rawValue: 0x80)
    /// Called contentCommitment by X.509 since 2005.
    public static let nonRepudiation = KeyUsage(rawValue: 0x40)
    public static let keyEncipherment = KeyUsage(rawValue: 0x20)
    public static let dataEncipherment = KeyUsage(rawValue: 0x10)
    public static let keyAgreement = KeyUsage(rawValue: 0x08)
    public static let keyCertSign = KeyUsage(rawValue: 0x04)
    public static let crlSign = KeyUsage(rawValue: 0x02)
    public static let encipherOnly = KeyUsage(rawValue: 0x01)
    public static let decipherOnly = KeyUsage(rawValue: 0x8000)

    /// Numbers of the set bits, counted from the first bit of the BIT STRING.
    var bitNumbers: [Int] {
        (0..<8).filter { rawValue & (0x80 >> UInt32($0)) != 0 } + (contains(.decipherOnly) ? [8] : [])
    }
}
