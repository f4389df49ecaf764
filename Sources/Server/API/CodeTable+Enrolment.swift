/// Enrolment: its run and the checks of K1 and K3 that are no proofs (wire-appendix.md §7).
extension CodeTable {
    static let enrolment: [Row] = [
        Row(
            .enrolmentNotFound, 404, .info, "The enrolment is not known.",
            "Бүртгэл олдсонгүй."),
        Row(
            .enrolmentExpired, 404, .info, "The enrolment has expired.",
            "Бүртгэлийн хугацаа дууссан."),
        Row(
            .enrolmentClosed, 409, .info, "The enrolment has ended.",
            "Бүртгэл дууссан."),
        Row(
            .enrolmentStepTaken, 409, .info, "This step was taken with another body.",
            "Энэ алхмыг өөр агуулгаар хийсэн байна."),
        Row(
            .enrolmentLimit, 429, .info, "Too many enrolments. Please wait.",
            "Хэт олон удаа бүртгүүлсэн. Түр хүлээнэ үү."),
        Row(
            .enrolmentSlotsInvalid, 400, .info, "The slots must be SIGN, or SIGN and AUTH, once each.",
            "Слотууд SIGN, эсвэл SIGN ба AUTH тус бүр нэг байх ёстой."),
        Row(
            .parametersNotFound, 404, .info, "There is no such parameter set.",
            "Ийм параметрийн багц алга."),
        Row(
            .suiteUnknown, 400, .info, "The suite is not known.",
            "Ийм криптографийн багц байхгүй."),
        Row(
            .k1Encoding, 400, .info, "A member of K1 is malformed.",
            "K1-ийн гишүүн буруу хэлбэртэй."),
        Row(
            .k3Encoding, 400, .info, "A member of K3 is malformed.",
            "K3-ийн гишүүн буруу хэлбэртэй."),
        Row(
            .nEncoding, 400, .info, "N has a wrong width.",
            "N-ийн урт буруу байна."),
        Row(
            .ckeyEncoding, 400, .info, "ckey has a wrong width.",
            "ckey-ийн урт буруу байна."),
        Row(
            .kgCommitment, 422, .warning, "The commitment does not open to Q1.",
            "Амлалт Q1-тэй таарахгүй байна."),
        Row(
            .q1Point, 422, .warning, "Q1 is not a point of the curve.",
            "Q1 муруйн цэг биш байна."),
        Row(
            .q1Reflection, 422, .warning, "Q1 must differ from ±Q2.",
            "Q1 нь ±Q2-оос ялгаатай байх ёстой."),
        Row(
            .nEven, 422, .warning, "N must be odd.",
            "N сондгой байх ёстой."),
        Row(
            .nSize, 422, .warning, "N has a wrong number of bits.",
            "N-ийн битийн тоо буруу байна."),
        Row(
            .nMod4, 422, .warning, "N must be 1 modulo 4.",
            "N-ийг 4-т хуваахад үлдэгдэл 1 байх ёстой."),
        Row(
            .nPerfectPower, 422, .warning, "N must not be a perfect power.",
            "N бүхэл зэрэгт тоо байж болохгүй."),
        Row(
            .nPrime, 422, .warning, "N must not be prime.",
            "N анхны тоо байж болохгүй."),
        Row(
            .nSmallFactor, 422, .warning, "N has a small factor.",
            "N бага хуваагчтай байна."),
        Row(
            .nSeen, 422, .warning, "N was used before.",
            "N өмнө ашиглагдсан байна."),
        Row(
            .ckeyRange, 422, .warning, "ckey is out of range.",
            "ckey хязгаараас гадуур байна."),
        Row(
            .ckeyCoprime, 422, .warning, "ckey is not coprime to N.",
            "ckey нь N-тэй харилцан анхны биш байна."),
        Row(
            .qMismatch, 422, .warning, "Q is not the joint key.",
            "Q хамтын түлхүүртэй таарахгүй байна."),
    ]
}
