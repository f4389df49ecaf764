import Crypto
import Testing

@testable import Server

@Suite("Android revocation list")
struct AndroidRevocationFileTests {
    private func read(_ text: String) throws(AndroidRevocationFile.Failure) -> AndroidRevocationList {
        try AndroidRevocationFile.read(Array(text.utf8), expiresAt: 5)
    }

    /// The shape of Google's documentation of the list.
    @Test("serial numbers of both spellings, with members that nobody needs")
    func published() throws {
        let list = try read(
            """
            {"entries": {
              "2c8cdddfd5e03bfc": {"status": "REVOKED", "expires": "2020-11-13", "reason": "KEY_COMPROMISE",
                "comment": "Key stored on unsecure system"},
              "c8966fcb2fbb0d7a": {"status": "SUSPENDED", "reason": "SOFTWARE_FLAW"},
              "6681152659205225093": {"status": "REVOKED", "reason": "KEY_COMPROMISE"}}, "version": 1}
            """)
        #expect(
            list.entries == [
                "2c8cdddfd5e03bfc": .revoked, "c8966fcb2fbb0d7a": .suspended, "6681152659205225093": .revoked,
            ])
        #expect(list.expiresAt == 5)
    }

    @Test("an empty list is a list")
    func empty() throws { #expect(try read(#"{"entries":{}}"#).entries.isEmpty) }

    @Test("other spellings of a number are the number, and the graver status stands")
    func spellings() throws {
        let list = try read(
            #"{"entries":{"00AB":{"status":"REVOKED"},"ab":{"status":"SUSPENDED"},"000":{"status":"REVOKED"}}}"#)
        #expect(list.entries == ["ab": .revoked, "0": .revoked])
    }

    @Test(
        "anything unreadable refuses the whole list",
        arguments: [
            "", "[]", "{}", #"{"entries":[]}"#, #"{"entries":{"xyz":{"status":"REVOKED"}}}"#,
            #"{"entries":{"":{"status":"REVOKED"}}}"#, #"{"entries":{"1":{"status":"revoked"}}}"#,
            #"{"entries":{"1":{}}}"#, #"{"entries":{"1":"REVOKED"}}"#, #"{"entries":{"-1":{"status":"REVOKED"}}}"#,
            #"{"entries":{"1":{"status":"REVOKED"},"1":{"status":"REVOKED"}}}"#, #"{"entries":{}} x"#,
            #"{"entries":{"٣":{"status":"REVOKED"}}}"#,
            #"{"entries":{"11111111111111111111111111111111111111111":{"status":"REVOKED"}}}"#,
        ])
    func refused(_ text: String) { #expect(throws: AndroidRevocationFile.Failure.self) { try read(text) } }

    @Test("a refusal says where")
    func pointer() {
        #expect {
            try read(#"{"entries":{"1":{"status":"?"}}}"#)
        } throws: {
            ($0 as? AndroidRevocationFile.Failure)?.pointer == "/entries/1/status"
        }
    }
}
