import Crypto
import Phone
import Server
import ServerTestSupport
import Storage
import TestSupport
import Testing
import Wire

extension KeyRefresh {
    @Suite("A refresh that is refused", .serialized)
    struct Refused {
        @Test(
            "a damaged F3 ends the refresh under the code of its check, and the old epoch goes on",
            arguments: [
                ("factor", "422 REFRESH_COMMITMENT"), ("opening", "422 REFRESH_COMMITMENT"), ("Q1", "422 REFRESH_Q1"),
                ("Q", "422 REFRESH_Q"), ("proof", "422 DL_KG_Q1"), ("modulusProof", "422 MOD_NTH_ROOT"),
                ("smallFactorProof", "422 FAC_EQUATION_N"), ("discreteLogProof", "422 PDL_EQUATION_PEDERSEN"),
                ("N", "422 N_EVEN"), ("ckey", "422 PDL_EQUATION_CIPHERTEXT"),
            ])
        func damaged(member: String, outcome: String) throws {
            try withWorld { world in
                let (phone, _) = try world.phone()
                let body = try phone.stopRefresh(.signature, before: "/refresh/complete")
                let answer = try phone.post(
                    "/v3/mobile/refresh/complete", BodyEditing.edit(body, member, BodyEditing.flipped))
                #expect(answer.outcome == outcome)
                #expect(ErrorShape.problems(answer).isEmpty)
                #expect(try world.refresh(phone, "state || ' ' || reason") == "FAILED " + outcome.dropFirst(4))
                #expect(try world.refresh(phone, "sealed_factor IS NULL") == "true")
                #expect(try phone.post("/v3/mobile/refresh/complete", body).outcome == "409 REFRESH_CLOSED")
                #expect(throws: PhoneError.self) { try phone.resumeRefresh() }
                #expect(phone.registry.state.pendingRefresh == nil)
                #expect(try world.canSign(phone))
            }
        }

        @Test(
            "what the server has stored does not open: the operator is told, and put right it goes on",
            arguments: [("key_refresh", "sealed_factor"), ("key_share", "sealed_x2"), ("key_share", "q")])
        func damagedRow(table: String, column: String) throws {
            try withWorld { world in
                let (phone, _) = try world.phone()
                let document = try phone.documentNumber
                let body = try phone.stopRefresh(.signature, before: "/refresh/complete")
                let damage = """
                    UPDATE \(table) SET \(column) = set_byte(\(column), 40, get_byte(\(column), 40) # 1)
                    WHERE slot = 'SIGN' AND document_number = '\(document)'
                    """
                try world.deployment.sql(damage)
                for _ in 1...2 {
                    let refused = try phone.post("/v3/mobile/refresh/complete", body)
                    #expect(refused.outcome == "500 INTERNAL")
                }
                let told = """
                    SELECT count(*) FROM audit_entry WHERE kind = 'alert.keyIntegrity' AND subject = '\(document)'
                    """
                #expect(try world.deployment.value(told) == "1")
                #expect(try world.refresh(phone, "state") == "OPEN")
                try world.deployment.sql(damage)
                try phone.resumeRefresh()
                #expect(try world.canSign(phone))
            }
        }

        @Test("the same F3 gets the same runs, another one is refused and changes nothing")
        func repeated() throws {
            try withWorld { world in
                let (phone, _) = try world.phone()
                let body = try phone.stopRefresh(.signature, before: "/refresh/complete")
                let path = "/v3/mobile/refresh/complete"
                let first = try phone.post(path, body)
                #expect(first.status == 200)
                #expect(try phone.post(path, body).body == first.body)
                let other = try phone.post(path, BodyEditing.edit(body, "proof", BodyEditing.flipped))
                #expect(other.outcome == "409 REFRESH_STEP_TAKEN")
                try phone.resumeRefresh()
                #expect(try phone.post(path, body).body == first.body)
                #expect(try world.canSign(phone))
            }
        }

        @Test("when nothing is left that could authorise, F3 ends the refresh")
        func withoutAuthority() throws {
            try withWorld { world in
                let (phone, _) = try world.phone()
                let body = try phone.stopRefresh(.signature, before: "/refresh/complete")
                try world.deployment.sql(
                    """
                    UPDATE key_share SET proof_version = 0
                    WHERE slot = 'AUTH' AND document_number = '\(phone.documentNumber)'
                    """)
                let answer = try phone.post("/v3/mobile/refresh/complete", body)
                #expect(answer.outcome == "403 REFRESH_IDENTITY_REQUIRED")
                #expect(try world.refresh(phone, "state || ' ' || reason") == "FAILED REFRESH_IDENTITY_REQUIRED")
                #expect(try world.key(phone, .signature, "epoch") == "1")
            }
        }

        @Test("a device that was suspended meanwhile commits nothing")
        func suspendedDevice() throws {
            try withWorld { world in
                let (phone, citizen) = try world.phone(.signOnly)
                let proof = try phone.verified(citizen)
                let s5 = try phone.stopRefresh(.signature, before: "/sign/finish", authCode: proof)
                let run = try #require(try world.refresh(phone, "possession_session"))
                func device(_ state: String) throws {
                    try world.deployment.sql(
                        "UPDATE device SET state = '\(state)' WHERE document_number = '\(phone.documentNumber)'")
                }
                try device("SUSPENDED")
                let answer = try phone.post("/v3/mobile/session/\(run)/sign/finish", s5)
                #expect(answer.outcome == "409 REFRESH_CLOSED")
                #expect(try world.key(phone, .signature, "epoch") == "1")
                try device("ACTIVE")
                #expect(try world.canSign(phone))
            }
        }

        @Test("a refresh is its device's: another one does not find it")
        func otherDevice() throws {
            try withWorld { world in
                let (phone, _) = try world.phone()
                let (other, _) = try world.phone(.signOnly)
                let body = try phone.stopRefresh(.signature, before: "/refresh/complete")
                #expect(try other.post("/v3/mobile/refresh/complete", body).outcome == "404 REFRESH_NOT_FOUND")
                try phone.resumeRefresh()
            }
        }

        @Test("the possession cannot be proved before the refresh is authorised, nor behind its ten minutes")
        func pending() throws {
            try withWorld { world in
                let (phone, _) = try world.phone()
                let body = try phone.stopRefresh(.signature, before: "/refresh/complete")
                let runs = try phone.post("/v3/mobile/refresh/complete", body).json
                let possession = try #require(runs["possession"]?["sessionId"]?.string)
                #expect(try phone.get("/v3/mobile/session/\(possession)").outcome == "404 SESSION_NOT_FOUND")
                try phone.stopBeforeCommit()
                #expect(try phone.get("/v3/mobile/session/\(possession)").status == 200)
                try world.deployment.sql(
                    "UPDATE key_refresh SET expires_at = now() - interval '1 s' WHERE state = 'PENDING'")
                let late = #expect(throws: PhoneError.self) { try phone.resumeRefresh() }
                #expect(late?.code == "REFRESH_CLOSED")
                #expect(try world.key(phone, .signature, "epoch") == "1")
                #expect(try world.canSign(phone))
            }
        }

        @Test("a proof of possession does not begin behind the ten minutes")
        func late() throws {
            try withWorld { world in
                let (phone, _) = try world.phone()
                _ = try phone.stopRefresh(.signature, before: "/refresh/complete")
                try phone.stopBeforeCommit(.commit)
                try world.deployment.sql(
                    "UPDATE key_refresh SET expires_at = now() - interval '1 s' WHERE state = 'PENDING'")
                let late = #expect(throws: PhoneError.self) { try phone.resumeRefresh() }
                // The sweep may have been there first: then it is closed.
                let isSwept = try world.refresh(phone, "state") == "FAILED"
                #expect(late?.code == "REFRESH_EXPIRED" || isSwept)
                #expect(try world.canSign(phone))
            }
        }

        @Test("a possession whose refresh has ended meanwhile is not proved, and nobody is alarmed about its share")
        func endedBeforeProve() throws {
            try withWorld { world in
                let (phone, _) = try world.phone()
                _ = try phone.stopRefresh(.signature, before: "/refresh/complete")
                let s3 = try #require(try phone.stopBeforeCommit(.prove))
                let run = try #require(try world.refresh(phone, "possession_session"))
                let pool = world.deployment.database.pool(capacity: 2)
                defer { pool.close() }
                let id = try #require(try world.refresh(phone, "id"))
                try Stores(pool: pool).refreshes.fail(
                    id: id, reason: "SUPERSEDED", deadline: StorageDeadline(milliseconds: 5_000))
                let answer = try phone.post("/v3/mobile/session/\(run)/sign/prove", s3)
                #expect(answer.outcome == "409 REFRESH_CLOSED")
                let alarms = try world.deployment.value(
                    """
                    SELECT count(*) FROM audit_entry
                    WHERE kind = 'alert.keyIntegrity' AND subject = '\(phone.documentNumber)'
                    """)
                #expect(alarms == "0")
                #expect(throws: PhoneError.self) { try phone.resumeRefresh() }
                #expect(phone.registry.state.pendingRefresh == nil)
                #expect(try world.canSign(phone))
            }
        }

        @Test("a phone whose log-in key was deleted begins no run of it")
        func deletedAuthority() throws {
            try withWorld { world in
                let (phone, _) = try world.phone()
                _ = try phone.stopRefresh(.signature, before: "/refresh/complete")
                let vault = PINVault(registry: phone.registry)
                for _ in 1...10 { _ = try? vault.verify(.authentication, pin: PIN("99999")) }
                let end = #expect(throws: PhoneError.self) { try phone.resumeRefresh() }
                #expect(end?.code == "SLOT_DELETED")
                let begun = try world.deployment.value(
                    "SELECT count(*) FROM attempt WHERE document_number = '\(phone.documentNumber)'")
                #expect(begun == "0")
            }
        }

        @Test("an expired refresh loses its secrets in the background")
        func swept() throws {
            try withWorld { world in
                let (phone, _) = try world.phone()
                _ = try phone.stopRefresh(.signature, before: "/refresh/complete")
                try phone.stopBeforeCommit()
                let pool = world.deployment.database.pool(capacity: 2)
                defer { pool.close() }
                try world.deployment.sql("UPDATE key_refresh SET expires_at = now() - interval '1 s'")
                try Stores(pool: pool).refreshes.sweep(deadline: StorageDeadline(milliseconds: 5_000))
                #expect(try world.refresh(phone, "state || ' ' || reason") == "FAILED EXPIRED")
                #expect(try world.refresh(phone, "sealed_x2 IS NULL") == "true")
                #expect(throws: PhoneError.self) { try phone.resumeRefresh() }
                #expect(try world.canSign(phone))
            }
        }

        @Test("no relying party sees a run of a refresh, and none waits to be approved")
        func nobodyAsks() throws {
            try withWorld { world in
                let (phone, _) = try world.phone()
                let body = try phone.stopRefresh(.signature, before: "/refresh/complete")
                let runs = try phone.post("/v3/mobile/refresh/complete", body).json
                let session = try #require(runs["authorisation"]?["sessionId"]?.string)
                #expect(try phone.approver().pending().isEmpty)
                #expect(try world.party.send("GET", "/session/\(session)").status == 404)
                for scheme in ["REFRESH", "POSSESSION"] {
                    let refused = try world.party.ask(scheme: scheme, document: phone.documentNumber)
                    #expect(refused.status == 400, "\(scheme)")
                }
                // What the table itself refuses, whoever writes.
                #expect(throws: (any Error).self) {
                    try world.deployment.sql(
                        "UPDATE rp_session SET rp_id = '\(world.party.uuid)' WHERE id = '\(session)'")
                }
                try phone.resumeRefresh()
            }
        }

        @Test("a locked key is not refreshed, a wrong epoch not answered, a third rejected F3 the last of the day")
        func limits() throws {
            try withWorld { world in
                let (phone, _) = try world.phone()
                for _ in 1...3 {
                    let body = try phone.stopRefresh(.signature, before: "/refresh/complete")
                    _ = try phone.post(
                        "/v3/mobile/refresh/complete", BodyEditing.edit(body, "proof", BodyEditing.flipped))
                    #expect(throws: PhoneError.self) { try phone.resumeRefresh() }
                }
                let limited = #expect(throws: PhoneError.self) { try phone.refresh(.signature) }
                #expect(limited?.code == "REFRESH_LIMIT")

                let (other, _) = try world.phone()
                let body = try other.stopRefresh(.signature, before: "/refresh/init")
                let ahead = try BodyEditing.edit(body, "epoch") { _ in .number(JSONNumber(2)) }
                #expect(try other.post("/v3/mobile/refresh/init", ahead).outcome == "409 EPOCH")
                let own = "document_number = '\(try other.documentNumber)'"
                try world.deployment.sql("UPDATE key_share SET state = 'LOCKED' WHERE slot = 'SIGN' AND \(own)")
                #expect(try other.post("/v3/mobile/refresh/init", body).outcome == "403 KEY_LOCKED")
            }
        }

        @Test("an N that a key had in an earlier epoch is seen")
        func formerModulus() throws {
            try withWorld { world in
                let (phone, _) = try world.phone()
                let before = try #require(try world.key(phone, .signature, "encode(n_hash, 'hex')"))
                try phone.refresh(.signature)
                let seen = try world.deployment.value("SELECT count(*) FROM modulus WHERE n_hash = '\\x\(before)'")
                #expect(seen == "1")
                #expect(throws: (any Error).self) {
                    try world.deployment.sql(
                        """
                        UPDATE key_share SET n_hash = '\\x\(before)'
                        WHERE slot = 'AUTH' AND document_number = '\(phone.documentNumber)'
                        """)
                }
            }
        }

        @Test("an operator's list of suites binds enrolment and refresh")
        func suites() throws {
            let service = try TestService(settings: ["TAMGA_SUITES": "2"], suites: [.suite1, .suite2])
            let phone = try TestPhone(transport: service.transport())
            let refused = #expect(throws: PhoneError.self) {
                try phone.enrol(registrationNumber: "УХ00112233", slots: .signOnly)
            }
            #expect(refused?.code == "SUITE_UNKNOWN")
            let offered = try HTTPClient(baseURL: service.baseURL()).send(method: "GET", path: "/enrollment/parameters")
            #expect(try JSONParser.parse(offered.body)["suite"]?.int64 == 2)
            for text in ["", "0", "1,1", "3", "1;2", "1,"] {
                #expect(throws: ConfigurationError.self, "\(text)") {
                    try TestDeployment(settings: ["TAMGA_SUITES": text.isEmpty ? "," : text]).configuration()
                }
            }
        }
    }
}

extension TestRelyingParty {
    /// A signature in a scheme that relying parties do not have.
    fileprivate func ask(scheme: String, document: String) throws -> HTTPResponse {
        var body = JSONWriter()
        body.object { w in
            w.member("relyingPartyUUID", uuid)
            w.member("relyingPartyName", Self.name)
            w.member("certificateLevel", "ADVANCED")
            w.member("signatureProtocol", scheme)
            w.memberObject("signatureProtocolParameters") { w in
                w.member("digest", base64: SHA256.hash([1]))
                w.member("signatureAlgorithm", "rsassa-pss")
                w.memberObject("signatureAlgorithmParameters") { $0.member("hashAlgorithm", "SHA-256") }
            }
            w.member("interactions", Self.interactions)
        }
        return try send("POST", "/signature/notification/document/\(document)", body.bytes)
    }
}
