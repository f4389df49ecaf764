/// The two ways to c3 (docs/adr/0004); the same randomness gives the same bytes.
public enum SigningMode: String, CaseIterable, Sendable {
    /// rr^N between S2 and S3, ckey^v at prove.
    case ahead
    /// Both at prove, in one exponentiation.
    case joint
}
