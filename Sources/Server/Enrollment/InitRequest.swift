import Crypto
import Wire

/// `POST /enrollment/init` (K1), decoded.
struct InitRequest: Sendable {
    /// The stored name of the proof of identity that `danAuthCode` opens.
    let proofReference: String
    let platform: String
    let deviceName: String
    let pushToken: String?
    let slots: [K1Slot]

    static let encoding = Code.k1Encoding

    init(_ body: JSONFields) throws(ServiceError) {
        proofReference = KYCReference.of(
            try field { () throws(FieldError) in try body.string("danAuthCode", maxCharacters: 200) })
        platform = try field { () throws(FieldError) in try body.oneOf("platform", ["ios", "android"]) }
        deviceName = try field { () throws(FieldError) in
            let name = try body.string("deviceName", characters: 1...64)
            guard DisplayText.isValid(name) else { throw body.error("deviceName", expected: DisplayText.rule) }
            return name
        }
        pushToken = try field { () throws(FieldError) in try body.optionalString("pushToken", maxCharacters: 512) }
        let elements = try field(as: Self.encoding) { () throws(FieldError) in try body.array("slots", count: 1...2) }
        var slots: [K1Slot] = []
        for element in elements { slots.append(try Self.slot(element)) }
        try Self.checkSlots(slots)
        self.slots = slots
    }

    private static func slot(_ element: JSONElement) throws(ServiceError) -> K1Slot {
        try field(as: encoding) { () throws(FieldError) in
            let fields = try element.object()
            let name = try fields.oneOf("slot", Slot.allCases.map(\.rawValue))
            // Which numbers are suites is the core's to say: SUITE_UNKNOWN.
            let suite = try fields.integer("suite", in: 0...Int64(1) << 53)
            return K1Slot(
                slot: name == Slot.signature.rawValue ? .signature : .authentication, suite: UInt64(suite),
                nonce: try fields.base64("nonce", bytes: 32), commitment: try fields.base64("commitment", bytes: 32))
        }
    }

    /// SIGN always, AUTH at most once (there are two slots at most), one suite for both.
    private static func checkSlots(_ slots: [K1Slot]) throws(ServiceError) {
        guard holds("ENROLMENT_SLOTS/sign", slots.filter({ $0.slot == .signature }).count == 1) else {
            throw ServiceError(.enrolmentSlotsInvalid, pointer: "/slots", expected: "SIGN, and AUTH at most once")
        }
        guard holds("ENROLMENT_SLOTS/suite", Set(slots.map(\.suite)).count == 1) else {
            throw ServiceError(.enrolmentSlotsInvalid, pointer: "/slots", expected: "one suite for all slots")
        }
    }
}
