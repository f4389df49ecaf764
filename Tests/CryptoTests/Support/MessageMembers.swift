@testable import Crypto

/// K3 by the names of its binary members.
enum K3Member {
    static let names = [
        "Q1", "opening", "proof", "N", "ckey", "modulusProof", "smallFactorProof", "discreteLogProof", "Q",
        "ratchetNext",
    ]

    static func value(_ name: String, _ k3: K3Slot) -> [UInt8] {
        let all = [
            k3.Q1, k3.opening, k3.proof, k3.N, k3.ckey, k3.modulusProof, k3.smallFactorProof, k3.discreteLogProof, k3.Q,
            k3.ratchetNext,
        ]
        return names.firstIndex(of: name).map { all[$0] } ?? []
    }

    static func replace(_ name: String, in k3: K3Slot, by bytes: [UInt8]) -> K3Slot {
        func pick(_ member: String) -> [UInt8] { member == name ? bytes : value(member, k3) }
        return K3Slot(
            slot: k3.slot, Q1: pick("Q1"), opening: pick("opening"), proof: pick("proof"), N: pick("N"),
            ckey: pick("ckey"), modulusProof: pick("modulusProof"), smallFactorProof: pick("smallFactorProof"),
            discreteLogProof: pick("discreteLogProof"), Q: pick("Q"), ratchetNext: pick("ratchetNext"))
    }
}

/// S3 by the names of its binary members; `ratchet` is the first candidate.
enum S3Member {
    static let names = ["attempt", "R1", "opening", "proof", "shareProof", "digest", "ratchet"]

    static func value(_ name: String, _ s3: S3) -> [UInt8] {
        let all = [s3.attempt, s3.R1, s3.opening, s3.proof, s3.shareProof, s3.digest, s3.ratchet[0]]
        return names.firstIndex(of: name).map { all[$0] } ?? []
    }

    static func replace(_ name: String, in s3: S3, by bytes: [UInt8]) -> S3 {
        func pick(_ member: String) -> [UInt8] { member == name ? bytes : value(member, s3) }
        return S3(
            attempt: pick("attempt"), R1: pick("R1"), opening: pick("opening"), proof: pick("proof"),
            shareProof: pick("shareProof"), digest: pick("digest"), ratchet: [pick("ratchet")],
            ratchetNext: s3.ratchetNext)
    }
}

/// S2 by the names of its binary members.
enum S2Member {
    static let names = ["attempt", "digest", "nonce", "R2", "proof", "signature"]

    static func value(_ name: String, _ s2: S2) -> [UInt8] {
        let all = [s2.attempt, s2.digest, s2.nonce, s2.R2, s2.proof, s2.signature]
        return names.firstIndex(of: name).map { all[$0] } ?? []
    }

    static func replace(_ name: String, in s2: S2, by bytes: [UInt8]) -> S2 {
        func pick(_ member: String) -> [UInt8] { member == name ? bytes : value(member, s2) }
        return S2(
            attempt: pick("attempt"), keyId: s2.keyId, epoch: s2.epoch, signCounter: s2.signCounter,
            digest: pick("digest"), nonce: pick("nonce"), R2: pick("R2"), proof: pick("proof"),
            signature: pick("signature"))
    }
}
