/// Why a Schnorr proof is made. The name is part of the challenge, so a proof cannot travel between purposes.
public enum SchnorrPurpose: String, Sendable, CaseIterable {
    case keyGenerationQ2 = "kg-Q2"
    case keyGenerationQ1 = "kg-Q1"
    case signingR2 = "sg-R2"
    case signingR1 = "sg-R1"
    case signingQ1 = "sg-Q1"
    case c3Invalid = "c3-invalid"
    case reattest = "reattest"

    /// The one code that every failure of such a proof has inside a message (wire appendix §6.1).
    public var messageCode: String {
        switch self {
        case .keyGenerationQ2: "DL_KG_Q2"
        case .keyGenerationQ1: "DL_KG_Q1"
        case .signingR2: "DL_SG_R2"
        case .signingR1: "DL_SG_R1"
        case .signingQ1: "DL_SG_Q1"
        case .c3Invalid: "DL_C3_INVALID"
        case .reattest: "DL_REATTEST"
        }
    }

    /// Whether a message falls with such a proof: always (`CheckSwitch.swift`).
    var isBinding: Bool {
        switch self {
        case .keyGenerationQ2: !holds("DL_KG_Q2", false)
        case .keyGenerationQ1: !holds("DL_KG_Q1", false)
        case .signingR2: !holds("DL_SG_R2", false)
        case .signingR1: !holds("DL_SG_R1", false)
        case .signingQ1: !holds("DL_SG_Q1", false)
        case .c3Invalid: !holds("DL_C3_INVALID", false)
        case .reattest: !holds("DL_REATTEST", false)
        }
    }
}
