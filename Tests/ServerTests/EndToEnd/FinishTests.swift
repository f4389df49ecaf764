import Crypto
import Foundation
import Phone
import ServerTestSupport
import Storage
import TestSupport
import Testing
import Wire

@testable import Server

extension EndToEnd {
    @Suite("The end of an attempt", .serialized)
    struct Finish {
        /// q − s for the low s of an honest S5.
        private static func negated(_ s5: [UInt8]) throws -> [UInt8] {
            try BodyEditing.edit(
                s5, "s",
                BodyEditing.bytes { bytes in (try? Scalar(bytes: bytes))?.negated().bytes ?? bytes })
        }

        private static func setting(_ name: String, _ bytes: [UInt8], in s5: [UInt8]) throws -> [UInt8] {
            try BodyEditing.edit(s5, name) { _ in .string(Base64.encode(bytes)) }
        }

        @Test("four wrong finishes are refused each with its code; the right one is still taken")
        func wrongThenRight() throws {
            try withWorld { world in
                let (phone, session) = (world.phone, try world.sign())
                let s5 = try phone.body(of: .finish, session: session.id)
                let wrong: [(body: [UInt8], outcome: String)] = [
                    (try BodyEditing.edit(s5, "r", BodyEditing.flipped), "422 R_MISMATCH"),
                    (try Self.setting("s", [UInt8](repeating: 0, count: 32), in: s5), "422 S_RANGE"),
                    (try Self.negated(s5), "422 S_NOT_LOW"),
                    (try Self.setting("s", [UInt8](repeating: 0, count: 31) + [1], in: s5), "422 SIGNATURE_INVALID"),
                ]
                for (body, outcome) in wrong {
                    let refused = try phone.send(.finish, body, session: session.id)
                    #expect(refused.outcome == outcome)
                    #expect(ErrorShape.problems(refused).isEmpty)
                    #expect(try world.attempts(session.id) == "PROVED")
                }
                #expect(try world.party.endResult(session.id) == "RUNNING")
                #expect(try phone.send(.finish, s5, session: session.id).status == 200)
                #expect(try world.party.hasValidSignature(session.id, digest: session.digest))
            }
        }

        @Test("the fifth wrong finish, malformed ones included, fails the attempt and never touches the key")
        func fiveWrong() throws {
            try withWorld { world in
                let (phone, session) = (world.phone, try world.sign())
                let s5 = try phone.body(of: .finish, session: session.id)
                let malformed = try BodyEditing.edit(s5, "r", BodyEditing.shortened)
                let unreadable = try BodyEditing.edit(s5, "s") { _ in nil }
                #expect(try phone.send(.finish, malformed, session: session.id).outcome == "400 S5_ENCODING")
                let refused = try phone.send(.finish, unreadable, session: session.id)
                #expect(refused.outcome == "400 S5_ENCODING")
                #expect(refused.pointer == "/s")
                let wrong = try Self.setting("s", [UInt8](repeating: 0, count: 31) + [1], in: s5)
                for _ in 3...5 {
                    #expect(try world.attempts(session.id) == "PROVED")
                    #expect(try phone.send(.finish, wrong, session: session.id).outcome == "422 SIGNATURE_INVALID")
                }
                #expect(try world.attempts(session.id) == "FAILED")
                #expect(try world.party.endResult(session.id) == "PROTOCOL_FAILURE")
                #expect(try phone.send(.finish, s5, session: session.id).outcome == "409 SIGNING_STEP_TAKEN")
                #expect(try world.keyStates() == "ACTIVE")
                #expect(try world.canSign())
            }
        }

        @Test("a report with a wrong proof is refused and changes nothing")
        func wrongReport() throws {
            try withWorld { world in
                let (phone, session) = (world.phone, try world.sign())
                let s5 = try phone.body(of: .finish, session: session.id)
                let attempt = try #require(try JSONParser.parse(s5)["attempt"]?.string)
                let before = try world.deployment.value("SELECT sum(s5_tries) FROM attempt")
                for proof in [[UInt8](repeating: 2, count: 120), try Self.shareProof(phone)] {
                    var report = JSONWriter()
                    report.object { w in
                        w.member("attempt", attempt)
                        w.member("failure", "C3_INVALID")
                        w.member("proof", base64: proof)
                    }
                    let refused = try phone.send(.finish, report.bytes, session: session.id)
                    #expect(refused.outcome == "403 DL_C3_INVALID")
                    #expect(ErrorShape.problems(refused).isEmpty)
                }
                #expect(try world.attempts(session.id) == "PROVED")
                #expect(try world.deployment.value("SELECT sum(s5_tries) FROM attempt") == before)
                #expect(try world.keyStates() == "ACTIVE")
                #expect(try phone.send(.finish, s5, session: session.id).status == 200)
            }
        }

        /// The proof of x1 that stands in the phone's last S3: about x1, but not about c3.
        private static func shareProof(_ phone: TestPhone) throws -> [UInt8] {
            let open = try #require(try phone.registry.slot(.signature).openRun)
            return try #require(try JSONParser.parse(open.s3)["shareProof"]?.string.flatMap { Base64.decode($0) })
        }

        @Test("a proven report of a wrong c3 locks the key, revokes its certificate and ends the session")
        func lock() throws {
            try withWorld { world in
                try world.withSacrificedPhone { phone in
                    _ = try world.deployment.replaceShare(of: world.document) { $0.sealContext }
                    let session = try world.sign()
                    let recording = RecordingTransport(phone.transport)
                    let end = try #require(throws: PhoneError.self) {
                        try phone.approve(session.id, through: recording)
                    }
                    #expect(end.code == "C3_INVALID")
                    #expect(try world.party.endResult(session.id) == "DOCUMENT_UNUSABLE")
                    #expect(try world.attempts(session.id) == "FAILED")
                    let key = "document_number = '\(world.document)' AND slot = 'SIGN'"
                    #expect(try world.deployment.value("SELECT state FROM key_share WHERE \(key)") == "LOCKED")
                    #expect(try world.deployment.value("SELECT state FROM certificate WHERE \(key)") == "REVOKED")
                    let report = try #require(recording.exchanges.last { $0.path.hasSuffix("/finish") })
                    #expect(report.response?.json["endResult"]?.string == "DOCUMENT_UNUSABLE")
                    #expect(report.request.count < 512)
                    let again = try phone.send(.finish, report.request, session: session.id)
                    #expect(again.body == report.response?.body)
                    // Nothing starts on a locked key any more, and what the other slot does is its own.
                    let next = try? world.party.sign(digest: session.digest, document: world.document)
                    if let next {
                        let refused = try #require(throws: PhoneError.self) { try world.phone.approve(next) }
                        #expect(["KEY_LOCKED", "DOCUMENT_UNUSABLE"].contains(refused.code))
                    }
                    let logIn = try world.party.logIn(document: world.document)
                    try phone.approve(logIn)
                    #expect(try world.party.endResult(logIn) == "OK")
                }
            }
        }
    }
}
