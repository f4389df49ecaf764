import Wire

/// A page for people: text and nothing else. No script, no style, no picture, in no frame; whoever made the link learns
/// nothing from it.
enum Page {
    /// - Parameters:
    ///   - mn: sentences in Mongolian, without any markup
    ///   - en: the same in English
    static func response(mn: [String], en: [String]) -> HTTPResponse {
        let lines = mn.map { "<p>\($0)</p>" } + en.map { #"<p lang="en">\#($0)</p>"# }
        let page = """
            <!doctype html><html lang="mn"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
            <title>Tamga</title>\(lines.joined())</html>
            """
        let headers: HTTPHeaders = [
            "Content-Type": "text/html; charset=utf-8", "Referrer-Policy": "no-referrer",
            "Content-Security-Policy":
                "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Cache-Control": "no-store",
            "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
        ]
        return HTTPResponse(status: 200, headers: headers, body: Array(page.utf8))
    }
}
