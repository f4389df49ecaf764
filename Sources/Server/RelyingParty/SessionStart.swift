/// One way of opening a session, as its path names it (rp-api.md §2).
struct SessionStart: Sendable, Equatable {
    /// Whom the path names. The raw value is its segment.
    enum Addressing: String, Sendable {
        case etsi
        case document
        case anonymous
        /// A document whose certificate was chosen in a session before.
        case linked

        fileprivate var template: String {
            switch self {
            case .etsi: "/etsi/{person}"
            case .document: "/document/{document}"
            case .anonymous: "/anonymous"
            case .linked: "/linked/{document}"
            }
        }
    }

    let flow: SessionFlow
    let channel: SessionChannel
    let addressing: Addressing

    /// Every one that exists.
    static let all: [SessionStart] = [
        SessionStart(flow: .authentication, channel: .notification, addressing: .etsi),
        SessionStart(flow: .authentication, channel: .notification, addressing: .document),
        SessionStart(flow: .authentication, channel: .deviceLink, addressing: .anonymous),
        SessionStart(flow: .authentication, channel: .deviceLink, addressing: .etsi),
        SessionStart(flow: .authentication, channel: .deviceLink, addressing: .document),
        SessionStart(flow: .signature, channel: .notification, addressing: .etsi),
        SessionStart(flow: .signature, channel: .notification, addressing: .document),
        SessionStart(flow: .signature, channel: .notification, addressing: .linked),
        SessionStart(flow: .signature, channel: .deviceLink, addressing: .etsi),
        SessionStart(flow: .signature, channel: .deviceLink, addressing: .document),
        SessionStart(flow: .certificateChoice, channel: .notification, addressing: .etsi),
        SessionStart(flow: .certificateChoice, channel: .deviceLink, addressing: .anonymous),
    ]

    /// The route's template.
    var template: String {
        let base =
            switch flow {
            case .authentication: "/authentication"
            case .signature: "/signature"
            case .certificateChoice: "/signature/certificate-choice"
            }
        return base + (channel == .notification ? "/notification" : "/device-link") + addressing.template
    }

    /// What the operator must have allowed; nil for log-ins.
    var right: RelyingPartyRight? { flow == .authentication ? nil : .sign }

    /// Whether the citizen may be asked to pick the code out of several: not where they have just come from the screen
    /// that shows it.
    var offersCodeChoice: Bool { channel == .notification && addressing != .linked }

    /// Whether the platform's older clients know it.
    var hasFlatDialect: Bool { flow != .certificateChoice && addressing != .linked }

    func address(_ call: Call) throws(ServiceError) -> SessionAddress {
        switch addressing {
        case .etsi: .person(try PersonIdentifier(path: call.parameter("person")))
        case .document, .linked: .document(try call.parameter("document"))
        case .anonymous: .anyone
        }
    }
}
