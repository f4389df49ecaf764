import Crypto
import Wire

/// What the file of a synthetic enclave holds. Nothing in it is worth hiding: who knows the seed attests any key.
struct SyntheticHardwareRecord: Equatable {
    /// Of the authority.
    let seed: [UInt8]
    let appID: String
    /// PKCS#8 DER; nil before the first key.
    var privateKey: [UInt8]?
    var counter: UInt32 = 0
    var isAttested = false

    init(seed: [UInt8], appID: String) {
        self.seed = seed
        self.appID = appID
    }

    /// - Throws: `ATTESTATION_HARDWARE` for anything that `encoding` does not write
    init(decoding bytes: [UInt8]) throws(PhoneError) {
        let fields = try PhoneClient.fields(bytes, code: "ATTESTATION_HARDWARE")
        self = try PhoneError.reading("ATTESTATION_HARDWARE") { () throws(FieldError) in
            try SyntheticHardwareRecord(fields)
        }
    }

    private init(_ fields: JSONFields) throws(FieldError) {
        seed = try fields.base64("seed", max: 1_024)
        appID = try fields.string("appID", characters: 1...255)
        if fields.object["privateKey"] != nil { privateKey = try fields.base64("privateKey", max: 1_024) }
        counter = UInt32(clamping: try fields.integer("counter", in: 0...Int64(UInt32.max)))
        isAttested = try fields.bool("attested")
    }

    var encoding: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("seed", base64: seed)
            writer.member("appID", appID)
            if let privateKey { writer.member("privateKey", base64: privateKey) }
            writer.member("counter", Int64(counter))
            writer.member("attested", isAttested)
        }
        return writer.bytes + [0x0A]
    }

    /// - Parameter now: Unix seconds
    func device(now: Int64) throws(PhoneError) -> SyntheticAppAttestDevice {
        guard let privateKey else {
            throw .check(code: "ATTESTATION_HARDWARE", reason: "there is no attested key")
        }
        return try PhoneError.checking { () throws(CryptoError) in
            let key = Self.secret(privateKey)
            return try SyntheticAppAttestDevice(
                authority: authority(now), app: Self.app(appID), privateKey: key, counter: counter)
        }
    }

    /// - Returns: the new key's id
    mutating func makeKey(now: Int64) throws(PhoneError) -> [UInt8] {
        let (id, key) = try PhoneError.checking { () throws(CryptoError) -> ([UInt8], [UInt8]) in
            let device = try SyntheticAppAttestDevice(
                authority: authority(now), app: Self.app(appID), random: SystemRandom())
            let secret = try device.privateKey()
            return (device.keyID, secret.withUnsafeBytes { Array($0) })
        }
        privateKey = key
        counter = 0
        isAttested = false
        return id
    }

    private func authority(_ now: Int64) throws(CryptoError) -> SyntheticAppAttestAuthority {
        let seed = Self.secret(seed)
        return try SyntheticAppAttestAuthority(seed: seed, now: now)
    }

    private static func app(_ appID: String) -> SyntheticAppAttestDevice.App {
        SyntheticAppAttestDevice.App(appID: appID, environment: .production)
    }

    private static func secret(_ bytes: [UInt8]) -> SecretBytes {
        var secret = SecretBytes(count: bytes.count)
        secret.withUnsafeMutableBytes { $0.copyBytes(from: bytes) }
        return secret
    }
}
