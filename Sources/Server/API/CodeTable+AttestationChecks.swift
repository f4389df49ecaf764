/// Why an attestation, an assertion or a receipt is refused: a code for each check of the core
/// (`Sources/Crypto/Attestation/AttestationError.swift`).
extension CodeTable {
    static let attestationChecks: [Row] = [
        Row(
            .attestationSize, 401, .info, "The attestation object is empty or too large.",
            "Баталгаажуулалтын объект хоосон эсвэл хэт том байна."),
        Row(
            .attestationKeyIdLength, 401, .info, "The attested key id does not have 32 bytes.",
            "Баталгаажсан түлхүүрийн дугаар 32 байт биш байна."),
        Row(
            .attestationClientDataHashLength, 401, .error, "The hash of the request does not have 32 bytes.",
            "Хүсэлтийн хэш 32 байт биш байна."),
        Row(
            .attestationCborTruncated, 401, .info, "The CBOR ends inside an item.",
            "CBOR дутуу байна."),
        Row(
            .attestationCborIndefinite, 401, .info, "The CBOR has an item of indefinite length.",
            "CBOR тодорхой бус урттай элемент агуулж байна."),
        Row(
            .attestationCborNotShortest, 401, .info, "The CBOR has a number that is not in its shortest form.",
            "CBOR дахь тоо хамгийн богино хэлбэрээр бичигдээгүй байна."),
        Row(
            .attestationCborLength, 401, .info, "The CBOR has a length that is not possible.",
            "CBOR дахь урт боломжгүй байна."),
        Row(
            .attestationCborDepth, 401, .info, "The CBOR is nested too deeply.",
            "CBOR хэт гүн бүтэцтэй байна."),
        Row(
            .attestationCborDuplicateKey, 401, .info, "The CBOR names a key twice.",
            "CBOR дахь түлхүүр давхардсан байна."),
        Row(
            .attestationCborType, 401, .info, "The CBOR has a type that is not used here.",
            "CBOR энд хэрэглэдэггүй төрөл агуулж байна."),
        Row(
            .attestationCborText, 401, .info, "The CBOR has text that is not UTF-8.",
            "CBOR дахь бичвэр UTF-8 биш байна."),
        Row(
            .attestationCborTrailing, 401, .info, "Bytes follow the CBOR item.",
            "CBOR-ын ард илүү байт байна."),
        Row(
            .attestationMembers, 401, .info, "A member is absent or of another type.",
            "Шаардлагатай талбар алга эсвэл өөр төрөлтэй байна."),
        Row(
            .attestationFormat, 401, .info, "The attestation object is malformed or of another format.",
            "Баталгаажуулалтын объект буруу эсвэл өөр хэлбэртэй."),
        Row(
            .attestationCertificateCount, 401, .info, "The attestation does not have exactly two certificates.",
            "Баталгаажуулалтад яг хоёр гэрчилгээ байх ёстой."),
        Row(
            .attestationCertificateEncoding, 401, .warning, "A certificate is not valid DER.",
            "Гэрчилгээ DER хэлбэртэй биш байна."),
        Row(
            .attestationCertificateOrder, 401, .warning, "The first certificate is that of an authority.",
            "Эхний гэрчилгээ баталгаажуулах төвийнх байна."),
        Row(
            .attestationChainUntrusted, 401, .warning, "The certificate chain ends at no trusted root.",
            "Гэрчилгээний гинж итгэмжлэгдсэн эхэд хүрэхгүй байна."),
        Row(
            .attestationChainSignature, 401, .warning, "A signature in the certificate chain is not valid.",
            "Гэрчилгээний гинж дэх гарын үсэг хүчингүй байна."),
        Row(
            .attestationChainExpired, 401, .warning, "A certificate of the chain has expired.",
            "Гинж дэх гэрчилгээний хугацаа дууссан."),
        Row(
            .attestationChainNotYetValid, 401, .warning, "A certificate of the chain is not valid yet.",
            "Гинж дэх гэрчилгээ хараахан хүчин төгөлдөр болоогүй."),
        Row(
            .attestationChainIssuer, 401, .warning, "An issuer in the chain may not issue this certificate.",
            "Гинж дэх олгогч энэ гэрчилгээг олгох эрхгүй."),
        Row(
            .attestationChainCriticalExtension, 401, .warning, "The chain has a critical extension that is not known.",
            "Гинжид үл мэдэгдэх чухал өргөтгөл байна."),
        Row(
            .attestationChainWeak, 401, .warning, "A key or digest of the chain is too weak.",
            "Гинж дэх түлхүүр эсвэл хэш хэт сул байна."),
        Row(
            .attestationChainLength, 401, .warning, "The chain is not leaf, intermediate and root.",
            "Гинж нь навч, завсрын, эх гэсэн гурван гэрчилгээ байх ёстой."),
        Row(
            .attestationChainInvalid, 401, .warning, "The certificate chain is not valid.",
            "Гэрчилгээний гинж хүчингүй байна."),
        Row(
            .attestationLeafKey, 401, .warning, "The attested key is no P-256 key.",
            "Баталгаажсан түлхүүр P-256 биш байна."),
        Row(
            .attestationNonceExtensionMissing, 401, .warning, "The certificate has no nonce.",
            "Гэрчилгээнд нэг удаагийн код алга."),
        Row(
            .attestationNonceRepeated, 401, .warning, "The certificate has more than one nonce.",
            "Гэрчилгээнд нэгээс олон нэг удаагийн код байна."),
        Row(
            .attestationNonceForm, 401, .warning, "The nonce of the certificate is malformed.",
            "Гэрчилгээн дэх нэг удаагийн код буруу хэлбэртэй."),
        Row(
            .attestationNonce, 401, .warning, "The attestation does not belong to this request.",
            "Баталгаажуулалт энэ хүсэлтэд хамаарахгүй."),
        Row(
            .attestationKeyId, 401, .warning, "The attested key does not have this id.",
            "Баталгаажсан түлхүүр энэ дугаартай биш байна."),
        Row(
            .attestationAuthenticatorDataLength, 401, .info, "The authenticator data are too short.",
            "Баталгаажуулагчийн өгөгдөл хэт богино байна."),
        Row(
            .attestationFlags, 401, .warning, "The flags are not those of a genuine device.",
            "Туг жинхэнэ төхөөрөмжийнх биш байна."),
        Row(
            .attestationAppId, 401, .warning, "The attestation is of another app.",
            "Баталгаажуулалт өөр аппликейшнийх байна."),
        Row(
            .attestationCounter, 401, .warning, "The attestation counter must be zero.",
            "Баталгаажуулалтын тоолуур тэг байх ёстой."),
        Row(
            .attestationAaguid, 401, .warning, "The attestation names no known environment.",
            "Баталгаажуулалт мэдэгдэх орчин заагаагүй байна."),
        Row(
            .attestationEnvironment, 401, .warning, "The attestation is of another environment.",
            "Баталгаажуулалт өөр орчных байна."),
        Row(
            .attestationCredentialIdLength, 401, .warning, "The credential id does not have 32 bytes.",
            "Итгэмжлэлийн дугаар 32 байт биш байна."),
        Row(
            .attestationCredentialId, 401, .warning, "The credential id is not that of the key.",
            "Итгэмжлэлийн дугаар түлхүүрийнх биш байна."),
        Row(
            .attestationCredentialKeyForm, 401, .warning, "The key of the credential is malformed.",
            "Итгэмжлэлийн түлхүүр буруу хэлбэртэй."),
        Row(
            .attestationCredentialKey, 401, .warning, "The key of the credential is not that of the certificate.",
            "Итгэмжлэлийн түлхүүр гэрчилгээнийх биш байна."),
        Row(
            .attestationExtensions, 401, .info, "The extensions are not one map.",
            "Өргөтгөл нэг бүтэц биш байна."),
        Row(
            .attestationExtensionsTrailing, 401, .info, "Bytes follow the extensions.",
            "Өргөтгөлийн ард илүү байт байна."),
        Row(
            .attestationBundleVersion, 401, .info, "The bundle version is malformed.",
            "Аппликейшний хувилбар буруу хэлбэртэй."),
        Row(
            .attestationCategoryForm, 401, .info, "The validation category is malformed.",
            "Шалгалтын ангилал буруу хэлбэртэй."),
        Row(
            .attestationCategory, 401, .warning, "The app did not come to the phone in a way that is let in.",
            "Аппликейшнийг зөвшөөрөгдөөгүй замаар суулгасан байна."),
        Row(
            .attestationCategoryMissing, 401, .warning, "The attestation does not say how the app came to the phone.",
            "Аппликейшнийг хэрхэн суулгасныг заагаагүй байна."),
        Row(
            .attestationReceiptSize, 401, .warning, "The receipt is empty or too large.",
            "Баримт хоосон эсвэл хэт том байна."),
        Row(
            .attestationReceiptEncoding, 401, .warning, "The receipt is malformed.",
            "Баримт буруу хэлбэртэй."),
        Row(
            .attestationReceiptSignature, 401, .warning, "The signature of the receipt is not valid.",
            "Баримтын гарын үсэг хүчингүй байна."),
        Row(
            .attestationReceiptChain, 401, .warning, "The certificate chain of the receipt is not trusted.",
            "Баримтын гэрчилгээний гинж итгэмжлэгдээгүй."),
        Row(
            .attestationReceiptChainTime, 401, .warning, "A certificate of the receipt is not valid at this time.",
            "Баримтын гэрчилгээ энэ үед хүчингүй байна."),
        Row(
            .attestationReceiptSigner, 401, .warning, "The receipt is signed by somebody else.",
            "Баримтад өөр этгээд гарын үсэг зурсан байна."),
        Row(
            .attestationReceiptPayload, 401, .warning, "The content of the receipt is malformed.",
            "Баримтын агуулга буруу хэлбэртэй."),
        Row(
            .attestationReceiptFieldRepeated, 401, .warning, "A field of the receipt stands twice.",
            "Баримтын талбар давхардсан байна."),
        Row(
            .attestationReceiptField, 401, .warning, "A field of the receipt is absent or malformed.",
            "Баримтын талбар алга эсвэл буруу хэлбэртэй."),
        Row(
            .attestationReceiptKind, 401, .warning, "The receipt is of another kind.",
            "Баримт өөр төрлийнх байна."),
        Row(
            .attestationReceiptAppId, 401, .warning, "The receipt is of another app.",
            "Баримт өөр аппликейшнийх байна."),
        Row(
            .attestationReceiptKey, 401, .warning, "The receipt is of another key.",
            "Баримт өөр түлхүүрийнх байна."),
        Row(
            .attestationReceiptClientHash, 401, .warning, "The receipt does not belong to this request.",
            "Баримт энэ хүсэлтэд хамаарахгүй."),
        Row(
            .attestationReceiptStale, 401, .warning, "The receipt is too old.",
            "Баримт хэт хуучин байна."),
        Row(
            .attestationReceiptFuture, 401, .warning, "The receipt is from the future.",
            "Баримтын огноо ирээдүйд байна."),
        Row(
            .attestationReceiptExpired, 401, .warning, "The receipt has expired.",
            "Баримтын хугацаа дууссан."),
        Row(
            .attestationSignatureEncoding, 401, .info, "The assertion signature is malformed.",
            "Нотолгооны гарын үсэг буруу хэлбэртэй."),
    ]
}
