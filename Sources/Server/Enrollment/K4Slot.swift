import Crypto
import Wire

/// K4, one slot: the certificate over the joint key.
struct K4Slot: Sendable {
    let slot: Slot
    /// DER
    let certificate: [UInt8]
    /// DER, from the issuer upwards, without the root
    let chain: [[UInt8]]
    let level: CertificateLevel
    /// 64 bytes over the K4 digest
    let signature: [UInt8]

    /// The whole answer of `complete`.
    static func encode(_ slots: [K4Slot], documentNumber: String, deviceToken: String) -> [UInt8] {
        var w = JSONWriter()
        w.object { w in
            w.member("documentNumber", documentNumber)
            w.member("deviceToken", deviceToken)
            w.memberArray("slots") { w in
                for slot in slots { slot.append(to: &w) }
            }
        }
        return w.bytes
    }

    private func append(to w: inout JSONWriter) {
        w.object { w in
            w.member("slot", slot.rawValue)
            w.member("certificate", base64: certificate)
            w.memberArray("chain") { w in
                for der in chain { w.value(base64: der) }
            }
            w.member("certificateLevel", level.rawValue)
            w.member("signature", base64: signature)
        }
    }
}
