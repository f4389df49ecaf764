import Crypto
import Storage

/// What each sealed secret is bound to: a row copied over another row does not open.
enum SealContext {
    /// A secret of the service: core key, authority keys, relay key, nonce key.
    static func service(_ name: String) -> [UInt8] { Array("tamga/service/\(name)".utf8) }

    /// x2 between K1 and K3: N, ckey and Q do not exist yet.
    static func enrolmentShare(enrolmentId: String, keyId: String, slot: String, suite: Int) -> [UInt8] {
        var transcript = Transcript("seal/enrolment-share")
        transcript.append(text: enrolmentId)
        transcript.append(text: keyId)
        transcript.append(text: slot)
        transcript.append(UInt64(suite))
        return transcript.digest
    }

    /// x2 of a key: key id, slot, suite, epoch and the hash of (N, ckey, Q).
    static func keyShare(
        keyId: String, slot: String, suite: Int, epoch: Int, N: [UInt8], ckey: [UInt8], Q: [UInt8]
    ) -> [UInt8] {
        var transcript = Transcript("seal/key-share")
        transcript.append(text: keyId)
        transcript.append(text: slot)
        transcript.append(UInt64(suite))
        transcript.append(UInt64(epoch))
        transcript.append(N)
        transcript.append(ckey)
        transcript.append(point: Q)
        return transcript.digest
    }

    /// d2 between F1 and F3.
    static func refreshFactor(refreshId: String, keyId: String, epoch: Int) -> [UInt8] {
        var transcript = Transcript("seal/refresh-factor")
        transcript.append(text: refreshId)
        transcript.append(text: keyId)
        transcript.append(UInt64(epoch))
        return transcript.digest
    }

    /// The secret of a device-link session.
    static func sessionSecret(_ sessionId: String) -> [UInt8] {
        var transcript = Transcript("seal/session-secret")
        transcript.append(text: sessionId)
        return transcript.digest
    }

    /// The stored answer of an enrolment, which holds the device token.
    static func enrolmentAnswer(enrolmentId: String, bodyHash: [UInt8]) -> [UInt8] {
        var transcript = Transcript("seal/enrolment-answer")
        transcript.append(text: enrolmentId)
        transcript.append(bodyHash)
        return transcript.digest
    }
}

extension KeyRecord {
    /// What this record's x2 is bound to.
    var sealContext: [UInt8] {
        SealContext.keyShare(keyId: keyId, slot: slot, suite: suite, epoch: epoch, N: N, ckey: ckey, Q: Q)
    }
}
