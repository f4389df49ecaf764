import Crypto
import Storage

/// The states of a code, and what a try makes of it: a pure function of what is stored, the time and the try.
///
/// open → used, open → locked by the fifth wrong try, open → expired. None of the three leads anywhere else.
struct PairingCode: Sendable, Equatable {
    static let lifetimeMilliseconds: Int64 = 60_000
    static let wrongTries = 5

    /// 32 bytes
    let hash: [UInt8]
    /// Unix milliseconds.
    let createdAt: Int64
    var wrongTries = 0
    var isUsed = false

    enum Verdict: Sendable, Equatable {
        case locked
        case used
        case expired
        /// Compared, and another one.
        case wrong(isLast: Bool)
        case right
    }

    /// The order is part of the rule: only a code that is open is compared, so that tries of a used or expired one
    /// count for nothing.
    /// - Parameters:
    ///   - tried: the keyed hash of the code that came, 32 bytes
    ///   - now: Unix milliseconds
    func judge(_ tried: [UInt8], now: Int64) -> Verdict {
        if let closed = closed(now: now) { return closed }
        guard holds("PAIRING_CODE/compare", ConstantTime.equal(tried, hash)) else {
            return .wrong(isLast: wrongTries + 1 >= Self.wrongTries)
        }
        return .right
    }

    /// Why no code is compared with this one any more; nil while it is open.
    func closed(now: Int64) -> Verdict? {
        guard holds("PAIRING_CODE/locked", wrongTries < Self.wrongTries) else { return .locked }
        guard holds("PAIRING_CODE/used", !isUsed) else { return .used }
        guard holds("PAIRING_CODE/expired", now - createdAt <= Self.lifetimeMilliseconds) else { return .expired }
        return nil
    }

    /// Uniform in 100000…999999: draws that would favour the small ones are thrown away.
    static func draw(_ random: any RandomSource) -> String {
        let count: UInt32 = 900_000
        let fair = UInt32.max - UInt32.max % count
        while true {
            let drawn = random.bytes(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            if drawn < fair { return String(100_000 + drawn % count) }
        }
    }
}

extension PairingCode {
    init(_ record: PairingCodeRecord) {
        self.init(
            hash: record.codeHash, createdAt: record.createdAt, wrongTries: record.wrongTries,
            isUsed: record.usedAt != nil)
    }
}
