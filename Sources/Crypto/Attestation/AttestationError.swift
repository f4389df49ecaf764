/// Why an attestation, an assertion or a receipt is refused: one case for each check, in the order of the checks. The
/// raw value is stable.
public enum AttestationError: String, Error, CaseIterable, Sendable {
    // MARK: Before anything is parsed

    /// Empty, or above 16 KiB (attestation) or 2 KiB (assertion).
    case size = "ATTESTATION_SIZE"
    /// The key id is not 32 bytes.
    case keyIDLength = "ATTESTATION_KEY_ID_LENGTH"
    /// The hash of the client data is not 32 bytes.
    case clientDataHashLength = "ATTESTATION_CLIENT_DATA_HASH_LENGTH"

    // MARK: CBOR (RFC 8949), of attestation and assertion

    /// The bytes end inside an item.
    case cborTruncated = "ATTESTATION_CBOR_TRUNCATED"
    /// A length or count of indefinite form.
    case cborIndefinite = "ATTESTATION_CBOR_INDEFINITE"
    /// A number or length that has a shorter form.
    case cborNotShortest = "ATTESTATION_CBOR_NOT_SHORTEST"
    /// A length or count that no object of permitted size can have.
    case cborLength = "ATTESTATION_CBOR_LENGTH"
    /// More than four containers, one in the other.
    case cborDepth = "ATTESTATION_CBOR_DEPTH"
    case cborDuplicateKey = "ATTESTATION_CBOR_DUPLICATE_KEY"
    /// A type that is not used here: tags, floating-point numbers, reserved values; a key that is no text or integer.
    case cborType = "ATTESTATION_CBOR_TYPE"
    /// Text that is not UTF-8.
    case cborText = "ATTESTATION_CBOR_TEXT"
    /// Bytes after the item.
    case cborTrailing = "ATTESTATION_CBOR_TRAILING"

    // MARK: The attestation object

    /// No map, or a member is absent or of another type.
    case members = "ATTESTATION_MEMBERS"
    /// `fmt` is not `apple-appattest`.
    case format = "ATTESTATION_FORMAT"
    /// Not exactly two certificates.
    case certificateCount = "ATTESTATION_CERTIFICATE_COUNT"

    // MARK: Certificates

    /// Not strict DER of a certificate.
    case certificateEncoding = "ATTESTATION_CERTIFICATE_ENCODING"
    /// The first certificate is that of an authority.
    case certificateOrder = "ATTESTATION_CERTIFICATE_ORDER"
    /// No way to a root of the policy.
    case chainUntrusted = "ATTESTATION_CHAIN_UNTRUSTED"
    case chainSignature = "ATTESTATION_CHAIN_SIGNATURE"
    case chainExpired = "ATTESTATION_CHAIN_EXPIRED"
    case chainNotYetValid = "ATTESTATION_CHAIN_NOT_YET_VALID"
    /// The issuer is no authority, or its path length is exceeded.
    case chainIssuer = "ATTESTATION_CHAIN_ISSUER"
    case chainCriticalExtension = "ATTESTATION_CHAIN_CRITICAL_EXTENSION"
    /// A key or digest below 112 bits of strength.
    case chainWeak = "ATTESTATION_CHAIN_WEAK"
    /// Not leaf, the certificate sent with it, and a root.
    case chainLength = "ATTESTATION_CHAIN_LENGTH"
    /// Anything else that the validation of the path refuses.
    case chainInvalid = "ATTESTATION_CHAIN_INVALID"
    /// The attested key is no P-256 key.
    case leafKey = "ATTESTATION_LEAF_KEY"

    // MARK: What the certificate says of the key

    /// The leaf has no nonce extension.
    case nonceMissing = "ATTESTATION_NONCE_MISSING"
    /// It has more than one.
    case nonceRepeated = "ATTESTATION_NONCE_REPEATED"
    /// Its value is not the one form of 38 bytes.
    case nonceForm = "ATTESTATION_NONCE_FORM"
    /// The nonce is not that of this authenticator data and this client data.
    case nonce = "ATTESTATION_NONCE"
    /// The key id is not the hash of the attested point.
    case keyID = "ATTESTATION_KEY_ID"

    // MARK: Authenticator data

    /// Shorter than its fixed part.
    case authenticatorDataLength = "ATTESTATION_AUTHENTICATOR_DATA_LENGTH"
    /// Flags other than those that Apple's devices set.
    case flags = "ATTESTATION_FLAGS"
    /// Of none of the policy's apps; in an assertion, of another app than the key.
    case appID = "ATTESTATION_APP_ID"
    /// The counter of an attestation is not 0.
    case counter = "ATTESTATION_COUNTER"
    /// `aaguid` names no environment.
    case aaguid = "ATTESTATION_AAGUID"
    /// The environment is not one of the policy's.
    case environment = "ATTESTATION_ENVIRONMENT"
    /// The credential id is not 32 bytes.
    case credentialIDLength = "ATTESTATION_CREDENTIAL_ID_LENGTH"
    /// The credential id is not the key id.
    case credentialID = "ATTESTATION_CREDENTIAL_ID"
    /// The credential's key is not in the one form of 77 bytes.
    case credentialKeyForm = "ATTESTATION_CREDENTIAL_KEY_FORM"
    /// The credential's key is not that of the certificate.
    case credentialKey = "ATTESTATION_CREDENTIAL_KEY"

    // MARK: Extensions of the authenticator data (iOS 27), of attestation and assertion

    /// What follows the fixed part is not one CBOR map.
    case extensions = "ATTESTATION_EXTENSIONS"
    /// Bytes after the map.
    case extensionsTrailing = "ATTESTATION_EXTENSIONS_TRAILING"
    /// The bundle version is no text of 1 to 64 printable bytes.
    case bundleVersion = "ATTESTATION_BUNDLE_VERSION"
    /// The category is neither four bytes nor a 32-bit number.
    case categoryForm = "ATTESTATION_CATEGORY_FORM"
    /// The policy does not let this category in.
    case category = "ATTESTATION_CATEGORY"
    /// There is no category and the policy demands one.
    case categoryMissing = "ATTESTATION_CATEGORY_MISSING"

    // MARK: Receipt

    /// Empty, or above 16 KiB.
    case receiptSize = "ATTESTATION_RECEIPT_SIZE"
    /// Not CMS SignedData with its content and one signer.
    case receiptEncoding = "ATTESTATION_RECEIPT_ENCODING"
    case receiptSignature = "ATTESTATION_RECEIPT_SIGNATURE"
    /// No valid path from the signer to a receipt root of the policy.
    case receiptChain = "ATTESTATION_RECEIPT_CHAIN"
    /// A certificate of that path has expired or is not valid yet.
    case receiptChainTime = "ATTESTATION_RECEIPT_CHAIN_TIME"
    /// The signer is not Apple's signer of receipts.
    case receiptSigner = "ATTESTATION_RECEIPT_SIGNER"
    /// The payload is not a set of numbered fields.
    case receiptPayload = "ATTESTATION_RECEIPT_PAYLOAD"
    /// A field stands twice.
    case receiptFieldRepeated = "ATTESTATION_RECEIPT_FIELD_REPEATED"
    /// A field that must be there is absent, or is not of its form.
    case receiptField = "ATTESTATION_RECEIPT_FIELD"
    /// The receipt came with an attestation and is not of that kind, or with an exchange and is not of that one.
    case receiptKind = "ATTESTATION_RECEIPT_KIND"
    case receiptAppID = "ATTESTATION_RECEIPT_APP_ID"
    /// The receipt is of another key.
    case receiptKey = "ATTESTATION_RECEIPT_KEY"
    /// The receipt is of other client data.
    case receiptClientHash = "ATTESTATION_RECEIPT_CLIENT_HASH"
    /// Created too long ago to have just come.
    case receiptStale = "ATTESTATION_RECEIPT_STALE"
    /// Created in the future.
    case receiptFuture = "ATTESTATION_RECEIPT_FUTURE"
    case receiptExpired = "ATTESTATION_RECEIPT_EXPIRED"

    // MARK: Assertion

    /// The key of the store is no point of the curve: our fault, not the phone's.
    case storedKey = "ATTESTATION_STORED_KEY"
    /// The signature is not minimal DER of two numbers.
    case signatureEncoding = "ATTESTATION_SIGNATURE_ENCODING"
    /// The signature is not of this key over this authenticator data and this client data.
    case signature = "ATTESTATION_SIGNATURE"

    /// The library failed: our fault, not the phone's.
    case library = "ATTESTATION_LIBRARY"
}
