import Wire

/// How the server says that this phone and its keys stand (mobile-api §5).
public struct DeviceStatus: Sendable, Equatable {
    public struct Slot: Sendable, Equatable {
        public let slot: String
        public let keyId: String
        public let epoch: UInt64
        /// SHA-256 of the epoch's N, 32 bytes.
        public let modulusHash: [UInt8]
        public let state: String
        /// RFC 3339; nil in the first epoch.
        public let refreshedAt: String?
    }

    public let state: String
    public let slots: [Slot]

    init(_ fields: JSONFields) throws(FieldError) {
        state = try fields.string("state", maxCharacters: 64)
        slots = try fields.array("slots", count: 0...8).mapTyped { (item) throws(FieldError) in
            let slot = try item.object()
            return Slot(
                slot: try slot.string("slot", maxCharacters: 16), keyId: try slot.string("keyId", maxCharacters: 128),
                epoch: UInt64(try slot.integer("epoch", in: 1...(1 << 53))),
                modulusHash: try slot.base64("modulusHash", bytes: 32),
                state: try slot.string("state", maxCharacters: 64),
                refreshedAt: try slot.optionalString("refreshedAt", maxCharacters: 64))
        }
    }
}
