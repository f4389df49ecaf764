import Crypto
import Wire

/// Version 4 UUIDs in lower case (RFC 9562), from the system's generator.
enum RandomUUID {
    static func make(_ random: some RandomSource) -> String {
        while true {
            var bytes = [UInt8](repeating: 0, count: 16)
            bytes.withUnsafeMutableBytes { random.fill($0) }
            if let text = UUIDText.v4(bytes) { return text }
        }
    }
}
