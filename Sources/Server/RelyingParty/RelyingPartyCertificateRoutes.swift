import Crypto
import Storage
import Wire

/// `POST /signature/certificate/{document}`: a signing certificate without asking the citizen (rp-api.md §3.4).
public struct RelyingPartyCertificateRoutes: Sendable {
    private let sessions: SessionService
    private let parties: RelyingPartyAuthenticator

    public init(sessions: SessionService, parties: RelyingPartyAuthenticator) {
        self.sessions = sessions
        self.parties = parties
    }

    public var routes: [Route] {
        [
            Route("POST", "/signature/certificate/{document}") { call throws(ServiceError) in
                .respond(try certificate(call))
            }
        ]
    }

    private func certificate(_ call: Call) throws(ServiceError) -> HTTPResponse {
        let deadline = call.context.storageDeadline
        let (party, caller, body) = try parties.authenticateNamed(call)
        try party.require(.sign)
        let (uuid, name, level) = try ServiceError.decoding { () throws(FieldError) in
            let uuid = try SessionRequestDecoder.relyingPartyUUID(body)
            let name = try SessionRequestDecoder.relyingPartyName(body)
            return (uuid, name, try SessionRequestDecoder.certificateLevel(body))
        }
        try party.require(uuid: uuid, name: name, of: caller)
        do throws(ServiceError) {
            let certificate = try sessions.signingCertificate(
                document: call.parameter("document"), level: level, deadline: deadline)
            return .json { writer in
                writer.member("state", "OK")
                writer.memberObject("cert") { writer in
                    writer.member("value", base64: certificate.der)
                    writer.member("certificateLevel", certificate.level)
                }
            }
        } catch {
            // An outcome of the question, not an error of it.
            guard error.code == .documentUnusable else { throw error }
            return .json { $0.member("state", "DOCUMENT_UNUSABLE") }
        }
    }
}
