import Crypto
import Phone
import ServerTestSupport
import Testing
import Wire

extension EndToEnd {
    /// A log-in and a signature by device link, from the relying party's request to its own check of the result. The
    /// links, and the payload that was signed, are made by `LinkMaker`, which knows only the specification.
    @Suite struct DeviceLinkEndToEndTests {
        private static let callback = "https://rp.example.mn/cb?value=Xy12Ab34"

        private func start(
            _ party: TestRelyingParty, _ path: String, _ members: (inout JSONWriter) -> Void, challenge: String
        ) throws -> (id: String, LinkMaker.Session) {
            var body = JSONWriter()
            body.object { w in
                w.member("relyingPartyUUID", party.uuid)
                w.member("relyingPartyName", "Дэмо банк")
                members(&w)
                w.member("interactions", TestRelyingParty.interactions)
                w.member("initialCallbackUrl", Self.callback)
            }
            let answer = try party.send("POST", path, body.bytes)
            try #require(answer.status == 200)
            let json = answer.json
            return (
                try #require(json["sessionID"]?.string),
                LinkMaker.Session(
                    token: try #require(json["sessionToken"]?.string),
                    secret: try #require(json["sessionSecret"]?.string),
                    base: try #require(json["deviceLinkBase"]?.string),
                    signatureProtocol: path.hasPrefix("/auth") ? "ACSP_V2" : "RAW_DIGEST_SIGNATURE",
                    challenge: challenge, name: "Дэмо банк", interactions: TestRelyingParty.interactions,
                    callback: Self.callback)
            )
        }

        private func logIn(_ party: TestRelyingParty) throws -> (id: String, LinkMaker.Session) {
            try start(
                party, "/authentication/device-link/anonymous",
                { w in
                    w.member("signatureProtocol", "ACSP_V2")
                    w.memberObject("signatureProtocolParameters") { w in
                        w.member("rpChallenge", TestRelyingParty.challenge)
                        w.member("signatureAlgorithm", "rsassa-pss")
                        w.memberObject("signatureAlgorithmParameters") { $0.member("hashAlgorithm", "SHA-256") }
                    }
                }, challenge: TestRelyingParty.challenge)
        }

        @Test(arguments: ["QR", "Web2App", "App2App"])
        func logInByLink(_ kind: String) throws {
            try EndToEnd.withWorld { world in
                let (id, session) = try logIn(world.party)
                let link = try LinkMaker.link(session, kind, elapsed: kind == "QR" ? 0 : nil)
                let outcome = try world.phone.approver().answer(link: link, pins: world.phone.pins) { _ in .approve() }
                guard case .signed("OK", let opened) = outcome else { throw TestFailure("\(outcome)") }

                let result = try world.party.result(id)
                func text(_ member: String) throws -> String { try #require(result["signature"]?[member]?.string) }
                let isSameDevice = kind != "QR"
                #expect(try text("flowType") == kind)
                #expect(try text("initialCallbackUrl") == (isSameDevice ? Self.callback : ""))
                #expect(result["person"]?["regNo"]?.string == "УХ00112233")
                let userChallenge = try text("userChallenge")
                let digest = try LinkMaker.payloadDigest(
                    session, serverRandom: text("serverRandom"), userChallenge: userChallenge,
                    interaction: "displayTextAndPIN", callback: isSameDevice ? Self.callback : "", flowType: kind)
                #expect(try world.party.hasValidSignature(id, digest: #require(Hex.decode(digest))))

                // What the browser brings back belongs to this session and to nobody else's.
                #expect((opened != nil) == isSameDevice)
                guard let opened else { return }
                let query = QueryString(opened.split(separator: "?").last.map(String.init))
                let verifier = try #require(query?["userChallengeVerifier"])
                #expect(opened.hasPrefix(Self.callback + "&"))
                #expect(Base64URL.encode(SHA256.hash(Array(verifier.utf8))) == userChallenge)
                let secret = try #require(Base64.decode(session.secret))
                #expect(query?["sessionSecretDigest"] == Base64URL.encode(SHA256.hash(secret)))
            }
        }

        @Test func signatureByLink() throws {
            try EndToEnd.withWorld { world in
                let digest = SHA256.hash(Array("a contract by link".utf8))
                let (id, session) = try start(
                    world.party, "/signature/device-link/document/\(world.document)",
                    { w in
                        w.member("signatureProtocol", "RAW_DIGEST_SIGNATURE")
                        w.memberObject("signatureProtocolParameters") { w in
                            w.member("digest", base64: digest)
                            w.member("signatureAlgorithm", "ecdsa-with-SHA256")
                            w.memberObject("signatureAlgorithmParameters") { $0.member("hashAlgorithm", "SHA-256") }
                        }
                    }, challenge: Base64.encode(digest))
                #expect(try world.phone.approver().pending().allSatisfy { $0.sessionId != id })
                let link = try LinkMaker.link(session, "QR", elapsed: 0, type: "sign")
                _ = try world.phone.approver().answer(link: link, pins: world.phone.pins) { _ in .approve() }
                #expect(try world.party.hasValidSignature(id, digest: digest))
                #expect(try world.party.result(id)["signature"]?["flowType"]?.string == "QR")
            }
        }

        /// A citizen who says no still comes back to the page that waits.
        @Test func refusalByLink() throws {
            try EndToEnd.withWorld { world in
                let (id, session) = try logIn(world.party)
                let outcome = try world.phone.approver().answer(
                    link: LinkMaker.link(session, "Web2App"), pins: world.phone.pins
                ) { _ in .refuse(.userRefused) }
                guard case .refused(.userRefused, let opened?) = outcome else { throw TestFailure("\(outcome)") }
                #expect(opened.hasPrefix(Self.callback + "&sessionSecretDigest="))
                #expect(try world.party.endResult(id) == "USER_REFUSED")
            }
        }
    }
}
