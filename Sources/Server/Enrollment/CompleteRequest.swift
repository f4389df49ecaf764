import Crypto
import Wire

/// `POST /enrollment/complete` (K3), decoded.
struct CompleteRequest: Sendable {
    let givenName: String
    let surname: String
    let slots: [K3Slot]

    static let encoding = Code.k3Encoding

    /// The one member that decides which enrolment a body belongs to; read before anything else can fail.
    static func enrolmentId(_ body: JSONFields) throws(ServiceError) -> String {
        try field { () throws(FieldError) in try body.uuid("enrollmentId") }
    }

    init(_ body: JSONFields) throws(ServiceError) {
        let name = try field { () throws(FieldError) in try body.object("latinName") }
        givenName = try field { () throws(FieldError) in try name.string("givenName", characters: 1...64) }
        surname = try field { () throws(FieldError) in try name.string("surname", characters: 1...64) }
        let elements = try field(as: Self.encoding) { () throws(FieldError) in try body.array("slots", count: 1...2) }
        var slots: [K3Slot] = []
        for element in elements { slots.append(try Self.slot(element)) }
        self.slots = slots
    }

    /// Widths are the core's to judge: each has its own code there.
    private static func slot(_ element: JSONElement) throws(ServiceError) -> K3Slot {
        try field(as: encoding) { () throws(FieldError) in
            let f = try element.object()
            let name = try f.oneOf("slot", Slot.allCases.map(\.rawValue))
            return K3Slot(
                slot: name == Slot.signature.rawValue ? .signature : .authentication, Q1: try f.base64("Q1", max: 256),
                opening: try f.base64("opening", max: 256), proof: try f.base64("proof", max: 1_024),
                N: try f.base64("N", max: 1_024), ckey: try f.base64("ckey", max: 2_048),
                modulusProof: try f.base64("modulusProof", max: 65_536),
                smallFactorProof: try f.base64("smallFactorProof", max: 16_384),
                discreteLogProof: try f.base64("discreteLogProof", max: 8_192), Q: try f.base64("Q", max: 256),
                ratchetNext: try f.base64("ratchetNext", max: 256))
        }
    }
}
