import Storage
import Wire

/// Sessions as phones read them (mobile-api.md §5, wire-appendix.md §9).
enum PhoneSessionEncoder {
    /// `{"sessions":[…]}`: what a list shows. Nothing in it is signed; the phone asks for the session itself before.
    static func pending(_ sessions: [SessionRecord]) -> HTTPResponse {
        .json { writer in
            writer.memberArray("sessions") { writer in
                for session in sessions { writer.object { summary(session, &$0) } }
            }
        }
    }

    /// `{"sessions":[…]}`, newest first.
    static func activity(_ lines: [SessionActivity]) -> HTTPResponse {
        .json { writer in
            writer.memberArray("sessions") { writer in
                for line in lines { writer.object { history(line, &$0) } }
            }
        }
    }

    /// Everything from which the phone computes the message by itself. Members that the session does not have are
    /// absent; the callback and the brokered name, which enter the payload, are empty strings instead.
    static func details(_ session: SessionRecord, schemeName: String) -> HTTPResponse {
        .json { writer in
            writer.member("sessionId", session.id)
            writer.member("flow", session.flow)
            writer.member("slot", session.slot)
            writer.member("signatureProtocol", session.signatureProtocol)
            writer.member("schemeName", schemeName)
            writer.member("relyingPartyName", session.relyingPartyName)
            writer.member("relyingPartyRegisteredName", session.registeredName)
            writer.member("brokeredRpName", "")
            writer.member("interactions", session.interactions)
            writer.memberIfPresent("rpChallenge", session.rpChallenge)
            writer.memberIfPresent("digest", base64: session.digest)
            writer.memberIfPresent("hashType", session.hashType)
            writer.memberIfPresent("serverRandom", session.serverRandom)
            writer.member("flowType", session.flowType)
            writer.member("initialCallbackUrl", session.initialCallbackUrl ?? "")
            writer.memberIfPresent("sessionSecretDigest", session.sessionSecretDigest)
            writer.member("certificateLevel", session.certificateLevel)
            code(session, &writer)
            onBehalfOf(session, &writer)
            writer.member("expiresAt", Timestamp.format(unixSeconds: session.expiresAt / 1_000))
        }
    }

    /// To be shown: for whom the citizen acts. Not part of what is signed.
    private static func onBehalfOf(_ session: SessionRecord, _ writer: inout JSONWriter) {
        guard let register = session.organisationRegister, let name = session.organisationName else { return }
        writer.memberObject("onBehalfOf") { writer in
            writer.member("orgEtsi", OrganisationIdentifier.prefix + register)
            writer.member("orgName", name)
        }
    }

    private static func summary(_ session: SessionRecord, _ writer: inout JSONWriter) {
        writer.member("sessionId", session.id)
        writer.member("flow", session.flow)
        writer.member("slot", session.slot)
        writer.member("relyingPartyName", session.relyingPartyName)
        writer.member("relyingPartyRegisteredName", session.registeredName)
        writer.memberIfPresent("displayText", Interactions.displayText(of: session.interactions, used: nil))
        code(session, &writer)
        onBehalfOf(session, &writer)
        writer.member("createdAt", Timestamp.format(unixSeconds: session.createdAt / 1_000))
        writer.member("expiresAt", Timestamp.format(unixSeconds: session.expiresAt / 1_000))
    }

    /// The registered name: what a party called itself in one request is no evidence of who it was.
    private static func history(_ line: SessionActivity, _ writer: inout JSONWriter) {
        writer.member("sessionId", line.sessionId)
        writer.member("flow", line.flow)
        writer.member("relyingPartyName", line.registeredName)
        writer.memberIfPresent("endResult", line.endResult)
        let text = Interactions.displayText(of: line.interactions, used: line.interactionTypeUsed)
        writer.memberIfPresent("displayText", text)
        if line.signatureMayExist { writer.member("signatureMayExist", true) }
        writer.member("timestamp", Timestamp.format(unixSeconds: line.timestamp / 1_000))
    }

    private static func code(_ session: SessionRecord, _ writer: inout JSONWriter) {
        guard let type = session.vcType, let value = session.vcValue else { return }
        writer.memberObject("vc") { writer in
            writer.member("type", type)
            writer.member("value", value)
        }
    }
}
