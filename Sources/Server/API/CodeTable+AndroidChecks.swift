/// Why an attestation of an Android key is refused: a code for each rule of the core
/// (`Sources/Crypto/Attestation/Android/AndroidAttestationError.swift`). A list of revoked keys that this service does
/// not have is its own fault, and passes.
extension CodeTable {
    static let androidChecks: [Row] = [
        Row(
            .attestationAndroidChainLength, 401, .warning,
            "The chain does not have three to eight certificates.",
            "Гинжид гурваас найман гэрчилгээ байх ёстой."),
        Row(
            .attestationAndroidCertificateLength, 401, .warning,
            "A certificate of the chain is too long.",
            "Гинж дэх гэрчилгээ хэт урт байна."),
        Row(
            .attestationAndroidCertificateEncoding, 401, .warning,
            "A certificate of the chain is not valid DER.",
            "Гинж дэх гэрчилгээ DER хэлбэртэй биш байна."),
        Row(
            .attestationAndroidSerialNumber, 401, .warning,
            "A certificate of the chain has a serial number that is none.",
            "Гинж дэх гэрчилгээний серийн дугаар буруу байна."),
        Row(
            .attestationAndroidIssuerName, 401, .warning,
            "A certificate of the chain was not issued by the next one.",
            "Гинж дэх гэрчилгээг дараагийнх нь олгоогүй байна."),
        Row(
            .attestationAndroidUntrustedRoot, 401, .warning,
            "The chain ends at no trusted root.",
            "Гинж итгэмжлэгдсэн эхэд хүрэхгүй байна."),
        Row(
            .attestationAndroidSignatureAlgorithm, 401, .warning,
            "The chain has a signature algorithm that is not accepted.",
            "Гинжид зөвшөөрөгдөөгүй гарын үсгийн алгоритм байна."),
        Row(
            .attestationAndroidWeakKey, 401, .warning,
            "A key that signs in the chain is too weak.",
            "Гинжид гарын үсэг зурсан түлхүүр хэт сул байна."),
        Row(
            .attestationAndroidSignature, 401, .warning,
            "A signature in the chain is not valid.",
            "Гинж дэх гарын үсэг хүчингүй байна."),
        Row(
            .attestationAndroidIssuer, 401, .warning,
            "An issuer in the chain may not issue this certificate.",
            "Гинж дэх олгогч энэ гэрчилгээг олгох эрхгүй."),
        Row(
            .attestationAndroidLeafIsAuthority, 401, .warning,
            "The attested key's certificate is that of an authority.",
            "Баталгаажсан түлхүүрийн гэрчилгээ баталгаажуулах төвийнх байна."),
        Row(
            .attestationAndroidNotYetValid, 401, .warning,
            "A certificate of the chain is not valid yet.",
            "Гинж дэх гэрчилгээ хараахан хүчин төгөлдөр болоогүй."),
        Row(
            .attestationAndroidExpired, 401, .warning,
            "A certificate of the chain has expired.",
            "Гинж дэх гэрчилгээний хугацаа дууссан."),
        Row(
            .attestationAndroidExtensionMissing, 401, .warning,
            "The certificate describes no key.",
            "Гэрчилгээнд түлхүүрийн тодорхойлолт алга."),
        Row(
            .attestationAndroidExtensionRepeated, 401, .warning,
            "The certificate describes its key more than once.",
            "Гэрчилгээнд түлхүүрийн тодорхойлолт давхардсан байна."),
        Row(
            .attestationAndroidExtensionAboveLeaf, 401, .warning,
            "An attested key signs certificates.",
            "Баталгаажсан түлхүүр гэрчилгээ олгосон байна."),
        Row(
            .attestationAndroidRevocationListMissing, 503, .error,
            "The service cannot judge this phone now. Please try again later.",
            "Үйлчилгээ энэ утсыг одоо шалгах боломжгүй. Дараа дахин оролдоно уу."),
        Row(
            .attestationAndroidRevocationListStale, 503, .error,
            "The service cannot judge this phone now. Please try again later.",
            "Үйлчилгээ энэ утсыг одоо шалгах боломжгүй. Дараа дахин оролдоно уу."),
        Row(
            .attestationAndroidRevoked, 401, .warning,
            "The attestation key of this phone was revoked.",
            "Энэ утасны баталгаажуулах түлхүүр хүчингүй болсон."),
        Row(
            .attestationAndroidDescriptionEncoding, 401, .warning,
            "The description of the key is malformed.",
            "Түлхүүрийн тодорхойлолт буруу хэлбэртэй."),
        Row(
            .attestationAndroidTagRepeated, 401, .warning,
            "The description of the key says something twice.",
            "Түлхүүрийн тодорхойлолтод талбар давхардсан байна."),
        Row(
            .attestationAndroidVersion, 401, .warning,
            "The description of the key has no version that exists.",
            "Түлхүүрийн тодорхойлолтын хувилбар буруу байна."),
        Row(
            .attestationAndroidSecurityLevel, 401, .warning,
            "The key does not live in hardware that is secure enough.",
            "Түлхүүр хангалттай аюулгүй техник хангамжид байхгүй байна."),
        Row(
            .attestationAndroidChallenge, 401, .warning,
            "The attestation does not belong to this request.",
            "Баталгаажуулалт энэ хүсэлтэд хамаарахгүй."),
        Row(
            .attestationAndroidRootOfTrustMissing, 401, .warning,
            "The hardware does not say how the phone was started.",
            "Утас хэрхэн ачаалсныг техник хангамж баталгаажуулаагүй байна."),
        Row(
            .attestationAndroidBootState, 401, .warning,
            "The phone does not run its maker's system.",
            "Утас үйлдвэрлэгчийн системээр ажиллахгүй байна."),
        Row(
            .attestationAndroidUnlocked, 401, .warning,
            "The boot loader of the phone is unlocked.",
            "Утасны ачаалагч түгжээгүй байна."),
        Row(
            .attestationAndroidAllApplications, 401, .warning,
            "The key is open to every application.",
            "Түлхүүр бүх аппликейшнд нээлттэй байна."),
        Row(
            .attestationAndroidPurpose, 401, .warning,
            "The key is not for signatures alone.",
            "Түлхүүр зөвхөн гарын үсэгт зориулагдаагүй байна."),
        Row(
            .attestationAndroidAlgorithm, 401, .warning,
            "The key is no key of an elliptic curve.",
            "Түлхүүр эллипс муруйнх биш байна."),
        Row(
            .attestationAndroidCurve, 401, .warning,
            "The attested key is no P-256 key.",
            "Баталгаажсан түлхүүр P-256 биш байна."),
        Row(
            .attestationAndroidOrigin, 401, .warning,
            "The key was not made in the hardware.",
            "Түлхүүр техник хангамж дотор үүсээгүй байна."),
        Row(
            .attestationAndroidApplicationMissing, 401, .warning,
            "The attestation names no application.",
            "Баталгаажуулалтад аппликейшн нэрлэгдээгүй байна."),
        Row(
            .attestationAndroidApplicationUnknown, 401, .info,
            "The phone could not name the application. Please restart it.",
            "Утас аппликейшнийг таньсангүй. Утсаа дахин асаана уу."),
        Row(
            .attestationAndroidApplication, 401, .warning,
            "The key belongs to another application.",
            "Түлхүүр өөр аппликейшнийх байна."),
        Row(
            .attestationAndroidApplicationSigner, 401, .warning,
            "The application is signed by somebody else.",
            "Аппликейшнд өөр этгээд гарын үсэг зурсан байна."),
        Row(
            .attestationAndroidPatchLevelMissing, 401, .warning,
            "The phone does not say how current its system is.",
            "Утас системийнхээ шинэчлэлтийн түвшинг мэдэгдээгүй байна."),
        Row(
            .attestationAndroidPatchLevel, 401, .info,
            "The system of the phone is too old. Please update it.",
            "Утасны систем хуучирсан байна. Шинэчилнэ үү."),
    ]
}
