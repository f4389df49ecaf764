/// Apple's two environments of App Attest. Keys and receipts of one do not work in the other.
public enum AppAttestEnvironment: Sendable, Hashable, CaseIterable {
    case production
    case development

    /// The 16 bytes that stand for it in `aaguid`. One is a prefix of the other up to its zeros, so that only a
    /// comparison of all 16 tells them apart.
    var aaguid: [UInt8] {
        switch self {
        case .production: Array("appattest".utf8) + [UInt8](repeating: 0, count: 7)
        case .development: Array("appattestdevelop".utf8)
        }
    }
}
