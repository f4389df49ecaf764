import Storage
import Synchronization
import TestSupport
import Testing
import Wire

@testable import Server

/// The browser's return, with a provider that answers what a test says.
@Suite struct CallbackTests {
    /// Keeps what it was asked.
    private final class Provider: RedirectKYCProvider {
        let name = "stub"
        let runs = Mutex<[KYCRun]>([])
        private let answer: Result<KYCPerson, ServiceError>

        init(_ answer: Result<KYCPerson, ServiceError>) { self.answer = answer }

        func begin(_ run: KYCRun, number: RegistrationNumber) throws(ServiceError) -> KYCBeginning {
            .redirect(url: "https://id.example.mn/authorize?state=\(run.reference)", context: [1])
        }

        func complete(_ run: KYCRun, _ callback: QueryString) throws(ServiceError) -> KYCPerson {
            runs.withLock { $0.append(run) }
            return try answer.get()
        }
    }

    private static let person = KYCPerson(
        civilId: "12345678", registrationNumber: "УХ00112233", givenName: "Бат", surname: "Дорж")

    private let provider: Provider
    private let world: SessionWorld
    /// The phone's.
    private let state: String
    /// What the browser sees.
    private let reference: String

    private init(_ answer: Result<KYCPerson, ServiceError>) throws {
        let provider = Provider(answer)
        self.provider = provider
        world = try SessionWorld(providers: [.dan: provider])
        let started = try world.call(
            "POST", "/v3/kyc/dan/init", ["Content-Type": "application/json"],
            JSONValue.object(["registrationNumber": "УХ00112233"]).bytes)
        state = try #require(started.json["state"]?.string)
        let url = try #require(started.json["verificationUrl"]?.string)
        reference = String(url.drop { $0 != "=" }.dropFirst())
    }

    init() throws { try self.init(.success(Self.person)) }

    private func comeBack(_ query: String, method: String = "GET", path: String = "dan") throws -> SessionWorld.Answer {
        try world.call(method, "/v3/kyc/\(path)/callback?\(query)", [:])
    }

    private func status() throws -> JSONValue { try world.call("GET", "/v3/kyc/dan/status?state=\(state)", [:]).json }

    @Test func theBrowserNeverHasThePhonesState() throws {
        #expect(reference == KYCReference.of(state) && reference != state && reference.count == 43)
        #expect(try world.database.execute("SELECT state FROM kyc_verification") == [[reference]])
        // The reference opens nothing.
        #expect(try world.call("GET", "/v3/kyc/dan/status?state=\(reference)", [:]).code == "KYC_STATE_UNKNOWN")
    }

    @Test func theReturnVerifies() throws {
        #expect(try status() == ["status": "PENDING"])
        let page = try comeBack("state=\(reference)&code=c0de")
        #expect(page.status == 200)
        #expect(try status()["status"]?.string == "VERIFIED")
        #expect(
            provider.runs.withLock { $0 } == [
                KYCRun(reference: reference, callbackURL: "https://id.example.mn/v3/kyc/dan/callback")
            ])
    }

    /// One page for everything, in two languages, that loads nothing and is kept nowhere.
    @Test func thePageSaysNothing() throws {
        let first = try comeBack("state=\(reference)&code=c0de").response
        let others = try ["state=\(reference)&code=c0de", "state=unknown&code=c0de", "error=access_denied", ""].map {
            try comeBack($0).response
        }
        for other in others { #expect(other.status == first.status && other.body == first.body) }
        let text = String(decoding: first.body, as: UTF8.self)
        #expect(text.contains("Апп руугаа буцна уу") && text.contains("Please return to the app"))
        #expect(!text.contains("<script") && !text.contains(reference))
        let fields = first.headers
        #expect(fields["Content-Security-Policy"]?.hasPrefix("default-src 'none';") == true)
        #expect(fields["Content-Security-Policy"]?.contains("frame-ancestors 'none'") == true)
        #expect(fields["Cache-Control"] == "no-store" && fields["Referrer-Policy"] == "no-referrer")
        #expect(fields["X-Content-Type-Options"] == "nosniff" && fields["X-Frame-Options"] == "DENY")
    }

    @Test func aRunComesBackOnce() throws {
        for _ in 0..<3 { _ = try comeBack("state=\(reference)&code=c0de") }
        #expect(provider.runs.withLock { $0.count } == 1)
    }

    /// Of many at once one gets it.
    @Test func aRunComesBackOnceAlsoAtOnce() async throws {
        let won = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask { [world, reference] in
                    try world.stores.kyc.claim(
                        reference: reference, provider: "stub", deadline: SessionWorld.soon()) != nil
                }
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(won == 1)
    }

    @Test func whatDoesNotNameARunUsesNothingUp() throws {
        for query in [
            "code=c0de", "state=&code=c0de", "state=\(reference)x&code=c0de", "state=\(state)&code=c0de",
            "state=\(reference)&state=\(reference)&code=c0de",
        ] { _ = try comeBack(query) }
        _ = try comeBack("state=\(reference)&code=c0de", method: "HEAD")
        _ = try comeBack("state=\(reference)&code=c0de", path: "gsign")
        #expect(provider.runs.withLock { $0.isEmpty })
        #expect(try status() == ["status": "PENDING"])
    }

    @Test func anExpiredRunDoesNotComeBack() throws {
        try world.database.execute("UPDATE kyc_verification SET expires_at = now() - interval '1 s'")
        _ = try comeBack("state=\(reference)&code=c0de")
        #expect(provider.runs.withLock { $0.isEmpty })
        #expect(try status() == ["status": "EXPIRED"])
    }

    @Test(arguments: [Code.kycFailed, .kycProviderFailed])
    func aFailureIsToldThePhoneByItsCode(_ code: Code) throws {
        let test = try CallbackTests(.failure(ServiceError(code)))
        #expect(try test.comeBack("state=\(test.reference)&code=c0de").status == 200)
        #expect(try test.status() == ["status": "FAILED", "code": .string(code.rawValue)])
    }

    /// Who proves somebody else's identity than was asked for verifies nobody; neither does one person with two
    /// numbers.
    @Test(arguments: [
        KYCPerson(civilId: "1", registrationNumber: "МА74101813", givenName: "Анар", surname: "Баяр"),
        KYCPerson(civilId: "99999999", registrationNumber: "УХ00112233", givenName: "Бат", surname: "Дорж"),
    ])
    func anotherPerson(_ person: KYCPerson) throws {
        let test = try CallbackTests(.success(person))
        _ = try test.comeBack("state=\(test.reference)&code=c0de")
        #expect(try test.status() == ["status": "FAILED", "code": "KYC_PERSON_MISMATCH"])
        #expect(try test.world.database.execute("SELECT count(*) FROM citizen WHERE civil_id = '1'") == [["0"]])
    }
}
