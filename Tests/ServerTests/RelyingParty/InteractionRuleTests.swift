import Testing
import Wire

@testable import Server

/// The rules of rp-api.md §3.5.
@Suite struct InteractionRuleTests {
    private func read(_ value: JSONValue) throws -> Interactions {
        try Interactions(JSONElement(value, pointer: "/interactions"))
    }

    private func refused(_ json: String, _ code: String, location: SourceLocation = #_sourceLocation) {
        #expect(sourceLocation: location) {
            _ = try read(RequestBody.interactions(json))
        } throws: { error in
            let error = error as? FieldError
            return error?.pointer == "/interactions" && error?.code == code
        }
    }

    @Test func orderIsKept() throws {
        let read = try read(
            RequestBody.interactions(
                """
                [{"type":"confirmationMessageAndVerificationCodeChoice","displayText200":"a"},
                 {"type":"confirmationMessage","displayText200":"b"},{"type":"displayTextAndPIN","displayText60":"c"}]
                """))
        #expect(
            read.items.map(\.type) == [
                .confirmationMessageAndVerificationCodeChoice, .confirmationMessage, .displayTextAndPIN,
            ])
        #expect(read.items.map(\.displayText) == ["a", "b", "c"])
    }

    @Test func charactersAreCountedNotBytes() throws {
        let text = String(repeating: "Ө", count: 60)
        _ = try read(RequestBody.interactions(#"[{"type":"displayTextAndPIN","displayText60":"\#(text)"}]"#))
        refused(#"[{"type":"displayTextAndPIN","displayText60":"\#(text)Ө"}]"#, "FIELD_LENGTH")
        let long = String(repeating: "Ү", count: 200)
        _ = try read(RequestBody.interactions(#"[{"type":"confirmationMessage","displayText200":"\#(long)"}]"#))
        refused(#"[{"type":"confirmationMessage","displayText200":"\#(long)Ү"}]"#, "FIELD_LENGTH")
    }

    @Test func everyRule() {
        refused("[]", "FIELD_LENGTH")
        refused("{}", "FIELD_TYPE")
        refused(#"["x"]"#, "FIELD_TYPE")
        refused("[", "FIELD_VALUE")
        refused(#"[{"displayText60":"a"}]"#, "FIELD_MISSING")
        refused(#"[{"type":"verificationCodeChoice","displayText60":"a"}]"#, "FIELD_VALUE")
        refused(#"[{"type":"displayTextAndPIN"}]"#, "FIELD_MISSING")
        refused(#"[{"type":"displayTextAndPIN","displayText200":"a"}]"#, "FIELD_MISSING")
        refused(#"[{"type":"confirmationMessage","displayText60":"a"}]"#, "FIELD_MISSING")
        refused(#"[{"type":"displayTextAndPIN","displayText60":""}]"#, "FIELD_LENGTH")
        refused(
            #"[{"type":"displayTextAndPIN","displayText60":"a"},{"type":"displayTextAndPIN","displayText60":"b"}]"#,
            "FIELD_VALUE")
        refused(#"[{"type":"displayTextAndPIN","type":"confirmationMessage","displayText60":"a"}]"#, "FIELD_VALUE")
    }

    @Test func onlyWhatShowsMayBeShown() throws {
        for text in ["Шилжүүлэх\\u202e000 1₮", "a\\u200bb", "a\\u0007", "\\u2800", "a\\nb"] {
            refused(#"[{"type":"displayTextAndPIN","displayText60":"\#(text)"}]"#, "FIELD_VALUE")
        }
        refused(#"[{"type":"confirmationMessage","displayText200":"a\u202eb"}]"#, "FIELD_VALUE")
        // Several lines where there is room for them.
        _ = try read(RequestBody.interactions(#"[{"type":"confirmationMessage","displayText200":"a\nb 👍🏽 ᠮᠣᠩᠭᠣᠯ"}]"#))
    }

    @Test func theTextIsStrictBase64() {
        for text in [RequestBody.interactions + "\n", RequestBody.interactions + "=", "W10", "-_=="] {
            #expect(throws: FieldError.self) { try read(.string(text)) }
        }
        let big = Base64.encode([UInt8](repeating: 0x20, count: Limits.interactionsBytes + 1))
        #expect(throws: FieldError.self) { try read(.string(big)) }
    }

    @Test func displayText() {
        let text = Base64.encode(
            Array(
                """
                [{"type":"confirmationMessage","displayText200":"b"},{"type":"displayTextAndPIN","displayText60":"c"}]
                """.utf8))
        #expect(Interactions.displayText(of: text, used: nil) == "b")
        #expect(Interactions.displayText(of: text, used: "displayTextAndPIN") == "c")
        #expect(Interactions.displayText(of: "W10=", used: nil) == nil)
    }
}
