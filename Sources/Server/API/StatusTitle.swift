/// The `title` of an error body: the reason phrase of RFC 9110 §15 and RFC 6585 §4, and the Smart-ID extras.
enum StatusTitle {
    static func text(_ status: Int) -> String {
        titles[status] ?? "Error"
    }

    private static let titles: [Int: String] = [
        400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
        406: "Not Acceptable", 408: "Request Timeout", 409: "Conflict", 413: "Content Too Large",
        414: "URI Too Long", 415: "Unsupported Media Type", 417: "Expectation Failed",
        422: "Unprocessable Content", 429: "Too Many Requests", 431: "Request Header Fields Too Large",
        471: "No Suitable Account", 472: "Person Should Open The App Or Portal", 480: "Client Too Old",
        500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
        505: "HTTP Version Not Supported", 508: "Loop Detected", 580: "Maintenance",
    ]
}
