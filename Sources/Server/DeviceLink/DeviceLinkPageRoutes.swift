import Wire

/// `GET /dl`: where a device link ends that no app has taken. The link's code says who may answer a session, so that
/// the page neither reads nor repeats anything of its address.
struct DeviceLinkPageRoutes: Sendable {
    var routes: [Route] {
        [
            Route("GET", "/dl") { _ throws(ServiceError) in
                .respond(
                    Page.response(
                        mn: [
                            "Энэ холбоосыг утасны апп нээнэ.",
                            "Аппаа суулгаад, холбоосыг утсан дээрээ дахин нээнэ үү, эсвэл QR кодыг аппаараа уншуулна уу.",
                        ],
                        en: [
                            "This link is for the app on your phone.",
                            "Install the app and open the link on the phone again, or scan the QR code with the app.",
                        ]))
            }
        ]
    }
}
