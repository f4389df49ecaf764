/// Who asks, and whether they may.
extension CodeTable {
    static let access: [Row] = [
        Row(
            .unauthorized, 401, .info, "Credentials are missing or not valid.",
            "Нэвтрэх мэдээлэл алга эсвэл хүчингүй байна."),
        Row(
            .relyingPartyUnknown, 401, .info, "The relying party is not known.",
            "Үйлчилгээ үзүүлэгч бүртгэлгүй байна."),
        Row(
            .relyingPartySuspended, 403, .warning, "The relying party is suspended.",
            "Үйлчилгээ үзүүлэгчийн эрх түдгэлзсэн байна."),
        Row(
            .relyingPartyAddressDenied, 403, .warning, "The relying party may not connect from this address.",
            "Үйлчилгээ үзүүлэгч энэ хаягаас хандах эрхгүй."),
        Row(
            .relyingPartyRightMissing, 403, .info, "The relying party lacks the right for this.",
            "Үйлчилгээ үзүүлэгчид энэ эрх олгогдоогүй."),
        Row(
            .relyingPartyNameUnknown, 403, .info, "This name does not belong to the relying party.",
            "Энэ нэр үйлчилгээ үзүүлэгчид бүртгэлгүй."),
        Row(
            .clientCertificateRequired, 403, .info, "A valid client certificate is required.",
            "Хүчинтэй клиентийн гэрчилгээ шаардлагатай."),
        Row(
            .deviceTokenMissing, 401, .info, "The device token is missing.",
            "Төхөөрөмжийн токен алга."),
        Row(
            .deviceTokenInvalid, 401, .warning, "The device token is not valid.",
            "Төхөөрөмжийн токен хүчингүй байна."),
        Row(
            .deviceMismatch, 401, .warning, "The attested key belongs to another device.",
            "Баталгаажсан түлхүүр өөр төхөөрөмжид хамаарна."),
        Row(
            .representationDenied, 403, .info, "There is no right to represent this organisation.",
            "Энэ байгууллагыг төлөөлөх эрхгүй."),
        Row(
            .representationPending, 403, .info, "The right of representation is not confirmed yet.",
            "Төлөөлөх эрх хараахан баталгаажаагүй."),
        Row(
            .representationExpired, 403, .info, "The right of representation has expired.",
            "Төлөөлөх эрхийн хугацаа дууссан."),
        Row(
            .orgNotActive, 403, .info, "The organisation is not active.",
            "Байгууллага идэвхгүй байна."),
        Row(
            .orgNotFound, 404, .info, "The organisation is not known.",
            "Байгууллага олдсонгүй."),
        Row(
            .signerUnidentified, 403, .info, "The signer is not identified.",
            "Гарын үсэг зурагч тодорхойгүй байна."),
        Row(
            .recentLoginRequired, 403, .info,
            "The person must have logged in through this relying party in the last 24 hours.",
            "Тухайн хүн сүүлийн 24 цагт энэ үйлчилгээгээр нэвтэрсэн байх ёстой."),
    ]
}
