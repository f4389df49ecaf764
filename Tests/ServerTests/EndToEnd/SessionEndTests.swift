import Crypto
import Phone
import ServerTestSupport
import Testing
import Wire

extension EndToEnd {
    @Suite("The end of a session", .serialized)
    struct SessionEnds {
        @Test("after expiry the relying party reads TIMEOUT, the phone SESSION_EXPIRED, and the attempt is burned")
        func expiredCommitted() throws {
            try withWorld { world in
                let (phone, id) = (world.phone, try world.sign().id)
                let s3 = try phone.body(of: .prove, session: id)
                try world.expire(id)
                #expect(try phone.send(.prove, s3, session: id).outcome == "404 SESSION_EXPIRED")
                #expect(try world.party.result(id, timeoutMilliseconds: 10_000)["state"]?.string == "COMPLETE")
                #expect(try world.party.endResult(id) == "TIMEOUT")
                #expect(try world.attempts(id) == "BURNED")
                #expect(try phone.get("/v3/mobile/session/\(id)").outcome == "404 SESSION_EXPIRED")
            }
        }

        @Test("a commit after expiry is SESSION_EXPIRED and makes no attempt")
        func expiredCommit() throws {
            try withWorld { world in
                let (phone, id) = (world.phone, try world.sign().id)
                let s1 = try phone.body(of: .commit, session: id)
                try world.expire(id)
                #expect(try phone.send(.commit, s1, session: id).outcome == "404 SESSION_EXPIRED")
                #expect(try world.attempts(id).isEmpty)
                #expect(try world.party.endResult(id) == "TIMEOUT")
            }
        }

        @Test("a signature that comes after expiry is recorded and never published, however often it comes")
        func expiredProved() throws {
            try withWorld { world in
                let (phone, id) = (world.phone, try world.sign().id)
                let s5 = try phone.body(of: .finish, session: id)
                try world.expire(id)
                #expect(try eventually { try world.party.endResult(id) == "TIMEOUT" })
                #expect(try eventually { try world.attempts(id) == "UNKNOWN" })
                for _ in 1...2 {
                    #expect(try phone.send(.finish, s5, session: id).outcome == "404 SESSION_EXPIRED")
                    #expect(try world.attempts(id) == "DONE")
                }
                let result = try world.party.result(id)
                #expect(result["result"]?["endResult"]?.string == "TIMEOUT")
                #expect(result["signature"] == nil)
                #expect(try world.keyStates() == "ACTIVE")
                #expect(try world.canSign())
            }
        }

        @Test("a refusal ends the session for everybody; an open attempt in it is burned")
        func refusal() throws {
            try withWorld { world in
                let (phone, id) = (world.phone, try world.sign().id)
                let s3 = try phone.body(of: .prove, session: id)
                try phone.approver().refuse(id, reason: .userRefused)
                #expect(try world.party.endResult(id) == "USER_REFUSED")
                #expect(try world.attempts(id) == "BURNED")
                #expect(
                    try ["409 SIGNING_RESTART", "409 SESSION_COMPLETE"].contains(
                        phone.send(.prove, s3, session: id).outcome))
                let late = try #require(throws: PhoneError.self) { try phone.approve(id) }
                #expect(late.code == "SESSION_COMPLETE")
                #expect(try world.canSign())
            }
        }

        @Test("a certificate below the level that the session asks for begins no signature")
        func lowLevel() throws {
            try withWorld { world in
                let (phone, id) = (world.phone, try world.sign().id)
                let certificates = "UPDATE certificate SET level = %s WHERE document_number = '\(world.document)'"
                func set(_ level: String) throws {
                    try world.deployment.sql(certificates.replacing("%s", with: "'\(level)'"))
                }
                let s1 = try phone.body(of: .commit, session: id)
                try set("ADVANCED")
                defer { try? set("QUALIFIED") }
                #expect(try phone.send(.commit, s1, session: id).outcome == "471 NO_SUITABLE_ACCOUNT")
                #expect(try world.attempts(id).isEmpty)
            }
        }

        @Test("a wrong verification code ends the session with WRONG_VC before any nonce is drawn")
        func wrongCode() throws {
            try withWorld { world in
                let (phone, id) = (world.phone, try world.sign().id)
                let s1 = try phone.body(of: .commit, session: id, confirmVc: "00000000")
                let refused = try phone.send(.commit, s1, session: id)
                #expect(refused.outcome == "409 SESSION_COMPLETE")
                #expect(refused.pointer == "/confirmVc")
                #expect(try world.party.endResult(id) == "WRONG_VC")
                #expect(try world.attempts(id).isEmpty)
            }
        }

        @Test("of two phones of one citizen the first commit binds the session; the other is told SESSION_TAKEN")
        func twoPhones() throws {
            try withWorld { world in
                let second = try world.service.enrolledPhone(registrationNumber: "УХ00112233", slots: .signOnly)
                // What other tests have left open would fill the list of twenty.
                try world.deployment.sql("UPDATE rp_session SET expires_at = now() WHERE state = 'RUNNING'")
                let digest = SHA256.hash(Array("for whoever is first".utf8))
                let id = try world.party.sign(digest: digest, person: "PNOMN-12345678")
                #expect(try world.phone.approver().pending().contains { $0.sessionId == id })
                #expect(try second.approver().pending().contains { $0.sessionId == id })
                let late = try world.phone.body(of: .commit, session: id)
                let s3 = try second.body(of: .prove, session: id)
                let refused = try world.phone.send(.commit, late, session: id)
                #expect(refused.outcome == "409 SESSION_TAKEN")
                #expect(ErrorShape.problems(refused).isEmpty)
                #expect(try world.phone.send(.prove, s3, session: id).status == 404)
                #expect(try world.phone.get("/v3/mobile/session/\(id)").outcome == "404 SESSION_NOT_FOUND")
                #expect(try !world.phone.approver().pending().contains { $0.sessionId == id })
                try second.approve(id)
                #expect(try world.party.hasValidSignature(id, digest: digest))
                let document = try second.documentNumber
                #expect(try world.party.result(id)["result"]?["documentNumber"]?.string == document)
            }
        }

        @Test("a phone sees nothing of another citizen's session: everything about it is SESSION_NOT_FOUND")
        func strangers() throws {
            try withWorld { world in
                let stranger = try world.service.enrolledPhone(
                    registrationNumber: world.newCitizen(), slots: .signOnly)
                let id = try world.sign().id
                let s1 = try BodyEditing.edit(world.phone.body(of: .commit, session: id), "documentNumber") { _ in
                    (try? stranger.documentNumber).map { .string($0) }
                }
                let s3 = try world.phone.body(of: .prove, session: id)
                #expect(try stranger.send(.commit, s1, session: id).outcome == "404 SESSION_NOT_FOUND")
                #expect(try stranger.send(.prove, s3, session: id).outcome == "404 SESSION_NOT_FOUND")
                #expect(try stranger.send(.finish, s3, session: id).outcome == "404 SESSION_NOT_FOUND")
                let foreign = try BodyEditing.edit(s1, "documentNumber") { _ in .string(world.document) }
                #expect(try stranger.send(.commit, foreign, session: id).outcome == "404 DOCUMENT_NOT_FOUND")
                #expect(try world.attempts(id) == "COMMITTED")
                #expect(try world.phone.send(.prove, s3, session: id).status == 200)
            }
        }
    }
}
