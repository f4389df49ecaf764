import Storage
import Wire

/// A phone's refusal as it came in.
public struct Refusal: Sendable, Equatable {
    public let reason: RefusalReason
    /// The interaction that was on the screen, when the reason names one.
    public let interaction: InteractionType?

    public init(reason: RefusalReason, interaction: InteractionType? = nil) {
        self.reason = reason
        self.interaction = interaction
    }

    /// Reads `{"reason","interaction"?}`. Throws REFUSAL_REASON_UNKNOWN, INTERACTION_NOT_ALLOWED.
    public init(_ body: JSONFields) throws(FieldError) {
        let text = try body.string("reason")
        guard let reason = RefusalReason(rawValue: text) else {
            let choices = RefusalReason.allCases.map(\.rawValue).joined(separator: ", ")
            throw body.error("reason", Code.refusalReasonUnknown.rawValue, expected: "one of " + choices)
        }
        self.reason = reason
        interaction = try body.optionalString("interaction").map { (name) throws(FieldError) in
            guard let type = InteractionType(rawValue: name) else {
                throw body.error("interaction", Code.interactionNotAllowed.rawValue, expected: "an interaction's type")
            }
            return type
        }
    }

    /// How the session ends by it.
    ///
    /// - Throws: SESSION_TYPE_MISMATCH when the reason is about another kind of session, INTERACTION_NOT_ALLOWED when
    ///   the session does not offer the interaction.
    func completion(of session: SessionRecord, document: String) throws(ServiceError) -> SessionCompletion {
        let isChoice = session.flow == SessionFlow.certificateChoice.rawValue
        guard isChoice || reason != .userRefusedCertificateChoice else { throw ServiceError(.sessionTypeMismatch) }
        return SessionCompletion(
            sessionId: session.id, endResult: reason.rawValue, endDetail: try detail(session), documentNumber: document)
    }

    /// `result.details.interaction`, which Smart-ID clients require with USER_REFUSED_INTERACTION: the one refused, or
    /// the relying party's first choice when the phone does not say.
    private func detail(_ session: SessionRecord) throws(ServiceError) -> String? {
        guard reason == .userRefusedInteraction else { return nil }
        let offered = (Interactions.items(of: session.interactions) ?? []).map(\.type)
        guard let refused = interaction ?? offered.first, offered.contains(refused) else {
            throw ServiceError(.interactionNotAllowed, pointer: "/interaction", expected: "one that the session offers")
        }
        return refused.rawValue
    }
}
