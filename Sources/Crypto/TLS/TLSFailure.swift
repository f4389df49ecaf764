import COpenSSL

/// Why a TLS connection ended, as far as it helps an operator; a closed set that holds nothing of the peer's bytes.
public enum TLSFailure: Error, Sendable, Equatable {
    /// The peer speaks HTTP without TLS.
    case plainHTTP
    /// The peer offers only versions below 1.2.
    case version
    /// No cipher, group or signature algorithm in common.
    case algorithms
    /// The peer's ALPN list lacks http/1.1.
    case applicationProtocol
    /// A client certificate that was not issued by the authorities of the settings, or whose key was not proved.
    case clientCertificate
    /// The certificate of a server that is not the pinned one.
    case serverCertificate
    /// The peer ended the handshake with an alert: it does not trust the certificate, most often.
    case refusedByPeer
    /// What came is no TLS, or damaged.
    case malformed
    /// The peer left, or took too long, before the handshake was over.
    case unfinished
    /// Record after record without content: updates of keys, alerts, nothing at all.
    case flood
    /// The library failed inside.
    case library

    public var text: StaticString {
        switch self {
        case .plainHTTP: "plain HTTP on the port for TLS"
        case .version: "TLS below 1.2"
        case .algorithms: "no algorithm in common"
        case .applicationProtocol: "ALPN without http/1.1"
        case .clientCertificate: "client certificate refused"
        case .serverCertificate: "the server's certificate is not the pinned one"
        case .refusedByPeer: "ended by the peer's alert"
        case .malformed: "not TLS, or damaged"
        case .unfinished: "left unfinished"
        case .flood: "too many records without content"
        case .library: "failed inside"
        }
    }

    /// What the library's error queue of this thread says; empties it.
    static func fromLibrary() -> TLSFailure {
        let number = ERR_peek_error()
        ERR_clear_error()
        guard number != 0, ERR_GET_LIB(number) == ERR_LIB_SSL else { return number == 0 ? .malformed : .library }
        let reason = ERR_GET_REASON(number)
        // The peer's alerts are numbered from SSL_AD_REASON_OFFSET on.
        if reason >= SSL_AD_REASON_OFFSET { return .refusedByPeer }
        switch reason {
        case SSL_R_HTTP_REQUEST, SSL_R_HTTPS_PROXY_REQUEST: return .plainHTTP
        case SSL_R_UNSUPPORTED_PROTOCOL, SSL_R_VERSION_TOO_LOW, SSL_R_BAD_LEGACY_VERSION: return .version
        case SSL_R_NO_SHARED_CIPHER, SSL_R_NO_SUITABLE_KEY_SHARE, SSL_R_NO_SUITABLE_SIGNATURE_ALGORITHM,
            SSL_R_NO_SHARED_SIGNATURE_ALGORITHMS, SSL_R_NO_SHARED_GROUPS:
            return .algorithms
        case SSL_R_NO_APPLICATION_PROTOCOL: return .applicationProtocol
        case SSL_R_CERTIFICATE_VERIFY_FAILED, SSL_R_BAD_SIGNATURE, SSL_R_CA_KEY_TOO_SMALL, SSL_R_EE_KEY_TOO_SMALL,
            SSL_R_EXCESSIVE_MESSAGE_SIZE:
            return .clientCertificate
        default: return .malformed
        }
    }
}
