/// The state of the service itself.
extension CodeTable {
    static let service: [Row] = [
        Row(
            .internalFailure, 500, .error, "The server could not answer. Quote the request id when you report this.",
            "Серверт алдаа гарлаа. Мэдэгдэхдээ хүсэлтийн дугаарыг дурдана уу."),
        Row(
            .overloaded, 503, .warning, "The service is busy. Please try again shortly.",
            "Үйлчилгээ ачаалалтай байна. Удахгүй дахин оролдоно уу."),
        Row(
            .rateLimited, 429, .info, "Too many requests. Please wait.",
            "Хэт олон хүсэлт илгээлээ. Түр хүлээнэ үү."),
        Row(
            .databaseUnavailable, 503, .error, "The service is temporarily unavailable. Please try again.",
            "Үйлчилгээ түр ажиллахгүй байна. Дахин оролдоно уу."),
        Row(
            .deadlineExceeded, 503, .warning, "The request took too long. Please try again.",
            "Хүсэлт хэт удлаа. Дахин оролдоно уу."),
        Row(
            .inProgress, 409, .info, "The same request is being processed. Please repeat it shortly.",
            "Ижил хүсэлтийг боловсруулж байна. Удахгүй давтана уу."),
        Row(
            .conflict, 409, .info, "The state has changed meanwhile.",
            "Төлөв энэ хооронд өөрчлөгджээ."),
        Row(
            .restorePending, 503, .error, "The service was restored and waits for its operator.",
            "Үйлчилгээ сэргээгдсэн бөгөөд операторыг хүлээж байна."),
    ]
}
