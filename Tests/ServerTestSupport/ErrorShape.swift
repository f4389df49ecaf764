import Wire

/// The one shape of an error (mobile-api §1).
public enum ErrorShape {
    private static let members = ["type", "title", "status", "detail", "instance", "error", "code", "errors"]

    /// What is wrong with this answer as an error of a client; empty when nothing is.
    public static func problems(_ answer: HTTPResponse) -> [String] {
        var found: [String] = []
        func expect(_ condition: Bool, _ what: String) { if !condition { found.append(what) } }
        expect((400...499).contains(answer.status), "status \(answer.status)")
        guard let object = answer.json.object else { return found + ["the body is no JSON object"] }
        expect(object.members.map(\.name) == members, "members \(object.members.map(\.name))")
        expect(object["type"]?.string == "about:blank", "type")
        expect(object["status"]?.int64 == Int64(answer.status), "status in the body")
        expect(!(object["title"]?.string ?? "").isEmpty, "title")
        expect(!(object["detail"]?.string ?? "").isEmpty, "detail")
        expect(object["error"]?.string == object["detail"]?.string, "error is not detail")
        let id = answer.headers["X-Request-ID"] ?? ""
        expect(!id.isEmpty && object["instance"]?.string == "urn:uuid:\(id)", "instance")
        let code = object["code"]?.string ?? ""
        expect(!code.isEmpty && code.utf8.allSatisfy(isCodeCharacter), "code \(code)")
        for item in object["errors"]?.array ?? [] {
            let isWhole = ["code", "detail", "pointer"].allSatisfy { item[$0]?.string != nil }
            let pointer = item["pointer"]?.string ?? ""
            expect(isWhole && (pointer.isEmpty || pointer.hasPrefix("/")), "an item of errors")
        }
        expect(object["errors"]?.array != nil, "errors")
        return found
    }

    private static func isCodeCharacter(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x5F
    }
}
