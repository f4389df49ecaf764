import Crypto
import Wire

/// Identity proofing by an OAuth 2.0 or OpenID Connect provider: authorization code flow with PKCE.
///
/// The browser carries the run's reference as `state`, never the phone's own secret; the code that comes back is
/// exchanged by this server, and what the provider then says about the person is read by the operator's mapping.
public struct OIDCProvider: RedirectKYCProvider {
    public let name = "oidc"

    private let settings: OIDCSettings
    private let caller: any OutgoingCaller
    private let keys: KeySetCache?
    private let secret: SharedSecret
    private let now: @Sendable () -> Int64
    private let report: @Sendable (OIDCFailure) -> Void

    /// - Parameters:
    ///   - secret: a key that the replicas share; verifier and nonce of a run follow from it
    ///   - now: Unix seconds
    ///   - report: told of every failure, for the metrics
    init(
        _ settings: OIDCSettings, caller: any OutgoingCaller, secret: SharedSecret,
        now: @escaping @Sendable () -> Int64, report: @escaping @Sendable (OIDCFailure) -> Void
    ) {
        self.settings = settings
        self.caller = caller
        self.secret = secret
        self.now = now
        self.report = report
        keys = settings.keySetURL.map { KeySetCache(url: $0, caller: caller) }
    }

    public func begin(_ run: KYCRun, number: RegistrationNumber) throws(ServiceError) -> KYCBeginning {
        let proof = ProofKey(reference: run.reference, key: secret)
        var fields = [
            (name: "response_type", value: "code"), (name: "client_id", value: settings.clientID),
            (name: "redirect_uri", value: run.callbackURL), (name: "scope", value: settings.scope),
            (name: "state", value: run.reference), (name: "code_challenge", value: proof.challenge),
            (name: "code_challenge_method", value: "S256"),
        ]
        if settings.usesIDToken { fields.append((name: "nonce", value: proof.nonce)) }
        let address = settings.authorizeURL.text
        let joint = address.contains("?") ? "&" : "?"
        // Everything follows from the reference; what is kept only says that the code is still to come.
        return .redirect(url: address + joint + FormCoding.encode(fields), context: [1])
    }

    public func complete(_ run: KYCRun, _ callback: QueryString) throws(ServiceError) -> KYCPerson {
        do throws(OIDCFailure) { return try person(run, callback) } catch {
            report(error)
            throw ServiceError(error.code)
        }
    }

    private func person(_ run: KYCRun, _ callback: QueryString) throws(OIDCFailure) -> KYCPerson {
        let end = MonotonicTime.now().advanced(byMilliseconds: Limits.identityProviderMilliseconds)
        let proof = ProofKey(reference: run.reference, key: secret)
        let token = try exchange(try code(callback), run, proof, end)
        var claims: JSONValue?
        if let keys, let issuer = settings.issuer {
            guard let text = token.idToken else { throw .idTokenMissing }
            let idToken = try IDToken(text)
            let set = try keys.keys(for: idToken.keyID, now: now(), until: end)
            claims = try IDTokenVerifier(issuer: issuer, clientID: settings.clientID).verify(
                idToken, keys: set, nonce: proof.nonce, accessToken: token.accessToken, now: now())
        }
        if let url = settings.userInfoURL {
            let answer = try userInfo(url, token.accessToken, end)
            // OpenID Connect Core §5.3.2: else one token's owner gets another one's claims.
            if let claims, answer["sub"]?.string?.utf8.elementsEqual((claims["sub"]?.string ?? "").utf8) != true {
                throw .userInfoSubject
            }
            claims = answer
        }
        guard let claims else { throw .claimMissing }
        return try settings.claims.person(claims)
    }

    /// The code in what the browser brought (RFC 6749 §4.1.2; RFC 9207 §2.4).
    private func code(_ callback: QueryString) throws(OIDCFailure) -> String {
        func only(_ name: String) throws(OIDCFailure) -> String? {
            let values = callback.parameters.filter { $0.name == name }
            guard values.count <= 1 else { throw .callback }
            return values.first?.value
        }
        let named = try only("iss")
        if let issuer = settings.issuer, named != nil || settings.requiresIssuerParameter {
            guard let named, named.utf8.elementsEqual(issuer.utf8) else { throw .issuerParameter }
        }
        if let error = try only("error") { throw error == "access_denied" ? .denied : .providerError }
        guard let code = try only("code"), (1...Limits.authorizationCodeBytes).contains(code.utf8.count) else {
            throw .callback
        }
        return code
    }

    private struct Tokens {
        let accessToken: String
        let idToken: String?
    }

    private func exchange(
        _ code: String, _ run: KYCRun, _ proof: ProofKey, _ end: MonotonicTime
    ) throws(OIDCFailure) -> Tokens {
        var fields = [
            (name: "grant_type", value: "authorization_code"), (name: "code", value: code),
            (name: "redirect_uri", value: run.callbackURL), (name: "code_verifier", value: proof.verifier),
        ]
        var headers = [
            (name: "Accept", value: "application/json"),
            (name: "Content-Type", value: "application/x-www-form-urlencoded"),
        ]
        switch settings.clientAuthentication {
        case .basic:
            let pair = FormCoding.encode(settings.clientID) + ":" + FormCoding.encode(settings.clientSecret)
            headers.append((name: "Authorization", value: "Basic " + Base64.encode(Array(pair.utf8))))
        case .post:
            fields.append((name: "client_id", value: settings.clientID))
            fields.append((name: "client_secret", value: settings.clientSecret))
        }
        let request = OutgoingRequest(
            settings.tokenURL, headers: headers, body: Array(FormCoding.encode(fields).utf8))
        let answer = try json(request, until: end, else: .tokenAnswer)
        guard let access = answer["access_token"]?.string, Self.isToken(access) else { throw .tokenAnswer }
        // RFC 6749 §7.1: a token of a kind that one does not understand must not be used. The name has no case.
        guard answer["token_type"]?.string?.lowercased() == "bearer" else { throw .tokenType }
        return Tokens(accessToken: access, idToken: answer["id_token"]?.string)
    }

    private func userInfo(
        _ url: OutgoingURL, _ accessToken: String, _ end: MonotonicTime
    ) throws(OIDCFailure) -> JSONValue {
        let headers = [
            (name: "Accept", value: "application/json"), (name: "Authorization", value: "Bearer " + accessToken),
        ]
        return try json(OutgoingRequest(url, headers: headers), until: end, else: .userInfoAnswer)
    }

    private func json(
        _ request: OutgoingRequest, until end: MonotonicTime, else failure: OIDCFailure
    ) throws(OIDCFailure) -> JSONValue {
        let response: OutgoingResponse
        do throws(OutgoingError) { response = try caller.send(request, until: end) } catch {
            throw OIDCFailure(error, else: failure)
        }
        guard response.status == 200, let value = try? JSONParser.parse(response.body) else { throw failure }
        return value
    }

    /// What may stand in an Authorization header (RFC 6750 §2.1, and a little more).
    private static func isToken(_ text: String) -> Bool {
        (1...Limits.accessTokenBytes).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}
