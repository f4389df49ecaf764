/// The map of extensions that iOS 27 and later put behind the fixed part of authenticator data, without setting the
/// flag ED. Earlier systems put nothing there. Unknown members are passed over.
struct AuthenticatorExtensions: Equatable {
    static let versionName = "apple_bundle_version_01"
    static let categoryName = "apple_validation_category_01"

    let bundleVersion: String?
    let category: UInt32?

    /// - Parameter bytes: all that follows the fixed part
    init(_ bytes: ArraySlice<UInt8>) throws(AttestationError) {
        guard !bytes.isEmpty else {
            (bundleVersion, category) = (nil, nil)
            return
        }
        var reader = CBORReader(bytes)
        guard let map = try? reader.next(), map.isMap else { throw .extensions }
        guard holds("ATTESTATION_EXTENSIONS_TRAILING", reader.isAtEnd) else { throw .extensionsTrailing }
        bundleVersion = try map[Self.versionName].map(Self.version)
        category = try map[Self.categoryName].map(Self.category)
    }

    private static func version(_ value: CBORValue) throws(AttestationError) -> String {
        guard let text = value.text,
            holds("ATTESTATION_BUNDLE_VERSION/length", (1...64).contains(text.utf8.count)),
            holds("ATTESTATION_BUNDLE_VERSION/printable", text.utf8.allSatisfy { (0x20...0x7E).contains($0) })
        else {
            throw .bundleVersion
        }
        return text
    }

    /// Apple documents a 32-bit number; the devices write its four bytes, the lowest first.
    private static func category(_ value: CBORValue) throws(AttestationError) -> UInt32 {
        switch value {
        case .unsigned(let number):
            guard let category = UInt32(exactly: number) else { throw .categoryForm }
            return category
        case .bytes(let bytes):
            guard holds("ATTESTATION_CATEGORY_FORM", bytes.count == 4) else { throw .categoryForm }
            return bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
        default: throw .categoryForm
        }
    }
}
