/// Authenticator data as Apple's devices write it, each field open to change.
struct SyntheticAuthenticatorData {
    var appIDHash: [UInt8]
    var flags: UInt8 = 0x40
    var counter: UInt32
    /// Absent in assertions.
    var credential: Credential?
    /// What stands behind: nothing, or the map of extensions.
    var extensions: [UInt8] = []

    struct Credential {
        var aaguid: [UInt8]
        /// What is said to be the length of `id`.
        var idLength: UInt16 = 32
        var id: [UInt8]
        /// 65 bytes.
        var publicKey: [UInt8]
        var keyHead: [UInt8] = [0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]
        var keyMiddle: [UInt8] = [0x22, 0x58, 0x20]

        var encoded: [UInt8] {
            aaguid + [UInt8(idLength >> 8), UInt8(idLength & 0xFF)] + id + keyHead + publicKey[1..<33] + keyMiddle
                + publicKey[33...]
        }
    }

    var encoded: [UInt8] {
        let digits = (0..<4).map { UInt8(truncatingIfNeeded: counter >> UInt32(24 - 8 * $0)) }
        return appIDHash + [flags] + digits + (credential?.encoded ?? []) + extensions
    }

    /// The map that iOS 27 writes, its category as four bytes, the lowest first; empty without either value.
    static func extensions(bundleVersion: String?, category: UInt32?) -> [UInt8] {
        var members: [(name: String, value: [UInt8])] = []
        if let bundleVersion {
            members.append((AuthenticatorExtensions.versionName, CBORWriter.text(bundleVersion)))
        }
        if let category {
            let bytes = (0..<4).map { UInt8(truncatingIfNeeded: category >> UInt32(8 * $0)) }
            members.append((AuthenticatorExtensions.categoryName, CBORWriter.bytes(bytes)))
        }
        return members.isEmpty ? [] : CBORWriter.map(members)
    }
}
