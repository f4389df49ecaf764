/// Identity proofing, persons, documents and devices.
extension CodeTable {
    static let identity: [Row] = [
        Row(
            .kycMethodUnknown, 404, .info, "This method of identification is not known.",
            "Таньж баталгаажуулах энэ арга байхгүй."),
        Row(
            .kycMethodUnavailable, 503, .info, "This method of identification is not available.",
            "Таньж баталгаажуулах энэ арга одоо боломжгүй."),
        Row(
            .kycRegistrationNumberInvalid, 400, .info, "The registration number is not valid.",
            "Регистрийн дугаар буруу байна."),
        Row(
            .kycStateUnknown, 404, .info, "The identification is not known.",
            "Таньж баталгаажуулах үйлдэл олдсонгүй."),
        Row(
            .kycStateExpired, 404, .info, "The identification has expired.",
            "Таньж баталгаажуулах хугацаа дууссан."),
        Row(
            .kycStateSpent, 409, .info, "The identification was used before.",
            "Таньж баталгаажуулалт ашиглагдсан байна."),
        Row(
            .kycNotVerified, 403, .info, "The person is not identified yet.",
            "Иргэн хараахан баталгаажаагүй байна."),
        Row(
            .kycFailed, 403, .info, "The identification failed.",
            "Таньж баталгаажуулалт амжилтгүй боллоо."),
        Row(
            .kycPersonMismatch, 403, .warning, "The identified person is another one.",
            "Баталгаажсан иргэн өөр байна."),
        Row(
            .kycProviderFailed, 502, .warning, "The identity provider did not answer properly.",
            "Таньж баталгаажуулах байгууллага зөв хариу өгсөнгүй."),
        Row(
            .latinNameInvalid, 400, .info, "The Latin name has characters or a length that are not allowed.",
            "Латин нэрэнд зөвшөөрөгдөөгүй тэмдэгт эсвэл урт байна."),
        Row(
            .latinNameMismatch, 400, .info, "The Latin name is not a spelling of the proven name.",
            "Латин нэр баталгаажсан нэрийн галиг биш байна."),
        Row(
            .personNotFound, 404, .info, "The person is not known.",
            "Иргэн олдсонгүй."),
        Row(
            .personIdInvalid, 400, .info, "The person identifier is not valid.",
            "Иргэний дугаар буруу байна."),
        Row(
            .documentNotFound, 404, .info, "The document is not known.",
            "Баримт олдсонгүй."),
        Row(
            .documentUnusable, 403, .info, "The document cannot be used.",
            "Баримтыг ашиглах боломжгүй."),
        Row(
            .deviceNotFound, 404, .info, "The device is not known.",
            "Төхөөрөмж олдсонгүй."),
        Row(
            .deviceSuspended, 403, .info, "The device is suspended.",
            "Төхөөрөмж түдгэлзсэн байна."),
        Row(
            .deviceRevoked, 403, .info, "The device was revoked.",
            "Төхөөрөмж хүчингүй болсон."),
        Row(
            .certificateNotFound, 404, .info, "There is no such certificate.",
            "Ийм гэрчилгээ алга."),
        Row(
            .noSuitableAccount, 471, .info, "There is no account of the requested level, but there are others.",
            "Шаардсан түвшний бүртгэл алга, өөр түвшнийх бий."),
    ]
}
