import Crypto
import Wire

/// One key of the phone: what is public of it, and its share sealed under a PIN.
public struct SlotRecord: Sendable, Equatable {
    public let slot: Slot
    public let suite: Suite
    public let keyId: String
    public let epoch: UInt64
    /// The joint public key; the certificate's.
    public let Q: Point
    public let Q1: Point
    /// `suite.n` bytes
    public let N: [UInt8]
    /// `suite.n2` bytes
    public let ckey: [UInt8]
    /// DER; empty until K4.
    public var certificate: [UInt8] = []
    /// DER, as K4 gave it.
    public var chain: [[UInt8]] = []
    public var certificateLevel = ""
    /// The largest counter of an S2 that the phone has answered.
    public var lastSignCounter: UInt64 = 0
    public var ratchet: RatchetSet
    /// Consecutive wrong PINs, counted before the try.
    public var wrongPINs = 0
    public var status = SlotStatus.active
    /// `salt(16) | iv(12) | ciphertext | tag(16)` of the share; nil once it is destroyed.
    public var sealedShare: [UInt8]?
    /// The signing run whose S3 may have left, until its end is known.
    public var openRun: OpenRun?
    /// The report of a wrong c3, resent until it is acknowledged.
    public var lockReport: LockReport?

    init(
        slot: Slot, suite: Suite, keyId: String, epoch: UInt64, Q: Point, Q1: Point, N: [UInt8], ckey: [UInt8],
        ratchet: RatchetSet, sealedShare: [UInt8]
    ) {
        self.slot = slot
        self.suite = suite
        self.keyId = keyId
        self.epoch = epoch
        self.Q = Q
        self.Q1 = Q1
        self.N = N
        self.ckey = ckey
        self.ratchet = ratchet
        self.sealedShare = sealedShare
    }

    /// The label that binds the sealed share to this key.
    var associatedData: [UInt8] { Array("tamga/phone/share/\(slot.rawValue)/\(keyId)/\(epoch)".utf8) }

    /// After ten wrong PINs.
    mutating func delete() {
        status = .deleted
        sealedShare = nil
        openRun = nil
    }

    /// After a signed c3 that gives no signature.
    mutating func lock(_ report: LockReport) {
        status = .locked
        sealedShare = nil
        openRun = nil
        lockReport = report
    }
}

extension SlotRecord {
    init(_ fields: JSONFields) throws(FieldError) {
        let suite = try Self.suite(fields)
        guard let slot = Slot(rawValue: try fields.oneOf("slot", Slot.allCases.map(\.rawValue))) else {
            throw fields.error("slot", expected: "AUTH or SIGN")
        }
        self.init(
            slot: slot, suite: suite, keyId: try fields.string("keyId", characters: 1...128),
            epoch: UInt64(try fields.integer("epoch", in: 1...(1 << 53))), Q: try Self.point(fields, "Q"),
            Q1: try Self.point(fields, "Q1"), N: try fields.base64("N", bytes: suite.n),
            ckey: try fields.base64("ckey", bytes: suite.n2), ratchet: try RatchetSet(fields), sealedShare: [])
        certificate = try fields.base64("certificate", max: 16_384)
        chain = try fields.array("chain", count: 0...8).mapTyped { (item) throws(FieldError) in
            try item.base64(max: 16_384)
        }
        certificateLevel = try fields.string("certificateLevel", maxCharacters: 64)
        lastSignCounter = UInt64(try fields.integer("lastSignCounter", in: 0...(1 << 53)))
        wrongPINs = Int(try fields.integer("wrongPINs", in: 0...1_000))
        let text = try fields.oneOf("status", SlotStatus.allCases.map(\.rawValue))
        status = SlotStatus(rawValue: text) ?? .deleted
        sealedShare = try fields.optionalBase64("sealedShare", max: 4_096)
        openRun = try fields.optionalObject("openRun").map { (part) throws(FieldError) in try OpenRun(part) }
        lockReport = try fields.optionalObject("lockReport").map { (part) throws(FieldError) in try LockReport(part) }
    }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("slot", slot.rawValue)
            writer.member("suite", Int64(suite.number))
            writer.member("keyId", keyId)
            writer.member("epoch", Int64(epoch))
            writer.member("Q", base64: Q.encoding)
            writer.member("Q1", base64: Q1.encoding)
            writer.member("N", base64: N)
            writer.member("ckey", base64: ckey)
            writer.member("certificate", base64: certificate)
            writer.memberArray("chain") { list in for der in chain { list.value(base64: der) } }
            writer.member("certificateLevel", certificateLevel)
            writer.member("lastSignCounter", Int64(lastSignCounter))
            ratchet.write(to: &writer)
            writer.member("wrongPINs", wrongPINs)
            writer.member("status", status.rawValue)
            writer.memberIfPresent("sealedShare", base64: sealedShare)
            if let openRun { writer.member("openRun") { openRun.write(to: &$0) } }
            if let lockReport { writer.member("lockReport") { lockReport.write(to: &$0) } }
        }
    }

    static func suite(_ fields: JSONFields) throws(FieldError) -> Suite {
        guard let suite = try? Suite(number: UInt64(try fields.integer("suite", in: 1...255))) else {
            throw fields.error("suite", expected: "1 or 2")
        }
        return suite
    }

    private static func point(_ fields: JSONFields, _ name: String) throws(FieldError) -> Point {
        guard let point = try? Point(encoding: try fields.base64(name, bytes: Point.byteCount)) else {
            throw fields.error(name, expected: "a point of P-256")
        }
        return point
    }
}
