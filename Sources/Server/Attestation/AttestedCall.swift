import Storage
import Synchronization

/// The attested key behind one request whose signature was right, and what is still to be done before the request may
/// do anything: its nonce and its counter are used up together with the first thing that it reads, on one trip to the
/// database. Whoever authenticates the phone does that; `AttestationGate` sees to it that nobody forgets.
public final class AttestedCall: Sendable {
    private enum State {
        case open(Lookup<AdmissionOutcome>)
        case admitted(AttestedKeyUse)
        case refused
    }

    /// 32 bytes
    let keyId: [UInt8]
    /// The same as it was sent.
    let keyText: String
    let nonce: String
    let platform: String
    private let state: Mutex<State>

    /// - Parameter admission: uses nonce and counter up
    init(_ headers: AttestationHeaders, platform: String, admission: Lookup<AdmissionOutcome>) {
        keyId = headers.keyId
        keyText = headers.keyText
        nonce = headers.nonce
        self.platform = platform
        state = Mutex(.open(admission))
    }

    /// The same for a key that was stored with this request, its nonce used up.
    init(_ headers: AttestationHeaders, platform: String, use: AttestedKeyUse) {
        keyId = headers.keyId
        keyText = headers.keyText
        nonce = headers.nonce
        self.platform = platform
        state = Mutex(.admitted(use))
    }

    /// What is to be read first of all; nil when that is done.
    var admission: Lookup<AdmissionOutcome>? {
        state.withLock { if case .open(let admission) = $0 { admission } else { nil } }
    }

    /// For whom the key speaks; nil before the request is admitted.
    var use: AttestedKeyUse? {
        state.withLock { if case .admitted(let use) = $0 { use } else { nil } }
    }

    /// Notes what `admission` has found.
    /// - Throws: ATTESTATION_NONCE_SPENT, ASSERTION_COUNTER_REPLAYED, ATTESTATION_KEY_UNKNOWN
    func settle(_ outcome: AdmissionOutcome) throws(ServiceError) {
        state.withLock { state in
            if case .admitted(let use) = outcome { state = .admitted(use) } else { state = .refused }
        }
        switch outcome {
        case .admitted: return
        case .nonceSpent: throw ServiceError(.attestationNonceSpent)
        case .counterReplayed: throw ServiceError(.assertionCounterReplayed)
        case .keyUnknown: throw ServiceError(.attestationKeyUnknown)
        }
    }
}
