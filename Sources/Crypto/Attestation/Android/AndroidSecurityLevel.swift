/// Where a key lives and who attests it, weakest first.
public enum AndroidSecurityLevel: Int, Sendable, Comparable, CaseIterable {
    case software = 0
    case trustedEnvironment = 1
    case strongBox = 2

    public static func < (a: AndroidSecurityLevel, b: AndroidSecurityLevel) -> Bool { a.rawValue < b.rawValue }
}
