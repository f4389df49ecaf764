/// Requests that cannot be read, routed or taken: about the message, not about its meaning.
extension CodeTable {
    static let requests: [Row] = [
        Row(
            .requestMalformed, 400, .info, "The request is not valid HTTP.",
            "Хүсэлт HTTP-ийн дүрэмд нийцэхгүй байна."),
        Row(
            .requestTimeout, 408, .info, "The request arrived too slowly.",
            "Хүсэлт хэт удаан ирлээ."),
        Row(
            .payloadTooLarge, 413, .info, "The request body is too large.",
            "Хүсэлтийн агуулга хэт том байна."),
        Row(
            .uriTooLong, 414, .info, "The request line is too long.",
            "Хүсэлтийн мөр хэт урт байна."),
        Row(
            .unsupportedMediaType, 415, .info, "The body must be JSON (Content-Type: application/json).",
            "Агуулга JSON байх ёстой (Content-Type: application/json)."),
        Row(
            .expectationFailed, 417, .info, "Only the expectation 100-continue is supported.",
            "Зөвхөн 100-continue хүлээлтийг дэмжинэ."),
        Row(
            .headersTooLarge, 431, .info, "The header fields are too large.",
            "Толгойн талбарууд хэт том байна."),
        Row(
            .methodNotImplemented, 501, .info, "The server does not know this method.",
            "Сервер энэ аргыг мэдэхгүй."),
        Row(
            .httpVersionUnsupported, 505, .info, "Only HTTP/1.1 and HTTP/1.0 are supported.",
            "Зөвхөн HTTP/1.1 болон HTTP/1.0-ийг дэмжинэ."),
        Row(
            .notFound, 404, .info, "There is nothing at this address.",
            "Энэ хаягт юу ч алга."),
        Row(
            .methodNotAllowed, 405, .info, "This address does not support the method.",
            "Энэ хаяг уг аргыг дэмждэггүй."),
        Row(
            .pathInvalid, 400, .info, "A part of the path is not validly percent-encoded UTF-8.",
            "Замын хэсэг зөв кодлогдоогүй байна."),
        Row(
            .queryInvalid, 400, .info, "The query is not validly encoded, or a parameter has a wrong value.",
            "Асуулгын параметр буруу байна."),
        Row(
            .jsonInvalid, 400, .info, "The body is not valid JSON.",
            "Агуулга зөв JSON биш байна."),
        Row(
            .fieldMissing, 400, .info, "A required field is missing.",
            "Шаардлагатай талбар алга."),
        Row(
            .fieldType, 400, .info, "A field has a wrong type.",
            "Талбарын төрөл буруу байна."),
        Row(
            .fieldBase64, 400, .info, "A field is not canonical Base64.",
            "Талбар дүрмийн дагуух Base64 биш байна."),
        Row(
            .fieldLength, 400, .info, "A field has a wrong length.",
            "Талбарын урт буруу байна."),
        Row(
            .fieldValue, 400, .info, "A field has a value that is not allowed.",
            "Талбарын утга зөвшөөрөгдөөгүй байна."),
        Row(
            .unsupportedHashAlgorithm, 400, .info, "This hash algorithm is not supported; use SHA-256.",
            "Энэ хэш алгоритмыг дэмжихгүй; SHA-256 ашиглана уу."),
    ]
}
