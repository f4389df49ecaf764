/// Refresh of a key: its run and the checks of F1 and F3 that K3 does not have (docs/protocol.md).
extension CodeTable {
    static let refresh: [Row] = [
        Row(
            .epoch, 409, .warning, "The key has another epoch than this phone.",
            "Түлхүүрийн үе энэ утасныхаас өөр байна."),
        Row(
            .f1Encoding, 400, .info, "A member of F1 is malformed.",
            "F1-ийн гишүүн буруу хэлбэртэй."),
        Row(
            .f3Encoding, 400, .info, "A member of F3 is malformed.",
            "F3-ийн гишүүн буруу хэлбэртэй."),
        Row(
            .refreshNotFound, 404, .info, "The refresh is not known.",
            "Түлхүүр шинэчлэлт олдсонгүй."),
        Row(
            .refreshExpired, 404, .info, "The refresh has expired.",
            "Түлхүүр шинэчлэх хугацаа дууссан."),
        Row(
            .refreshClosed, 409, .info, "The refresh has ended.",
            "Түлхүүр шинэчлэлт дууссан."),
        Row(
            .refreshStepTaken, 409, .info, "This step was taken with another body.",
            "Энэ алхмыг өөр агуулгаар хийсэн байна."),
        Row(
            .refreshOpen, 409, .info, "A refresh with a proof of identity is open for this key.",
            "Энэ түлхүүрт биеийн байцаалттай шинэчлэлт эхэлсэн байна."),
        Row(
            .refreshLimit, 429, .info, "Too many refreshes. Please wait.",
            "Хэт олон удаа шинэчилсэн. Түр хүлээнэ үү."),
        Row(
            .refreshIdentityRequired, 403, .info, "This refresh needs a fresh proof of identity.",
            "Энэ шинэчлэлтэд биеийн байцаалт дахин шаардлагатай."),
        Row(
            .refreshSuite, 422, .info, "A key does not go back to a weaker suite.",
            "Түлхүүр сул криптографийн багц руу буцахгүй."),
        Row(
            .refreshCommitment, 422, .warning, "The commitment of F1 does not open to the factor.",
            "F1-ийн амлалт үржигдэхүүнтэй таарахгүй байна."),
        Row(
            .refreshFactor, 422, .warning, "The factor is out of range.",
            "Үржигдэхүүн хязгаараас гадуур байна."),
        Row(
            .refreshDelta, 422, .warning, "The factors cancel out. Please start again.",
            "Үржигдэхүүнүүд бие биенээ арилгасан. Дахин эхэлнэ үү."),
        Row(
            .refreshQ, 422, .warning, "Q must stay as it is.",
            "Q өөрчлөгдөх ёсгүй."),
        Row(
            .refreshQ1, 422, .warning, "Q1 does not follow from the factors.",
            "Q1 үржигдэхүүнүүдээс гарахгүй байна."),
    ]
}
