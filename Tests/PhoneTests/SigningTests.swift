import Crypto
import Phone
import Testing
import Wire

@Suite struct SigningTests {
    @Test func signsADigest() throws {
        let fixture = try Fixture()
        fixture.server.add(.signature("session-1"))
        let outcome = try fixture.approver().approve("session-1", pins: Fixture.pins)
        #expect(outcome == .signed(endResult: "OK", callbackURL: nil))
        let signature = try #require(fixture.server.session("session-1")?.signature)
        let record = try fixture.slot(.signature)
        #expect(
            ECDSA.isValid(
                r: Array(signature.prefix(32)), s: Array(signature.suffix(32)),
                digest: SHA256.hash(Array("a document".utf8)), publicKey: record.Q))
        #expect(record.openRun == nil)
        #expect(record.ratchet.tokens.count == 1)
        #expect(record.lastSignCounter == 1)
    }
}
