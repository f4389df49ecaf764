import Foundation
import TestSupport
import Testing

@testable import Storage

/// The text from which a session's start is measured without this program asks what the stores ask.
@Suite struct SessionStartScriptTests {
    @Test func itsTextOpensASession() throws {
        let world = try World()
        var new = world.newSession()
        new.registeredName = "O'Neill's \\ bank"
        new.addressedDocument = world.document
        try world.stores.sessions.create(
            new, limits: OpenSessionLimits(ofOneParty: 5, inAll: 20), deadline: soon())
        let script = SessionStartScript(
            secretHash: World.random(32), session: new, limits: OpenSessionLimits(ofOneParty: 5, inAll: 20),
            document: "'\(world.document)'::uuid", citizen: "'\(world.citizen.id)'::uuid")
        for statement in script.trips.joined() { try world.database.execute(statement) }
        // Everything but id and times is that of the stores' own.
        let columns = """
            rp_id, flow, slot, signature_protocol, citizen_id, addressed_document, relying_party_name, registered_name,
            interactions, rp_challenge, digest, hash_type, server_random, flow_type, session_token, vc_type, vc_value,
            certificate_level, request_json, organisation, confirms, shares_device_address, linked_session, state
            """
        let rows = try world.database.execute("SELECT \(columns) FROM rp_session")
        #expect(rows.count == 2 && rows[0] == rows[1])
        #expect(rows[0].contains("O'Neill's \\ bank"))
        let opened = try world.database.execute("SELECT count(*) FROM audit_entry WHERE kind = 'session.opened'")
        #expect(opened == [["2"]])
        #expect(try world.database.execute(script.trips[1][0]).count == 1)
        #expect(try world.database.execute(script.trips[2][0]).count == 1)
    }

    @Test func theLimitHoldsInTheTextToo() throws {
        let world = try World()
        let new = world.newSession()
        let script = SessionStartScript(
            secretHash: World.random(32), session: new, limits: OpenSessionLimits(ofOneParty: 2, inAll: 8),
            document: "'\(world.document)'::uuid", citizen: "'\(world.citizen.id)'::uuid")
        for _ in 0..<3 { for statement in script.trips.joined() { try world.database.execute(statement) } }
        #expect(try world.database.execute("SELECT count(*) FROM rp_session") == [["2"]])
    }

    @Test func valuesAreWrittenOut() {
        let statement = Statement("test.text", "SELECT $1, $2, $3, $4, $10, $11, $1")
        let bound = statement(
            .text("a'$2"), .bytes([0xA0, 0x0B]), .int(-7), .bool(true), .text(nil), .text(nil), .text(nil),
            .text(nil), .text(nil), .uuid("0123abcd-0000-4000-8000-00000000ffff"))
        #expect(
            bound.text(replacing: [3: "x[:k]"]) == """
                SELECT 'a''$2'::text, '\\xa00b'::bytea, x[:k], true, \
                '0123abcd-0000-4000-8000-00000000ffff'::uuid, $11, 'a''$2'::text
                """)
        #expect(statement(.int(-7), .bytes(nil)).text().hasPrefix("SELECT (-7)::bigint, NULL::bytea, $3"))
    }
}
