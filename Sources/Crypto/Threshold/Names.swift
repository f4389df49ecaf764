/// Who proves: the phone is P1, the server P2.
public enum Role: String, Sendable {
    case phone = "P1"
    case server = "P2"
}

/// The two independent keys of a citizen.
public enum Slot: String, Sendable, CaseIterable {
    /// Log-in.
    case authentication = "AUTH"
    /// Signature.
    case signature = "SIGN"
}

/// What a signing run signs (wire appendix §4): part of sid1, so that no run can stand for another.
public enum SigningScheme: String, Sendable {
    case acspV2 = "ACSP_V2"
    case acspV2SPKI = "ACSP_V2_SPKI"
    case rawDigest = "RAW_DIGEST_SIGNATURE"
    case activation = "ACTIVATION"
    case refresh = "REFRESH"
    case possession = "POSSESSION"

    /// The table of wire appendix §9; every other pair is refused by both sides.
    public func isAllowed(for slot: Slot) -> Bool {
        switch (self, slot) {
        case (.acspV2, .authentication), (.acspV2SPKI, .authentication), (.refresh, .authentication): true
        case (.rawDigest, .signature): true
        case (.activation, _), (.possession, _): true
        default: false
        }
    }
}
