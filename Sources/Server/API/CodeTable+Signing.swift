/// Commit, prove, finish (wire-appendix.md §8). What leaves the process does not say which secret-dependent check
/// failed.
extension CodeTable {
    static let signing: [Row] = [
        Row(
            .s1Encoding, 400, .info, "A member of S1 is malformed.",
            "S1-ийн гишүүн буруу хэлбэртэй."),
        Row(
            .s3Encoding, 400, .info, "A member of S3 is malformed.",
            "S3-ийн гишүүн буруу хэлбэртэй."),
        Row(
            .s5Encoding, 400, .info, "A member of S5 is malformed.",
            "S5-ийн гишүүн буруу хэлбэртэй."),
        Row(
            .signingRestart, 409, .info, "Start again at commit, with a fresh nonce.",
            "Шинэ кодоор commit алхмаас дахин эхэлнэ үү."),
        Row(
            .signingStepTaken, 409, .info, "This step was taken with another body.",
            "Энэ алхмыг өөр агуулгаар хийсэн байна."),
        Row(
            .signingStepOutOfOrder, 409, .info, "This step is out of order.",
            "Алхмын дараалал буруу байна."),
        Row(
            .signingAlreadyReleased, 409, .info, "The answer for this session has been given.",
            "Энэ сессийн хариу өгөгдсөн байна."),
        Row(
            .signingAttemptsExhausted, 409, .info, "This session has no attempts left.",
            "Энэ хүсэлтийн оролдлого дууссан."),
        Row(
            .keySuspended, 403, .warning, "The key is suspended.",
            "Түлхүүр түдгэлзсэн байна."),
        Row(
            .keyLocked, 403, .warning, "The key is locked.",
            "Түлхүүр түгжигдсэн байна."),
        Row(
            .keyUnverified, 403, .error, "The proofs of this key no longer pass. Please refresh it or enrol again.",
            "Энэ түлхүүрийн баталгаа хүчингүй болсон. Шинэчлэх эсвэл дахин бүртгүүлнэ үү."),
        Row(
            .digestMismatch, 409, .warning, "The digest is not that of the session.",
            "Хэш утга сессийнхтэй таарахгүй байна."),
        Row(
            .sgCommitment, 400, .warning, "The commitment does not open to R1.",
            "Амлалт R1-тэй таарахгүй байна."),
        Row(
            .r1Point, 400, .warning, "R1 is not a point of the curve.",
            "R1 муруйн цэг биш байна."),
        Row(
            .r1Reflection, 400, .warning, "R1 must differ from ±R2.",
            "R1 нь ±R2-оос ялгаатай байх ёстой."),
        Row(
            .dlSgR1, 400, .warning, "The proof for R1 was not accepted.",
            "R1-ийн баталгааг хүлээж авсангүй."),
        Row(
            .dlSgQ1, 403, .error, "The proof of the key share was not accepted.",
            "Түлхүүрийн хэсгийн баталгааг хүлээж авсангүй."),
        Row(
            .ratchetEncoding, 400, .info, "The ratchet is malformed.",
            "Ратчет буруу хэлбэртэй."),
        Row(
            .ratchetUnknown, 401, .warning, "The ratchet is not known.",
            "Ратчет танигдсангүй."),
        Row(
            .ratchetClone, 403, .error, "The key may have been copied and is suspended.",
            "Түлхүүр хуулбарлагдсан байж болзошгүй тул түдгэлзлээ."),
        Row(
            .rMismatch, 422, .warning, "r is not that of this attempt.",
            "r энэ оролдлогынхтой таарахгүй байна."),
        Row(
            .sRange, 422, .warning, "s is out of range.",
            "s хязгаараас гадуур байна."),
        Row(
            .sNotLow, 422, .warning, "s must be in the lower half.",
            "s доод хагаст байх ёстой."),
        Row(
            .signatureInvalid, 422, .warning, "The signature is not valid.",
            "Гарын үсэг хүчингүй байна."),
        Row(
            .dlC3Invalid, 403, .warning, "The proof of the report was not accepted.",
            "Мэдээллийн баталгааг хүлээж авсангүй."),
    ]
}
