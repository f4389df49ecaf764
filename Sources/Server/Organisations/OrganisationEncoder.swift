import Storage
import Wire

/// Organisations as relying parties read them (rp-api.md §10).
enum OrganisationEncoder {
    static func representations(_ citizen: Citizen, _ list: [Standing]) -> HTTPResponse {
        .json { writer in
            writer.member("personEtsi", "PNOMN-" + citizen.civilID)
            writer.memberArray("representations") { writer in
                for standing in list {
                    guard let representation = standing.representation else { continue }
                    writer.object { self.representation(standing.organisation, representation, &$0) }
                }
            }
        }
    }

    static func signers(_ organisation: Organisation, _ signers: [Signer], asking citizen: Citizen) -> HTTPResponse {
        .json { writer in
            writer.memberArray("signers") { writer in
                for signer in signers { writer.object { self.signer(signer, asking: citizen, &$0) } }
            }
            // The newest of them, where several wait.
            guard let waiting = signers.last(where: { $0.confirmation != nil }), let session = waiting.confirmation
            else {
                writer.memberNull("pendingConfirmation")
                return
            }
            writer.memberObject("pendingConfirmation") { writer in
                writer.member("orgRegister", organisation.register)
                writer.member("orgName", organisation.name)
                writer.member("signerEtsi", "PNOMN-" + waiting.citizen.civilID)
                writer.member("signerRegNo", waiting.citizen.registrationNumber)
                writer.member("sessionId", session)
            }
        }
    }

    private static func representation(
        _ organisation: Organisation, _ representation: Representation, _ writer: inout JSONWriter
    ) {
        writer.member("orgEtsi", OrganisationIdentifier.prefix + organisation.register)
        writer.member("orgRegister", organisation.register)
        writer.member("orgName", organisation.name)
        writer.memberIfPresent("orgNameEn", organisation.nameLatin)
        writer.memberIfPresent("role", representation.role)
        writer.member("rightType", representation.rightType.rawValue)
        writer.member("source", representation.source.rawValue)
        writer.member("validFrom", Timestamp.format(unixSeconds: representation.validFrom / 1_000))
        writer.memberIfPresent("validTo", representation.validTo.map { Timestamp.format(unixSeconds: $0 / 1_000) })
    }

    private static func signer(_ signer: Signer, asking citizen: Citizen, _ writer: inout JSONWriter) {
        writer.member("personEtsi", "PNOMN-" + signer.citizen.civilID)
        writer.member("regNo", signer.citizen.registrationNumber)
        writer.member("name", signer.citizen.surname + " " + signer.citizen.givenName)
        writer.member("nameEn", signer.citizen.surnameLatin + " " + signer.citizen.givenNameLatin)
        writer.memberIfPresent("role", signer.representation.role)
        writer.member("rightType", signer.representation.rightType.rawValue)
        writer.member("status", signer.representation.state.rawValue)
        writer.member("source", signer.representation.source.rawValue)
        writer.member("self", signer.citizen.id == citizen.id)
    }
}
