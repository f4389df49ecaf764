import Storage

/// Who may act for an organisation (rp-api.md §10). Pure: rows come in, a code or nothing comes out.
enum RepresentationRules {
    /// Why a citizen may not act for an organisation now; nil when he may.
    static func refusal(_ standing: Standing?) -> Code? {
        guard let standing else { return .orgNotFound }
        guard standing.organisation.isActive else { return .orgNotActive }
        guard let representation = standing.representation else { return .representationDenied }
        if representation.state == .pending { return .representationPending }
        return representation.isExpired ? .representationExpired : nil
    }

    /// Why a citizen may not say who else acts for it, or how it is called; nil when he may.
    static func managementRefusal(_ standing: Standing?) -> Code? {
        if let code = refusal(standing) { return code }
        return standing?.representation?.rightType == .admin ? nil : .representationDenied
    }

    /// Why a citizen may not end a right; nil when he may. Everybody may end his own. One that the register says is not
    /// for another representative to end: two of equal right could throw each other out.
    static func removalRefusal(of target: Representation, by acting: Standing?) -> Code? {
        if let acting, acting.representation?.id == target.id { return nil }
        if let code = managementRefusal(acting) { return code }
        return target.source == .manual ? nil : .representationDenied
    }

    /// What the register's word about somebody is worth here. Who holds a share of an organisation, or of whom nothing
    /// is said, does not decide who else acts for it.
    static func right(of kind: Affiliate.Kind?) -> Representation.RightType {
        switch kind {
        case .ceo, .founder: .admin
        case .stakeholder, nil: .manager
        }
    }
}
