import Foundation
import ServerTestSupport
import Storage
import TestSupport
import Testing
import Wire

@testable import Server

/// What a portal of a citizen reads (rp-api.md §12).
@Suite struct RegisterRouteTests {
    private let paths = ["/certificates", "/devices", "/rp/activity", "/person/summary"].map {
        $0 + "/etsi/PNOMN-12345678"
    }

    private func world() throws -> SessionWorld {
        try SessionWorld(settings: RelyingPartySettings(rights: ["SIGN", "PKI_READ"]))
    }

    @Test func onlyWithTheRight() throws {
        let world = try SessionWorld()
        _ = try world.enrol()
        for path in paths {
            let answer = try world.get(path)
            #expect(answer.status == 403 && answer.code == "RELYING_PARTY_RIGHT_MISSING")
            #expect(try world.get(path, secret: "rp_sk_wrong").status == 401)
        }
    }

    @Test func nothingOnRecordIs404() throws {
        let world = try world()
        let codes = ["CERTIFICATE_NOT_FOUND", "DEVICE_NOT_FOUND", "SESSION_NOT_FOUND"]
        for (path, code) in zip(paths, codes) {
            let answer = try world.get(path)
            #expect(answer.status == 404 && answer.code == code)
        }
        for path in paths {
            let unknown = try world.get(path.replacing("12345678", with: "99999999"))
            #expect(unknown.status == 404 && unknown.code == "PERSON_NOT_FOUND")
            #expect(try world.get(path.replacing("PNOMN-12345678", with: "x")).code == "PERSON_ID_INVALID")
        }
    }

    @Test func certificates() throws {
        let world = try world()
        let phone = try world.enrol(), second = try world.enrol(slots: ["SIGN"], level: "ADVANCED")
        let answer = try world.get(paths[0])
        #expect(answer.members == ["counts", "certificates"])
        #expect(
            answer.json["counts"]
                == ["valid": 3, "revoked": 0, "expired": 0, "suspended": 0, "total": 3])
        let list = try #require(answer.json["certificates"]?.array)
        let newest = try #require(list.first)
        #expect(newest["documentNumber"]?.string == second.document && newest["type"] == "SIGN")
        #expect(newest["serialNumber"]?.string == second.serials["SIGN"])
        #expect(newest["certificateLevel"] == "ADVANCED" && newest["status"] == "VALID")
        #expect(newest["notBefore"]?.string?.hasSuffix("Z") == true && newest["notAfter"]?.string != nil)

        func statuses() throws -> String {
            (try world.get(paths[0]).json["certificates"]?.array ?? []).map {
                ($0["type"]?.string ?? "") + ":" + ($0["status"]?.string ?? "")
            }.sorted().joined(separator: " ")
        }
        try world.database.execute(
            """
            UPDATE device SET state = 'SUSPENDED' WHERE document_number = '\(second.document)';
            UPDATE certificate SET not_after = now() - interval '1 s'
                WHERE document_number = '\(phone.document)' AND slot = 'AUTH'
            """)
        #expect(try statuses() == "AUTH:EXPIRED SIGN:SUSPENDED SIGN:VALID")
        try world.database.execute(
            """
            UPDATE key_share SET state = 'SUSPENDED' WHERE document_number = '\(phone.document)' AND slot = 'SIGN';
            UPDATE certificate SET state = 'REVOKED', revoked_at = now() WHERE document_number = '\(second.document)'
            """)
        #expect(try statuses() == "AUTH:EXPIRED SIGN:REVOKED SIGN:SUSPENDED")
    }

    @Test func devices() throws {
        let world = try world()
        let phone = try world.enrol(), second = try world.enrol()
        let act = OperatorAct(by: "test", reason: "lost")
        let administration = world.stores.administration
        _ = try administration.revoke(documentNumber: second.document, act, deadline: SessionWorld.soon())
        _ = try administration.suspend(documentNumber: phone.document, act, deadline: SessionWorld.soon())
        let stopped = try world.get(paths[1])
        #expect(stopped.json["activeCount"]?.int64 == 0 && stopped.json["total"]?.int64 == 2)
        #expect(stopped.json["devices"]?.array?.allSatisfy { $0["deactivatedAt"]?.string != nil } == true)
        _ = try administration.unlock(documentNumber: phone.document, act, deadline: SessionWorld.soon())
        let answer = try world.get(paths[1])
        #expect(answer.json["activeCount"]?.int64 == 1)
        let list = try #require(answer.json["devices"]?.array)
        #expect(list.map { $0["documentNumber"]?.string } == [second.document, phone.document])
        #expect(list[0]["active"]?.bool == false && list[0]["platform"] == "APNS")
        #expect(list[1].object?.members.map(\.name) == ["documentNumber", "platform", "enrolledAt", "active"])
    }

    @Test func activityIsThePartysOwn() throws {
        let world = try world()
        let phone = try world.enrol()
        let other = (id: SessionWorld.uuid(), secret: "rp_sk_other")
        try world.addParty(
            id: other.id, secret: other.secret, settings: RelyingPartySettings(rights: ["SIGN", "PKI_READ"]))
        try world.logIn(phone, party: other)
        #expect(try world.get(paths[2]).code == "SESSION_NOT_FOUND")
        try world.logIn(phone)
        let refused = try world.open(.signature)
        _ = try world.refuse(refused, .object(["reason": "USER_REFUSED"]), phone)
        let running = try world.open(.signature)
        let answer = try world.get(paths[2])
        #expect(answer.members == ["counts", "sessions", "total"] && answer.json["total"]?.int64 == 3)
        #expect(answer.json["counts"] == ["authentication": 1, "signature": 2])
        let list = try #require(answer.json["sessions"]?.array)
        #expect(list.map { $0["outcome"]?.string } == ["RUNNING", "USER_REFUSED", "OK"])
        #expect(list.map { $0["flow"]?.string } == ["SIGNATURE", "SIGNATURE", "AUTHENTICATION"])
        #expect(list[0]["sessionId"]?.string == running && list[0]["docText"] == "Нэвтрэх")
        let page = try world.get(paths[2] + "?limit=1&offset=1")
        #expect(page.json["sessions"]?.array?.map { $0["sessionId"]?.string } == [refused])
        let behind = try world.get(paths[2] + "?offset=10")
        #expect(behind.status == 200 && behind.json["sessions"] == .array([]) && behind.json["total"]?.int64 == 3)
        for query in ["?limit=0", "?limit=101", "?offset=-1", "?limit=x"] {
            #expect(try world.get(paths[2] + query).code == "QUERY_INVALID")
        }
        #expect(try world.get(paths[2], secret: other.secret).json["total"]?.int64 == 1)
    }

    @Test func summary() throws {
        let world = try SessionWorld(
            settings: RelyingPartySettings(rights: ["SIGN", "PKI_READ", "ORG_WRITE"]))
        _ = try world.director()
        _ = try world.enrol()
        let answer = try world.get(paths[3])
        let counts: JSONValue = [
            "valid": 4, "revoked": 0, "expired": 0, "suspended": 0,
            "total": 4,
        ]
        #expect(
            answer.json == [
                "givenName": "Бат", "surname": "Дорж", "certificates": ["counts": counts],
                "activity": ["counts": ["authentication": 1, "signature": 0]],
                "devicesActive": 2, "devicesTotal": 2, "representationCount": 1,
            ])
        let empty = try world.addCitizen("87654321", "МА74101813")
        let bare = try world.get("/person/summary/etsi/" + empty.civilID)
        #expect(bare.status == 200 && bare.json["devicesTotal"]?.int64 == 0)
    }

    /// A real certificate's issuer, as openssl reads it.
    @Test func theIssuerIsThatOfTheCertificate() throws {
        let service = try TestService()
        _ = try service.enrolledPhone(registrationNumber: "УХ00112233", slots: .signOnly)
        try service.database.execute("UPDATE relying_party SET rights = '{PKI_READ}'")
        let answer = try service.relyingParty.send(
            "GET", "/certificates/etsi/" + PercentCoding.encode("УХ00112233"))
        let certificate = try #require(answer.json["certificates"]?.array?.first)
        let der = try #require(try service.deployment.value("SELECT encode(der, 'hex') FROM certificate"))
        let file = service.folder + "/leaf.der"
        try Data(try #require(Hex.decode(der))).write(to: URL(fileURLWithPath: file))
        let openssl = Process(), output = Pipe()
        openssl.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        openssl.arguments = [
            "openssl", "x509", "-inform", "DER", "-in", file, "-noout", "-issuer", "-nameopt", "RFC2253,-esc_msb",
        ]
        openssl.standardOutput = output
        try openssl.run()
        let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        openssl.waitUntilExit()
        let issuer = try #require(certificate["issuerDn"]?.string)
        #expect(issuer.contains("CN=") && said == "issuer=\(issuer)\n")
    }
}
