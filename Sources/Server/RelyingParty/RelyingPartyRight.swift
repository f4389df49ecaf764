import Storage

/// What an operator may allow a relying party beyond log-ins (rp-api.md §2). The raw value is stored and is the word of
/// the command line.
public enum RelyingPartyRight: String, Sendable, CaseIterable {
    /// Signatures and what leads to them: certificates and their choice.
    case sign = "SIGN"
    /// Seals of organisations. Nothing asks for it yet.
    case seal = "SEAL"
    /// Certificates, phones and history of citizens.
    case readRegister = "PKI_READ"
    /// To learn the address of the phone that answered.
    case deviceAddress = "DEVICE_IP"
    /// To say who represents an organisation, as whoever reads the state's register can.
    case writeOrganisations = "ORG_WRITE"
}

extension RelyingParty {
    func has(_ right: RelyingPartyRight) -> Bool { settings.rights.contains(right.rawValue) }

    /// - Throws: RELYING_PARTY_RIGHT_MISSING; nil asks for nothing.
    func require(_ right: RelyingPartyRight?) throws(ServiceError) {
        guard let right, !has(right) else { return }
        throw ServiceError(.relyingPartyRightMissing, expected: "the right \(right.rawValue)")
    }
}
