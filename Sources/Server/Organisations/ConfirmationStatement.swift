import Crypto
import Storage
import Wire

/// What somebody signs who takes over a right to act for an organisation: a statement of the service's own, never of
/// the relying party's. It is kept with the session, so that the signature can be verified against it later.
struct ConfirmationStatement: Sendable {
    let representation: NewRepresentation
    let organisation: Organisation
    /// Who is to sign.
    let signer: Citizen
    /// Who has asked for it.
    let actingCitizenId: String
    let relyingPartyId: String

    /// The statement's bytes.
    var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { w in
            w.member("statement", "I take over the right to act for this organisation.")
            w.member("representation", representation.id)
            w.member("orgEtsi", OrganisationIdentifier.prefix + organisation.register)
            w.member("orgName", organisation.name)
            w.member("signer", "PNOMN-" + signer.civilID)
            w.memberIfPresent("role", representation.role)
            w.member("rightType", representation.rightType.rawValue)
            w.member("askedBy", actingCitizenId)
            w.member("relyingPartyUUID", relyingPartyId)
        }
        return writer.bytes
    }

    /// What is signed.
    var digest: [UInt8] { SHA256.hash(json) }

    /// What the phone shows: two ways to say it, the long one first. The register number always stands in full; a name
    /// that is too long is cut.
    var interactions: String {
        var writer = JSONWriter()
        writer.array { w in
            w.object { w in
                w.member("type", InteractionType.confirmationMessage.rawValue)
                w.member(InteractionType.confirmationMessage.textMember, longText)
            }
            w.object { w in
                w.member("type", InteractionType.displayTextAndPIN.rawValue)
                w.member(InteractionType.displayTextAndPIN.textMember, shortText)
            }
        }
        return Base64.encode(writer.bytes)
    }

    var longText: String {
        let end = "» (РД \(organisation.register)) байгууллагыг төлөөлөх эрхийг хүлээн авах уу?"
        let role = representation.role.map { " Үүрэг: " + Self.cut($0, to: 40) } ?? ""
        let room = InteractionType.confirmationMessage.characters.upperBound - 1 - (end + role).unicodeScalars.count
        return "«" + Self.cut(organisation.name, to: room) + end + role
    }

    var shortText: String { "РД \(organisation.register): төлөөлөх эрх авах" }

    private static func cut(_ text: String, to count: Int) -> String {
        let scalars = text.unicodeScalars
        guard scalars.count > count else { return text }
        // By whole characters, so that no mark loses its letter.
        var kept = Substring(text)
        while kept.unicodeScalars.count > max(0, count - 1), !kept.isEmpty { kept.removeLast() }
        return kept + "…"
    }
}
