import COpenSSL

/// A message of CMS SignedData (RFC 5652 §5) with its content inside and one signer, read by the library: Apple's
/// receipts are BER with indefinite lengths and chunked strings, which are read nowhere else here.
struct SignedMessage {
    let content: [UInt8]
    /// DER of the signer's certificate. Whether it is to be believed is another question.
    let signer: [UInt8]
    /// DER of all certificates that came along.
    let certificates: [[UInt8]]

    /// Verifies the signature under the signer's certificate, and nothing about that certificate.
    /// - Throws: `receiptEncoding`, `receiptSignature`
    init(_ message: [UInt8]) throws(AttestationError) {
        defer { LibraryFailure.clear() }
        guard let handle = Self.parsed(message) else { throw .receiptEncoding }
        defer { CMS_ContentInfo_free(handle) }
        let contentType = OBJ_obj2nid(CMS_get0_eContentType(handle))
        // Only SignedData has signers.
        guard holds("ATTESTATION_RECEIPT_ENCODING/content-type", contentType == NID_pkcs7_data),
            let inside = CMS_get0_content(handle),
            holds("ATTESTATION_RECEIPT_ENCODING/detached", inside.pointee != nil),
            let signers = CMS_get0_SignerInfos(handle),
            holds("ATTESTATION_RECEIPT_ENCODING/signers", tamga_sk_CMS_SignerInfo_num(signers) == 1)
        else {
            throw .receiptEncoding
        }
        content = try Self.verified(handle)
        // The stack is ours, the certificates in it are not.
        guard let found = CMS_get0_signers(handle) else { throw .receiptEncoding }
        defer { tamga_sk_X509_free(found) }
        guard let signer = Self.encoded(found).first else { throw .receiptEncoding }
        self.signer = signer
        guard let all = CMS_get1_certs(handle) else { throw .receiptEncoding }
        defer { tamga_sk_X509_pop_free(all) }
        certificates = Self.encoded(all)
    }

    /// One message and nothing after it.
    private static func parsed(_ message: [UInt8]) -> OpaquePointer? {
        message.withUnsafeBufferPointer { buffer -> OpaquePointer? in
            var cursor = buffer.baseAddress
            guard let handle = d2i_CMS_ContentInfo(nil, &cursor, buffer.count) else { return nil }
            guard let base = buffer.baseAddress,
                holds("ATTESTATION_RECEIPT_ENCODING/trailing", cursor == base + buffer.count)
            else {
                CMS_ContentInfo_free(handle)
                return nil
            }
            return handle
        }
    }

    private static func verified(_ handle: OpaquePointer) throws(AttestationError) -> [UInt8] {
        guard let output = BIO_new(BIO_s_mem()) else { throw .library }
        defer { BIO_free(output) }
        // The certificate is verified by us, at our time and to our roots.
        let flags = UInt32(CMS_BINARY | CMS_NO_SIGNER_CERT_VERIFY)
        guard CMS_verify(handle, nil, nil, nil, output, flags) == 1 else { throw .receiptSignature }
        var start: UnsafeMutablePointer<CChar>?
        let count = tamga_BIO_get_mem_data(output, &start)
        guard count > 0, let start else { throw .receiptPayload }
        return [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }

    private static func encoded(_ stack: OpaquePointer) -> [[UInt8]] {
        (0..<max(tamga_sk_X509_num(stack), 0)).compactMap { index in
            let certificate = tamga_sk_X509_value(stack, index)
            return DEROutput.bytes { i2d_X509(certificate, $0) }
        }
    }
}
