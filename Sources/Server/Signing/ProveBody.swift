import Crypto
import Wire

/// `sign/prove` (S3), decoded.
enum ProveBody {
    /// The member that names the attempt, read first: a malformed body for a stale attempt changes nothing.
    static func attempt(_ body: JSONFields) throws(ServiceError) -> [UInt8] {
        try field(as: .s3Encoding) { () throws(FieldError) in try body.base64("attempt", bytes: 32) }
    }

    /// Widths of points, proofs and tokens and the number of tokens are the core's to judge; the body is small.
    static func decode(_ body: JSONFields, attempt: [UInt8]) throws(ServiceError) -> S3 {
        try field(as: .s3Encoding) { () throws(FieldError) in
            var ratchet: [[UInt8]] = []
            for element in try body.array("ratchet", count: 0...Limits.bodyBytes) {
                ratchet.append(try element.base64(max: Limits.bodyBytes))
            }
            return S3(
                attempt: attempt, R1: try body.base64("R1", max: 256), opening: try body.base64("opening", max: 256),
                proof: try body.base64("proof", max: 1_024), shareProof: try body.base64("shareProof", max: 1_024),
                digest: try body.base64("digest", max: 256), ratchet: ratchet,
                ratchetNext: try body.base64("ratchetNext", max: Limits.bodyBytes))
        }
    }
}
