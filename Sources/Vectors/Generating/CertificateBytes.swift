@_spi(Deterministic) import Crypto

/// The DER of a plain certificate (RFC 5280), for vectors only: a key, a name, a signature by a published issuer key.
enum CertificateBytes {
    /// - Parameters:
    ///   - point: the certified key, 65 bytes
    ///   - name: the subject's common name
    ///   - serial: the serial number; its first bit must be 0
    static func make(
        point: [UInt8], name: String, serial: [UInt8], issuer: CoreKey, nonce: borrowing Scalar
    ) throws(CryptoError) -> [UInt8] {
        let algorithm = der(0x30, [0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x02])
        let keyUsage: [UInt8] = [0x06, 0x03, 0x55, 0x1D, 0x0F, 0x01, 0x01, 0xFF, 0x04, 0x04, 0x03, 0x02, 0x06, 0x40]
        let validity = der(0x30, der(0x17, Array("261130000000Z".utf8)) + der(0x17, Array("291129000000Z".utf8)))
        let parts: [[UInt8]] = [
            der(0xA0, [0x02, 0x01, 0x02]), der(0x02, serial), algorithm, distinguished("Development CA"), validity,
            distinguished(name), SPKI.p256Prefix + point, der(0xA3, der(0x30, der(0x30, keyUsage))),
        ]
        let body = der(0x30, Array(parts.joined()))
        let signature = try issuer.sign(SHA256.hash(body), nonce: nonce)
        let values = integer(Array(signature.prefix(32))) + integer(Array(signature.suffix(32)))
        return der(0x30, body + algorithm + der(0x03, [0] + der(0x30, values)))
    }

    private static func distinguished(_ name: String) -> [UInt8] {
        let country = der(0x31, der(0x30, [0x06, 0x03, 0x55, 0x04, 0x06] + der(0x13, Array("MN".utf8))))
        let common = der(0x31, der(0x30, [0x06, 0x03, 0x55, 0x04, 0x03] + der(0x0C, Array(name.utf8))))
        return der(0x30, country + common)
    }

    private static func integer(_ bytes: [UInt8]) -> [UInt8] {
        let minimal = Array(bytes.drop { $0 == 0 })
        return der(0x02, (minimal.first ?? 0xFF) >= 0x80 ? [0] + minimal : minimal)
    }

    private static func der(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        let count = content.count
        if count < 0x80 { return [tag, UInt8(count)] + content }
        if count < 0x100 { return [tag, 0x81, UInt8(count)] + content }
        return [tag, 0x82, UInt8(count >> 8), UInt8(count & 0xFF)] + content
    }
}
