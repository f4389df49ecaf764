import Testing

@testable import Server

@Suite("Addresses that the server calls")
struct OutgoingURLTests {
    @Test(
        "https anywhere, http on this machine",
        arguments: [
            ("https://id.example.mn", false), ("https://id.example.mn:8443/a/b?c=d", false),
            ("https://[2001:db8::1]/x", false), ("https://127.0.0.1/x", true), ("http://127.0.0.1:9/x", true),
            ("http://localhost/x", true), ("http://[::1]:8080", true), ("http://LOCALHOST:1", true),
        ])
    func taken(_ text: String, _ isLoopback: Bool) {
        #expect(OutgoingURL(text)?.text == text)
        #expect(OutgoingURL(text)?.isLoopback == isLoopback)
    }

    @Test(
        "everything else is refused",
        arguments: [
            "", "https://", "https:///x", "http://id.example.mn/x", "http://127.0.0.1.example.mn/", "ftp://127.0.0.1/",
            "file:///etc/passwd", "https://user@id.example.mn/", "http://localhost@id.example.mn/",
            "https://id.example.mn/#a", "https://id.example.mn\\@127.0.0.1/", "https://id.example.mn:0/",
            "https://id.example.mn:70000/", "https://id.example.mn:a/", "https://id.example.mn/ x",
            "https://id.example.mn/\n", "https://идэ.example.mn/", "HTTPS://id.example.mn", "http://localhost:",
            "http://[::1", "https://a_b.mn/",
        ])
    func refused(_ text: String) { #expect(OutgoingURL(text) == nil) }

    @Test("an address is bounded")
    func long() { #expect(OutgoingURL("https://id.example.mn/" + String(repeating: "a", count: 2_048)) == nil) }
}
