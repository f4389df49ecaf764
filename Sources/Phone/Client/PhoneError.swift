import Crypto
import Wire

/// Everything that can go wrong on the phone, as a closed set.
public enum PhoneError: Error, Sendable, Equatable {
    /// There is no response. Whether the server has acted is unknown, unless the connection was never made.
    case transport(HTTPClientError)
    /// The server refused (mobile-api §1).
    case server(ServerProblem)
    /// The phone itself refused: a check of a message, of a certificate or of the state file. `code` is stable and, for
    /// the messages K2, K4, S2 and S4, the one of wire appendix §7 and §8.
    case check(code: String, reason: String)
    /// The PIN does not open the slot; so many tries are left before the slot is deleted.
    case wrongPIN(remaining: Int)

    /// One stable word for every error: the server's code, the check's code, or `TRANSPORT`, `PIN_WRONG`.
    public var code: String {
        switch self {
        case .transport: "TRANSPORT"
        case .server(let problem): problem.code
        case .check(let code, _): code
        case .wrongPIN: "PIN_WRONG"
        }
    }

    init(_ error: CryptoError) { self = .check(code: error.code, reason: error.reason) }

    init(_ error: FieldError, code: String) {
        let place = error.pointer.isEmpty ? "the body" : error.pointer
        self = .check(code: code, reason: "\(place): expected \(error.expected)")
    }

    /// Runs a step of the threshold core; its error becomes a failed check.
    static func checking<T: ~Copyable>(_ body: () throws(CryptoError) -> T) throws(PhoneError) -> T {
        do { return try body() } catch { throw PhoneError(error) }
    }

    /// Reads members of a message or a file.
    /// - Parameter code: what a malformed member is called
    static func reading<T>(_ code: String, _ body: () throws(FieldError) -> T) throws(PhoneError) -> T {
        do { return try body() } catch { throw PhoneError(error, code: code) }
    }
}

extension PhoneError: CustomStringConvertible {
    /// For a person: what happened, then the code.
    public var description: String {
        switch self {
        case .transport(.untrusted): "the server shows another certificate than the pinned one; nothing was sent"
        case .transport(let error): "no answer from the server (\(error))"
        case .server(let problem): "the server refused: \(problem.detail) (\(problem.status) \(problem.code))"
        case .check(let code, let reason): reason.isEmpty ? "refused: \(code)" : "refused: \(reason) (\(code))"
        case .wrongPIN(let remaining): "wrong PIN; \(remaining) tries left"
        }
    }
}
