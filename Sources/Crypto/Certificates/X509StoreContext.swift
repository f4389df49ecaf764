import COpenSSL

/// One validation in the library: a store with the roots, and a context with the leaf.
final class X509StoreContext {
    private let store: OpaquePointer
    private let context: OpaquePointer
    private let leaf: X509Handle
    private let untrusted: X509Stack

    /// 112 bits: RSA and DH from 2048, digests from SHA-224 on.
    private static let securityLevel: Int32 = 2

    /// Throws `CERTIFICATE_ENCODING` for a damaged root, `CRYPTO_LIBRARY`.
    init(
        leaf: X509Handle, untrusted: X509Stack, roots: [[UInt8]], atUnixSeconds time: Int64
    ) throws(CryptoError) {
        guard let store = X509_STORE_new() else { throw LibraryFailure.error("CRYPTO_LIBRARY", "store") }
        guard let context = X509_STORE_CTX_new() else {
            X509_STORE_free(store)
            throw LibraryFailure.error("CRYPTO_LIBRARY", "store")
        }
        self.store = store
        self.context = context
        self.leaf = leaf
        self.untrusted = untrusted
        for der in roots {
            let root = try X509Handle(der: der)
            guard X509_STORE_add_cert(store, root.pointer) == 1 else {
                throw LibraryFailure.error("CRYPTO_LIBRARY", "store")
            }
        }
        guard X509_STORE_CTX_init(context, store, leaf.pointer, untrusted.pointer) == 1,
            let parameters = X509_STORE_CTX_get0_param(context)
        else {
            throw LibraryFailure.error("CRYPTO_LIBRARY", "store")
        }
        X509_VERIFY_PARAM_set_time(parameters, time_t(time))
        // The library counts the certificates between leaf and root.
        X509_VERIFY_PARAM_set_depth(parameters, Int32(CertificateChain.maximumCount - 2))
        X509_VERIFY_PARAM_set_auth_level(parameters, Self.securityLevel)
    }

    deinit {
        X509_STORE_CTX_free(context)
        X509_STORE_free(store)
    }

    /// The chain, leaf first. Throws one of the codes of `CertificateChain.verify`.
    func verify() throws(CryptoError) -> [[UInt8]] {
        defer { LibraryFailure.clear() }
        guard X509_verify_cert(context) == 1 else {
            let number = X509_STORE_CTX_get_error(context)
            throw CryptoError(Self.code(number), String(cString: X509_verify_cert_error_string(Int(number))))
        }
        guard let chain = X509_STORE_CTX_get0_chain(context) else { throw CryptoError("CRYPTO_LIBRARY", "chain") }
        var result: [[UInt8]] = []
        for index in 0..<tamga_sk_X509_num(chain) {
            let certificate = tamga_sk_X509_value(chain, index)
            guard let der = DEROutput.bytes({ i2d_X509(certificate, $0) }) else {
                throw CryptoError("CRYPTO_LIBRARY", "chain")
            }
            result.append(der)
        }
        return result
    }

    private static func code(_ number: Int32) -> String {
        switch number {
        case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
            X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT, X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN,
            X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE, X509_V_ERR_CERT_UNTRUSTED, X509_V_ERR_CERT_REJECTED:
            "CHAIN_UNTRUSTED"
        case X509_V_ERR_CERT_SIGNATURE_FAILURE, X509_V_ERR_UNABLE_TO_DECRYPT_CERT_SIGNATURE,
            X509_V_ERR_UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY, X509_V_ERR_UNSUPPORTED_SIGNATURE_ALGORITHM,
            X509_V_ERR_SIGNATURE_ALGORITHM_MISMATCH, X509_V_ERR_SIGNATURE_ALGORITHM_INCONSISTENCY:
            "CHAIN_SIGNATURE"
        case X509_V_ERR_CERT_HAS_EXPIRED: "CHAIN_EXPIRED"
        case X509_V_ERR_CERT_NOT_YET_VALID: "CHAIN_NOT_YET_VALID"
        case X509_V_ERR_INVALID_CA, X509_V_ERR_INVALID_NON_CA, X509_V_ERR_PATH_LENGTH_EXCEEDED,
            X509_V_ERR_KEYUSAGE_NO_CERTSIGN:
            "CHAIN_ISSUER"
        case X509_V_ERR_CERT_CHAIN_TOO_LONG: "CHAIN_TOO_LONG"
        case X509_V_ERR_UNHANDLED_CRITICAL_EXTENSION: "CHAIN_CRITICAL_EXTENSION"
        case X509_V_ERR_EE_KEY_TOO_SMALL, X509_V_ERR_CA_KEY_TOO_SMALL, X509_V_ERR_CA_MD_TOO_WEAK: "CHAIN_WEAK"
        default: "CHAIN_INVALID"
        }
    }
}
