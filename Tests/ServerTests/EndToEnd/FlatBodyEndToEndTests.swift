import Crypto
import Phone
import ServerTestSupport
import Testing
import Wire

extension EndToEnd {
    /// A log-in of an older client: what is signed is its challenge and the key of the certificate.
    @Suite struct FlatBodyEndToEndTests {
        @Test func logInOfAnOlderClient() throws {
            try EndToEnd.withWorld { world in
                try world.deployment.sql("UPDATE relying_party SET accepts_flat = true")
                let challenge = [UInt8](32..<64)
                let answer = try world.party.send(
                    "POST", "/authentication/notification/document/\(world.document)",
                    Array(
                        """
                        {"relyingPartyUUID":"\(world.party.uuid)","relyingPartyName":"DEMO",
                        "certificateLevel":"ADVANCED","signatureProtocol":"ACSP_V2",
                        "rpChallenge":"\(Base64.encode(challenge))",
                        "interactions":[{"type":"displayTextAndPIN","displayText60":"Нэвтрэх"}]}
                        """.utf8))
                let id = try #require(answer.json["sessionID"]?.string)
                try world.phone.approve(id)
                let result = try world.party.result(id)
                // "Login OK without a person is an error" to those clients.
                #expect(result["person"]?["regNo"]?.string == "УХ00112233")
                #expect(result["signatureProtocol"]?.string == "ACSP_V2_SPKI")
                #expect(result["signature"]?["userChallenge"] == nil)
                let leaf = try #require(Base64.decode(result["cert"]?["value"]?.string ?? ""))
                let point = try #require(try CertificateInspector.inspect(leaf).publicKey)
                let digest = SHA256.hash(Array("ACSP_V2".utf8) + [0] + challenge + [0] + SPKI.p256Prefix + point)
                #expect(try world.party.hasValidSignature(id, digest: digest))
            }
        }
    }
}
