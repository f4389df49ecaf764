import Crypto
import Wire

/// Version 4 UUIDs in lower case (RFC 9562).
public enum RandomUUID {
    public static func make(_ random: any RandomSource) -> String {
        guard let text = UUIDText.v4(random.bytes(16)) else { preconditionFailure("16 bytes make a UUID") }
        return text
    }
}
