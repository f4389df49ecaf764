import Storage

/// Whether a relying party may come in: its settings against who calls (rp-api.md §1). Pure.
enum RelyingPartyAdmission {
    /// Nil when it may.
    ///
    /// Who has no secret and is not known by address learns nothing, not even that there is such a party.
    static func refusal(_ party: RelyingParty?, _ caller: RelyingPartyCaller) -> Code? {
        guard let party else { return .unauthorized }
        let isListed = isListed(caller.address, in: party.settings.addresses)
        if caller.secretHash == nil {
            guard party.settings.allowsAddressAuth, isListed, !party.settings.addresses.isEmpty else {
                return .unauthorized
            }
        }
        guard party.isEnabled else { return .relyingPartySuspended }
        guard isListed else { return .relyingPartyAddressDenied }
        if let wanted = party.settings.certificateHash, wanted != caller.certificateHash {
            return .clientCertificateRequired
        }
        return nil
    }

    /// Whether a party may call itself so. Without a secret the name is one of the things that it is known by; with one
    /// it is free text unless the operator has listed names. Case does not count, as with Smart-ID.
    static func allows(name: String, of party: RelyingParty, _ caller: RelyingPartyCaller) -> Bool {
        if caller.secretHash != nil, party.settings.names.isEmpty { return true }
        let folded = name.lowercased()
        return ([party.name] + party.settings.names).contains { $0.lowercased() == folded }
    }

    /// An empty list holds every address. An entry that is no block, which no command stores, holds none.
    private static func isListed(_ address: IPAddress, in blocks: [String]) -> Bool {
        blocks.isEmpty || blocks.contains { CIDRBlock($0)?.contains(address) == true }
    }
}
