import Crypto

/// The key that this phone is known by where it pairs. On a real phone it never leaves the secure hardware, for which
/// the bytes in the state file stand; it guards nothing of the citizen's.
struct DeviceKey {
    let key: P256SigningKey

    /// The key of the state, made durable before anybody hears of it.
    static func load(_ registry: PhoneRegistry, _ random: any RandomSource) throws(PhoneError) -> DeviceKey {
        if let stored = registry.state.deviceKey {
            return try PhoneError.checking { () throws(CryptoError) in
                var secret = SecretBytes(count: stored.count)
                secret.withUnsafeMutableBytes { $0.copyBytes(from: stored) }
                return DeviceKey(key: try P256SigningKey(pkcs8: secret))
            }
        }
        let (made, bytes) = try PhoneError.checking { () throws(CryptoError) -> (P256SigningKey, [UInt8]) in
            let made = try P256SigningKey.generate(random: random)
            let secret = try made.pkcs8()
            return (made, secret.withUnsafeBytes { Array($0) })
        }
        try registry.update { $0.deviceKey = bytes }
        return DeviceKey(key: made)
    }

    /// SubjectPublicKeyInfo, DER.
    var spki: [UInt8] { SPKI.p256Prefix + key.publicKey }
}
