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

    private static func slot(_ element: JSONElement) throws(ServiceError) -> K3Slot {
        let f = try field(as: encoding) { () throws(FieldError) in try element.object() }
        let name = try field(as: encoding) { () throws(FieldError) in
            try f.oneOf("slot", Slot.allCases.map(\.rawValue))
        }
        let members = BoundedMembers(f, as: encoding)
        return K3Slot(
            slot: name == Slot.signature.rawValue ? .signature : .authentication,
            Q1: try members.bytes("Q1", max: 256), opening: try members.bytes("opening", max: 256),
            proof: try members.bytes("proof", max: 1_024, tooLong: .dlKgQ1),
            N: try members.bytes("N", max: 1_024, tooLong: .nEncoding),
            ckey: try members.bytes("ckey", max: 2_048, tooLong: .ckeyEncoding),
            modulusProof: try members.bytes("modulusProof", max: 65_536, tooLong: .modEncoding),
            smallFactorProof: try members.bytes("smallFactorProof", max: 16_384, tooLong: .facEncoding),
            discreteLogProof: try members.bytes("discreteLogProof", max: 8_192, tooLong: .pdlEncoding),
            Q: try members.bytes("Q", max: 256), ratchetNext: try members.bytes("ratchetNext", max: 256))
    }
}
