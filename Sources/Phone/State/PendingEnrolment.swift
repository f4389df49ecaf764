import Crypto
import Wire

/// An enrolment whose K3 may have left. The keys are sealed already; the same K3 bytes are sent until K4 is there.
public struct PendingEnrolment: Sendable, Equatable {
    /// One slot: its record without a certificate, and what ssid_kg needs beside it.
    public struct PendingSlot: Sendable, Equatable {
        public let record: SlotRecord
        public let nonceP1: [UInt8]
        public let nonceP2: [UInt8]
    }

    public let enrollmentId: String
    public let documentNumber: String
    /// Unix seconds.
    public let expiresAt: UInt64
    public let parametersHash: [UInt8]
    /// The body of complete, byte for byte.
    public let body: [UInt8]
    /// In the order of K1.
    public let slots: [PendingSlot]

    init(
        enrollmentId: String, documentNumber: String, expiresAt: UInt64, parametersHash: [UInt8], body: [UInt8],
        slots: [PendingSlot]
    ) {
        self.enrollmentId = enrollmentId
        self.documentNumber = documentNumber
        self.expiresAt = expiresAt
        self.parametersHash = parametersHash
        self.body = body
        self.slots = slots
    }

    /// The key generation's context of one slot, whose ssid K4 is signed over.
    func context(_ slot: PendingSlot) -> KeyGenerationContext {
        KeyGenerationContext(
            enrolmentId: enrollmentId, documentNumber: documentNumber, slot: slot.record.slot,
            suite: slot.record.suite, nonceP1: slot.nonceP1, nonceP2: slot.nonceP2, parametersHash: parametersHash,
            keyId: slot.record.keyId)
    }

    init(_ fields: JSONFields) throws(FieldError) {
        enrollmentId = try fields.string("enrollmentId", characters: 1...128)
        documentNumber = try fields.string("documentNumber", characters: 1...128)
        expiresAt = UInt64(try fields.integer("expiresAt", in: 0...(1 << 53)))
        parametersHash = try fields.base64("parametersHash", bytes: 32)
        body = try fields.base64("body", max: 1 << 20)
        slots = try fields.array("slots", count: 1...2).mapTyped { (item) throws(FieldError) in
            let slot = try item.object()
            return PendingSlot(
                record: try SlotRecord(slot.object("record")), nonceP1: try slot.base64("nonceP1", bytes: 32),
                nonceP2: try slot.base64("nonceP2", bytes: 32))
        }
    }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("enrollmentId", enrollmentId)
            writer.member("documentNumber", documentNumber)
            writer.member("expiresAt", Int64(expiresAt))
            writer.member("parametersHash", base64: parametersHash)
            writer.member("body", base64: body)
            writer.memberArray("slots") { list in
                for slot in slots {
                    list.object { entry in
                        entry.member("record") { slot.record.write(to: &$0) }
                        entry.member("nonceP1", base64: slot.nonceP1)
                        entry.member("nonceP2", base64: slot.nonceP2)
                    }
                }
            }
        }
    }
}
