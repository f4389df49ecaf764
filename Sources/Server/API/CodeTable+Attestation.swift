/// The attested key of the phone (mobile-api.md §2). One code for each cause.
extension CodeTable {
    static let attestation: [Row] = [
        Row(
            .attestationRequired, 401, .info, "The request must be attested.",
            "Хүсэлт баталгаажсан байх ёстой."),
        Row(
            .attestationTypeInvalid, 401, .info, "The attestation type must be attest or assert.",
            "Баталгаажуулалтын төрөл attest эсвэл assert байх ёстой."),
        Row(
            .attestationKeyIdInvalid, 401, .info, "The attested key id is not valid.",
            "Баталгаажсан түлхүүрийн дугаар буруу байна."),
        Row(
            .attestationKeyUnknown, 401, .info, "The attested key is not known; attest again.",
            "Түлхүүр бүртгэлгүй; дахин баталгаажуулна уу."),
        Row(
            .attestationKeyTaken, 401, .warning, "The attested key is in use by another device.",
            "Түлхүүрийг өөр төхөөрөмж ашиглаж байна."),
        Row(
            .attestationNonceMissing, 401, .info, "The attestation nonce is missing.",
            "Баталгаажуулалтын нэг удаагийн код алга."),
        Row(
            .attestationNonceInvalid, 401, .info, "The attestation nonce is not ours.",
            "Нэг удаагийн код хүчингүй байна."),
        Row(
            .attestationNonceExpired, 401, .info, "The attestation nonce has expired.",
            "Нэг удаагийн кодын хугацаа дууссан."),
        Row(
            .attestationNonceSpent, 401, .info, "The attestation nonce was used before.",
            "Нэг удаагийн код ашиглагдсан байна."),
        Row(
            .attestationPlatformUnsupported, 401, .info, "Attestation is not available for this platform.",
            "Энэ платформд баталгаажуулалт боломжгүй."),
        Row(
            .assertionFormat, 401, .info, "The assertion is malformed.",
            "Нотолгоо буруу хэлбэртэй."),
        Row(
            .assertionSignature, 401, .warning, "The assertion signature is not valid.",
            "Нотолгооны гарын үсэг хүчингүй."),
        Row(
            .assertionAppId, 401, .warning, "The assertion is of another app.",
            "Нотолгоо өөр аппликейшнийх байна."),
        Row(
            .assertionCounterReplayed, 409, .info, "The assertion counter was used before; repeat with the next nonce.",
            "Нотолгооны тоолуур ашиглагдсан; дараагийн кодоор давтана уу."),
        Row(
            .dlReattest, 403, .warning, "The proof for the new attested key was not accepted.",
            "Шинэ түлхүүрийн баталгааг хүлээж авсангүй."),
    ]
}
