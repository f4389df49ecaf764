import Crypto
import Synchronization
import Wire

/// Signs every request of the phone with the attested key (mobile-api §2) and hands it to another transport.
///
/// One request at a time: counters must arrive in their order. A nonce is used once, also when its answer was lost; the
/// next one comes with every answer, and only a phone without one asks for it. A request is sent a second time when the
/// server has used its nonce or counter against it, never a third time.
public final class AttestingTransport: Transport {
    /// A nonce and when it was received, in milliseconds of a clock that only runs forward.
    private struct Nonce {
        let text: String
        let at: Int64
    }

    private let inner: any Transport
    private let hardware: any AttestationHardware
    private let milliseconds: @Sendable () -> Int64
    private let next = Mutex<Nonce?>(nil)

    /// A nonce lives 120 s; one that has lain longer than this is not worth the try.
    private static let freshMilliseconds: Int64 = 100_000

    /// - Parameter milliseconds: a clock for durations
    public init(
        _ inner: any Transport, hardware: any AttestationHardware,
        milliseconds: @escaping @Sendable () -> Int64 = PhoneEnvironment.monotonicMilliseconds
    ) {
        self.inner = inner
        self.hardware = hardware
        self.milliseconds = milliseconds
    }

    public func send(_ request: PhoneRequest) throws(HTTPClientError) -> HTTPResponse {
        guard Self.isSigned(request.path) else { return try inner.send(request) }
        return try next.withLock { (next) throws(HTTPClientError) -> HTTPResponse in
            let answer = try exchange(request, &next)
            switch Self.remedy(answer, request.path) {
            case .none: return answer
            case .repeated: return try exchange(request, &next)
            case .freshKey:
                try Self.hardware { () throws(PhoneError) in _ = try hardware.makeKey() }
                return try exchange(request, &next)
            }
        }
    }

    /// Sends a request under a fresh key, with which the document of this phone is to go on.
    /// - Parameter make: the request for the new key's and the nonce's header texts; asked again for another nonce
    func introduce(
        _ make: (_ keyId: String, _ nonce: String) throws(PhoneError) -> PhoneRequest
    ) throws(PhoneError) -> HTTPResponse {
        try next.withLock { (next) throws(PhoneError) -> HTTPResponse in
            let keyId = Base64.encode(try hardware.makeKey().id)
            var answer: HTTPResponse?
            for _ in 0..<2 {
                let nonce: String
                do throws(HTTPClientError) {
                    switch try takeNonce(&next) {
                    case .nonce(let text): nonce = text
                    case .refused(let refusal): return refusal
                    }
                } catch { throw .transport(error) }
                let request = try make(keyId, nonce)
                let received: HTTPResponse
                do throws(HTTPClientError) { received = try exchange(request, nonce, &next) } catch {
                    throw .transport(error)
                }
                answer = received
                guard Self.remedy(received, request.path) == .repeated else { break }
            }
            guard let answer else { throw .transport(.badRequest) }
            return answer
        }
    }

    // MARK: One exchange

    private enum Taken {
        case nonce(String)
        /// The server gives none now.
        case refused(HTTPResponse)
    }

    private func exchange(_ request: PhoneRequest, _ next: inout Nonce?) throws(HTTPClientError) -> HTTPResponse {
        switch try takeNonce(&next) {
        case .nonce(let nonce): return try exchange(request, nonce, &next)
        case .refused(let refusal): return refusal
        }
    }

    private func exchange(
        _ request: PhoneRequest, _ nonce: String, _ next: inout Nonce?
    ) throws(HTTPClientError) -> HTTPResponse {
        var request = request
        try sign(&request, nonce)
        let answer = try inner.send(request)
        keep(answer, &next)
        return answer
    }

    /// The nonce of the last answer, or a new one. It is gone with this call, whatever becomes of the request.
    private func takeNonce(_ next: inout Nonce?) throws(HTTPClientError) -> Taken {
        let held = next
        next = nil
        if let held, milliseconds() - held.at < Self.freshMilliseconds { return .nonce(held.text) }
        let answer = try inner.send(PhoneRequest(method: "GET", path: "/v3/attestation/challenge"))
        guard answer.status == 200, let text = (try? JSONParser.parse(answer.body))?["nonce"]?.string else {
            return .refused(answer)
        }
        return .nonce(text)
    }

    private func keep(_ answer: HTTPResponse, _ next: inout Nonce?) {
        next = answer.headers[AttestationField.nextNonce].map { Nonce(text: $0, at: milliseconds()) }
    }

    private func sign(_ request: inout PhoneRequest, _ nonce: String) throws(HTTPClientError) {
        let hash = SHA256.hash(
            RequestBinding.clientData(
                method: request.method, target: request.path, bodyHash: SHA256.hash(request.body ?? []), nonce: nonce))
        var headers = request.headers
        try Self.hardware { () throws(PhoneError) in
            let held = try hardware.key()
            let key = if let held { held } else { try hardware.makeKey() }
            headers.set(AttestationField.keyId, Base64.encode(key.id))
            headers.set(AttestationField.nonce, nonce)
            if key.isAttested {
                headers.set(AttestationField.type, "assert")
                headers.set(AttestationField.assertion, Base64.encode(try hardware.assert(clientDataHash: hash)))
            } else {
                headers.set(AttestationField.type, "attest")
                headers.set(AttestationField.attestation, Base64.encode(try hardware.attest(clientDataHash: hash)))
                // Before it leaves: without an answer nobody knows whether it has arrived.
                try hardware.noteAttested()
            }
        }
        request.headers = headers
    }

    /// A phone whose hardware fails cannot send.
    private static func hardware(_ body: () throws(PhoneError) -> Void) throws(HTTPClientError) {
        do throws(PhoneError) { try body() } catch { throw .badRequest }
    }

    // MARK: Rules

    /// Everything of a phone but for what it asks for before it has a key (mobile-api §2).
    static func isSigned(_ path: String) -> Bool {
        let path = path.prefix { $0 != "?" }
        if path.hasPrefix("/v3/enrollment/parameters") { return false }
        if path.hasPrefix("/v3/kyc/") { return !path.hasSuffix("/callback") }
        return ["/v3/enrollment/", "/v3/mobile/", "/v3/device-status"].contains(where: path.hasPrefix)
    }

    enum Remedy: Equatable {
        case none
        case repeated
        /// Nothing is bound to the key yet, so another one will do.
        case freshKey
    }

    /// What mends a refusal.
    static func remedy(_ answer: HTTPResponse, _ path: String) -> Remedy {
        guard answer.status == 401 || answer.status == 409 else { return .none }
        switch ServerProblem(answer).code {
        case "ASSERTION_COUNTER_REPLAYED", "ATTESTATION_NONCE_EXPIRED", "ATTESTATION_NONCE_SPENT",
            "ATTESTATION_NONCE_INVALID":
            return .repeated
        case "ATTESTATION_KEY_UNKNOWN", "ATTESTATION_KEY_TAKEN":
            let isBeginning = path.hasPrefix("/v3/kyc/") || path.hasPrefix("/v3/enrollment/init")
            return isBeginning ? .freshKey : .none
        default: return .none
        }
    }
}
