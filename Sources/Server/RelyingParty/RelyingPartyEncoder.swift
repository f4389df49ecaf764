import Crypto
import Storage
import Wire

/// Sessions as relying parties read them (rp-api.md §3.2 and §4).
enum RelyingPartyEncoder {
    /// `{"sessionID","vc"}`, and what links are made of; no `vc` where the client computes it.
    static func opened(_ session: OpenedSession, flow: SessionFlow) -> HTTPResponse {
        .json { writer in
            writer.member("sessionID", session.id)
            if let link = session.link {
                writer.member("sessionToken", link.sessionToken)
                writer.member("sessionSecret", link.sessionSecret)
                writer.member("deviceLinkBase", link.deviceLinkBase)
            }
            guard let code = session.code, code.isAnnounced else { return }
            // Clients of linked log-ins have always got a plain text here.
            if session.link != nil, flow == .authentication {
                writer.member("vc", code.value)
                return
            }
            writer.memberObject("vc") { writer in
                writer.member("type", code.kind.rawValue)
                writer.member("value", code.value)
            }
        }
    }

    /// The session's state and, once it has ended, its result.
    ///
    /// - Throws: INTERNAL when a session that ended with OK lacks something that every client requires.
    static func result(_ result: SessionResult) throws(ServiceError) -> HTTPResponse {
        let session = result.session
        guard session.state == .complete else { return .json { $0.member("state", "RUNNING") } }
        guard session.endResult == "OK" else { return failure(session) }
        if session.flow == SessionFlow.certificateChoice.rawValue { return try choice(result) }
        return try success(result)
    }

    private static func failure(_ session: SessionRecord) -> HTTPResponse {
        .json { writer in
            writer.member("state", "COMPLETE")
            writer.memberObject("result") { writer in
                writer.member("endResult", session.endResult ?? "SERVER_ERROR")
                // Other details are for our own records.
                guard session.endResult == RefusalReason.userRefusedInteraction.rawValue,
                    let interaction = session.endDetail
                else { return }
                writer.memberObject("details") { $0.member("interaction", interaction) }
            }
        }
    }

    private static func choice(_ result: SessionResult) throws(ServiceError) -> HTTPResponse {
        let (document, certificate, level) = try holder(result)
        return .json { writer in
            ok(document, &writer)
            self.certificate(certificate, level, &writer)
            writer.memberIfPresent("deviceIpAddress", result.session.deviceAddress)
        }
    }

    private static func success(_ result: SessionResult) throws(ServiceError) -> HTTPResponse {
        let session = result.session
        let (document, certificate, level) = try holder(result)
        guard let raw = session.signature, let interaction = session.interactionTypeUsed else { throw incomplete }
        let signature: [UInt8]
        do throws(CryptoError) { signature = try ECDSASignatureDER.encode(raw) } catch { throw incomplete }
        let login = session.flow == SessionFlow.authentication.rawValue ? try Login(result) : nil
        return .json { writer in
            ok(document, &writer)
            writer.member("signatureProtocol", session.signatureProtocol)
            writer.member("interactionTypeUsed", interaction)
            writer.memberObject("signature") { writer in
                writer.member("value", base64: signature)
                writer.memberIfPresent("serverRandom", login?.serverRandom)
                writer.memberIfPresent("userChallenge", login?.userChallenge)
                writer.member("flowType", session.flowType)
                if let login { writer.member("initialCallbackUrl", login.signedCallback) }
                writer.member("signatureAlgorithm", "ecdsa-with-SHA256")
                writer.memberObject("signatureAlgorithmParameters") { $0.member("hashAlgorithm", "SHA-256") }
            }
            self.certificate(certificate, level, &writer)
            if let login { person(login.citizen, &writer) }
            onBehalfOf(result, &writer)
            writer.memberIfPresent("deviceIpAddress", session.deviceAddress)
        }
    }

    /// Without role and right when the citizen may no longer act for it.
    private static func onBehalfOf(_ result: SessionResult, _ writer: inout JSONWriter) {
        guard let register = result.session.organisationRegister, let name = result.session.organisationName else {
            return
        }
        writer.memberObject("onBehalfOf") { writer in
            writer.member("orgEtsi", OrganisationIdentifier.prefix + register)
            writer.member("orgName", name)
            writer.memberIfPresent("role", result.role)
            writer.memberIfPresent("rightType", result.rightType)
        }
    }

    /// What the answer to a log-in has beyond that to a signature.
    private struct Login {
        /// Nil in the older message, as is the next.
        let serverRandom: String?
        let userChallenge: String?
        /// The callback that was signed: only a same-device flow signs the relying party's (rp-api.md §5.1, field 10).
        let signedCallback: String
        let citizen: Citizen

        init(_ result: SessionResult) throws(ServiceError) {
            let session = result.session
            guard let citizen = result.citizen else { throw incomplete }
            let isNamed = session.signatureProtocol == "ACSP_V2"
            guard !isNamed || (session.serverRandom != nil && session.userChallenge != nil) else { throw incomplete }
            serverRandom = isNamed ? session.serverRandom : nil
            userChallenge = isNamed ? session.userChallenge : nil
            self.citizen = citizen
            let isSameDevice = session.flowType == "Web2App" || session.flowType == "App2App"
            signedCallback = isSameDevice ? session.initialCallbackUrl ?? "" : ""
        }
    }

    private static let incomplete = ServiceError(.internalFailure)

    private static func holder(
        _ result: SessionResult
    ) throws(ServiceError) -> (document: String, certificate: [UInt8], level: String) {
        guard let document = result.session.boundDocument, let certificate = result.certificateDER,
            let level = result.certificateLevel
        else { throw incomplete }
        return (document, certificate, level)
    }

    private static func ok(_ document: String, _ writer: inout JSONWriter) {
        writer.member("state", "COMPLETE")
        writer.memberObject("result") { writer in
            writer.member("endResult", "OK")
            writer.member("documentNumber", document)
        }
    }

    private static func certificate(_ der: [UInt8], _ level: String, _ writer: inout JSONWriter) {
        writer.memberObject("cert") { writer in
            writer.member("value", base64: der)
            writer.member("certificateLevel", level)
        }
    }

    private static func person(_ citizen: Citizen, _ writer: inout JSONWriter) {
        writer.memberObject("person") { writer in
            writer.member("givenName", citizen.givenName)
            writer.member("surname", citizen.surname)
            writer.member("givenNameEn", citizen.givenNameLatin)
            writer.member("surnameEn", citizen.surnameLatin)
            writer.member("civilId", citizen.civilID)
            writer.member("regNo", citizen.registrationNumber)
        }
    }
}
