import Crypto
import Wire

/// The name under which a run of identity proofing is stored, and by which a provider and a browser know it.
///
/// The phone's `state` opens an enrolment: who has it becomes the citizen. It therefore stays between phone and server;
/// a browser's history, a provider's log and the database hold its hash only, of which nobody can make it.
public enum KYCReference {
    /// 43 base64url characters.
    public static func of(_ state: String) -> String {
        var transcript = Transcript("kyc-reference")
        transcript.append(Array(state.utf8))
        return Base64URL.encode(transcript.digest)
    }
}
