import Crypto
import Wire

/// One finished enrolment: a device of a citizen with one key or two.
public struct Registration: Sendable, Equatable {
    public let documentNumber: String
    /// The bearer of X-Device-Token; needed before any PIN is asked, so it lies here in clear. It moves no key.
    public let deviceToken: String
    public var slots: [SlotRecord]

    init(documentNumber: String, deviceToken: String, slots: [SlotRecord]) {
        self.documentNumber = documentNumber
        self.deviceToken = deviceToken
        self.slots = slots
    }

    init(_ fields: JSONFields) throws(FieldError) {
        documentNumber = try fields.string("documentNumber", characters: 1...128)
        deviceToken = try fields.string("deviceToken", characters: 1...1_024)
        slots = try fields.array("slots", count: 1...2).mapTyped { (item) throws(FieldError) in
            try SlotRecord(item.object())
        }
    }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("documentNumber", documentNumber)
            writer.member("deviceToken", deviceToken)
            writer.memberArray("slots") { list in for slot in slots { slot.write(to: &list) } }
        }
    }

    /// The record of a slot; nil when this enrolment has no such key.
    public func slot(_ slot: Slot) -> SlotRecord? { slots.first { $0.slot == slot } }
}
