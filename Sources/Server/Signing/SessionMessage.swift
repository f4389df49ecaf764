import Crypto
import Storage
import Wire

/// m of a session: what both parties compute by themselves and sign (mobile-api §6, wire appendix §9).
enum SessionMessage {
    /// - Parameter key: the phone's key of the session's slot
    /// - Throws: when the phone used an interaction that the session does not offer, or a log-in lacks its challenge.
    static func digest(
        _ session: SessionRecord, body: CommitBody, schemeName: String, key: KeyRecord
    ) throws(ServiceError) -> [UInt8] {
        // A choice of certificate has no message.
        guard let scheme = SigningScheme(rawValue: session.signatureProtocol) else {
            throw ServiceError(.sessionTypeMismatch)
        }
        guard holds("INTERACTION_USED", interactionTypes(session).contains(body.interactionTypeUsed))
        else {
            throw ServiceError(
                .fieldValue, pointer: "/interactionTypeUsed", expected: "one of the session's interactions")
        }
        switch scheme {
        // Of a refresh: built by the server from what it has checked, and stored with the run.
        case .rawDigest, .refresh, .possession:
            guard let digest = session.digest else { throw ServiceError(.internalFailure) }
            return digest
        case .acspV2:
            return try acsp(session, body, schemeName)
        case .acspV2SPKI:
            return try keyBound(session, key)
        default: throw ServiceError(.sessionTypeMismatch)
        }
    }

    private static func acsp(
        _ session: SessionRecord, _ body: CommitBody, _ schemeName: String
    ) throws(ServiceError) -> [UInt8] {
        guard let challenge = body.userChallenge else { throw ServiceError(.fieldMissing, pointer: "/userChallenge") }
        guard let serverRandom = session.serverRandom, let rpChallenge = session.rpChallenge else {
            throw ServiceError(.internalFailure)
        }
        let message = ACSPV2Message(
            schemeName: schemeName, serverRandom: serverRandom, rpChallenge: rpChallenge, userChallenge: challenge,
            relyingPartyName: session.relyingPartyName, brokeredRpName: "", interactions: session.interactions,
            interactionTypeUsed: body.interactionTypeUsed, initialCallbackURL: session.initialCallbackUrl ?? "",
            flowType: session.flowType)
        do throws(CryptoError) { return try message.digest() } catch {
            let pointer = error.code == "ACSP_USER_CHALLENGE" ? "/userChallenge" : nil
            throw ServiceError(error, pointer: pointer)
        }
    }

    private static func keyBound(_ session: SessionRecord, _ key: KeyRecord) throws(ServiceError) -> [UInt8] {
        guard let challenge = session.rpChallenge.flatMap(Base64.decode) else { throw ServiceError(.internalFailure) }
        let message = ACSPV2SPKIMessage(rpChallenge: challenge, spki: SPKI.p256Prefix + key.Q)
        do throws(CryptoError) { return try message.digest() } catch { throw ServiceError(error) }
    }

    /// What the phone names in the runs of a refresh, which show no text of anybody's.
    static let refreshInteraction = "keyRefresh"

    /// The types in the stored interactions; the text was checked when the session was opened.
    private static func interactionTypes(_ session: SessionRecord) -> [String] {
        if session.relyingPartyId == nil { return [refreshInteraction] }
        guard let bytes = Base64.decode(session.interactions), let items = try? JSONParser.parse(bytes).array else {
            return []
        }
        return items.compactMap { $0["type"]?.string }
    }
}
