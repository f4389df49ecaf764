/// Sessions of relying parties and what the phone does with them.
extension CodeTable {
    static let sessions: [Row] = [
        Row(
            .sessionNotFound, 404, .info, "The session is not known.",
            "Сесс олдсонгүй."),
        Row(
            .sessionExpired, 404, .info, "The session has expired.",
            "Сессийн хугацаа дууссан."),
        Row(
            .sessionTaken, 409, .info, "The session is bound to another document.",
            "Сесс өөр баримтад холбогдсон байна."),
        Row(
            .sessionComplete, 409, .info, "The session has ended.",
            "Сесс дууссан байна."),
        Row(
            .sessionLimit, 429, .info, "Too many open sessions. Please wait.",
            "Хэт олон нээлттэй сесс байна. Түр хүлээнэ үү."),
        Row(
            .sessionTypeMismatch, 409, .info, "The session is of another type.",
            "Сессийн төрөл өөр байна."),
        Row(
            .deviceLinkFormat, 400, .info, "The link is malformed.",
            "Холбоос буруу хэлбэртэй."),
        Row(
            .deviceLinkAuthCode, 403, .warning, "The link is not authentic.",
            "Холбоос жинхэнэ биш байна."),
        Row(
            .deviceLinkStale, 409, .info, "The QR code is too old; scan the current one.",
            "QR код хуучирсан; шинийг уншуулна уу."),
        Row(
            .deviceLinkType, 409, .info, "The session does not offer this kind of link.",
            "Сесс энэ төрлийн холбоосыг дэмжихгүй."),
        Row(
            .refusalReasonUnknown, 400, .info, "The reason of the refusal is not known.",
            "Татгалзах шалтгаан буруу байна."),
        Row(
            .interactionNotAllowed, 400, .info, "The session does not allow this interaction.",
            "Сесс энэ харилцан үйлдлийг зөвшөөрөхгүй."),
        Row(
            .acspUserChallenge, 400, .info, "userChallenge must be 43 base64url characters.",
            "userChallenge нь 43 base64url тэмдэгт байх ёстой."),
        Row(
            .acspFlowType, 400, .info, "The flow type is not known.",
            "Урсгалын төрөл буруу байна."),
        Row(
            .acspField, 400, .info, "A signed field is empty or contains the character |.",
            "Гарын үсэг зурах талбар хоосон эсвэл | тэмдэгт агуулсан байна."),
        Row(
            .expectedLinkedSession, 409, .info, "A linked session is expected.",
            "Холбоотой сесс шаардлагатай."),
    ]
}
