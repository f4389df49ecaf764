import Crypto
import Phone
import ServerTestSupport
import Testing
import Wire

@Suite("A phone enrols, logs in and signs")
struct FirstLogInTests {
    @Test("a log-in and a signature verify under the certificates of the enrolment")
    func logInAndSign() throws {
        let server = try TestService()
        let phone = try server.enrolledPhone(registrationNumber: "УХ00112233")
        let document = try phone.documentNumber

        let logIn = try server.relyingParty.logIn(document: document)
        try phone.approve(logIn)
        let result = try server.relyingParty.result(logIn)
        #expect(result["state"]?.string == "COMPLETE")
        #expect(result["result"]?["endResult"]?.string == "OK")
        #expect(result["result"]?["documentNumber"]?.string == document)

        let digest = SHA256.hash(Array("a contract".utf8))
        let signing = try server.relyingParty.sign(digest: digest, document: document)
        try phone.approve(signing)
        let signed = try server.relyingParty.result(signing)
        #expect(signed["result"]?["endResult"]?.string == "OK")
        let der = try #require(Base64.decode(signed["signature"]?["value"]?.string ?? ""))
        let raw = try ECDSASignatureDER.decode(der)
        let leaf = try #require(Base64.decode(signed["cert"]?["value"]?.string ?? ""))
        let key = try #require(try CertificateInspector.inspect(leaf).publicKey)
        #expect(
            ECDSA.isValid(
                r: Array(raw.prefix(32)), s: Array(raw.suffix(32)), digest: digest,
                publicKey: try Point(encoding: key)))
    }
}
