import Crypto
import Dispatch
import Phone
import Server
import ServerTestSupport
import Storage
import Synchronization
import TestSupport
import Testing
import Wire

extension EndToEnd {
    @Suite("Enrolments that repeat, collide or come too late", .serialized)
    struct Enrolments {
        @Test("the same K3 gets the same K4 bytes, at once and later; another body is refused; the first use erases it")
        func repeated() throws {
            try withWorld { world in
                let kit = try K3Kit(world.phone.transport)
                let (opened, body) = try kit.prove(citizen: world.newCitizen())
                let url = world.service.baseURL()
                let answers = Mutex<[HTTPResponse]>([])
                DispatchQueue.concurrentPerform(iterations: 4) { _ in
                    guard let client = try? HTTPClient(baseURL: url) else { return }
                    let answer = try? client.send(
                        method: "POST", path: "/enrollment/complete", headers: ["Content-Type": "application/json"],
                        body: body)
                    if let answer { answers.withLock { $0.append(answer) } }
                }
                let all = answers.withLock { $0 }
                let k4 = try kit.complete(body)
                #expect(k4.status == 200)
                #expect(all.count == 4)
                #expect(all.allSatisfy { $0.body == k4.body || $0.outcome == "409 IN_PROGRESS" })
                let other = try kit.complete(BodyEditing.respelled(body))
                #expect(other.outcome == "409 ENROLMENT_STEP_TAKEN")
                let document = opened.documentNumber
                let devices = "SELECT count(*) FROM device WHERE document_number = '\(document)'"
                #expect(try world.deployment.value(devices) == "1")

                let token = try #require(k4.json["deviceToken"]?.string)
                let phone = PhoneClient(transport: world.phone.transport, deviceToken: token)
                #expect(try phone.pending(documentNumber: document).isEmpty)
                #expect(try kit.complete(body).outcome == "409 ENROLMENT_CLOSED")

                // N and the identity proofing are used up.
                let second = try kit.prove(citizen: world.newCitizen())
                let seen = try kit.complete(second.body)
                #expect(seen.outcome == "422 N_SEEN")
                #expect(seen.pointer == "/slots/0/N")
                try world.expectBurned(second.opened)
                let spent = try kit.post("/v3/enrollment/init", K3Kit.initBody(opened.state, []))
                #expect(spent.status == 400)
                let again = K3Kit.initBody(
                    opened.state,
                    [K1Slot(slot: .signature, suite: 1, nonce: SHA256.hash([1]), commitment: SHA256.hash([2]))])
                let refused = try kit.post("/v3/enrollment/init", again)
                #expect(refused.outcome == "409 KYC_STATE_SPENT")
                #expect(refused.pointer == "/danAuthCode")
            }
        }

        @Test("of two enrolments on one identity proofing the first completes; the second leaves nothing behind")
        func oneProofing() throws {
            try withWorld { world in
                let kit = try K3Kit(world.phone.transport)
                let citizen = world.newCitizen()
                let first = try kit.prove(citizen: citizen, freshKey: true)
                let second = try kit.prove(citizen: citizen, state: first.opened.state)
                #expect(try kit.complete(first.body).status == 200)
                #expect(try kit.complete(second.body).outcome == "409 KYC_STATE_SPENT")
                let id = second.opened.id
                #expect(try world.deployment.value("SELECT state FROM enrolment WHERE id = '\(id)'") == "FAILED")
                let shares = "SELECT count(*) FROM enrolment_slot WHERE enrolment_id = '\(id)'"
                #expect(try world.deployment.value(shares) == "0")
                try world.expectNoDevice(second.opened)
            }
        }

        @Test("an unknown, unverified, failed or expired identity proofing opens nothing")
        func proofings() throws {
            try withWorld { world in
                let kit = try K3Kit(world.phone.transport)
                let slot = K1Slot(
                    slot: .signature, suite: 1, nonce: SHA256.hash([1]), commitment: SHA256.hash([2]))
                let cases = [
                    ("status = 'PENDING', citizen_id = NULL", "403 KYC_NOT_VERIFIED"),
                    ("status = 'FAILED', citizen_id = NULL", "403 KYC_FAILED"),
                    ("expires_at = now() - interval '1 second'", "404 KYC_STATE_EXPIRED"),
                ]
                let before = try world.deployment.value("SELECT count(*) FROM enrolment")
                for (change, outcome) in cases {
                    let state = try kit.verified(world.newCitizen())
                    try world.deployment.sql(
                        "UPDATE kyc_verification SET \(change) WHERE state = '\(KYCReference.of(state))'")
                    let refused = try kit.post("/v3/enrollment/init", K3Kit.initBody(state, [slot]))
                    #expect(refused.outcome == outcome)
                    #expect(refused.pointer == "/danAuthCode")
                    #expect(ErrorShape.problems(refused).isEmpty)
                }
                // How it failed is told as `status` tells it.
                let failed = try kit.verified(world.newCitizen())
                try world.deployment.sql(
                    """
                    UPDATE kyc_verification SET status = 'FAILED', citizen_id = NULL, failure = 'KYC_PROVIDER_FAILED'
                    WHERE state = '\(KYCReference.of(failed))'
                    """)
                let told = try kit.post("/v3/enrollment/init", K3Kit.initBody(failed, [slot]))
                #expect(told.outcome == "403 KYC_FAILED" && told.firstItem == "KYC_PROVIDER_FAILED")
                #expect(ErrorShape.problems(told).isEmpty)
                let unknown = try kit.post("/v3/enrollment/init", K3Kit.initBody("nobody's", [slot]))
                #expect(unknown.outcome == "404 KYC_STATE_UNKNOWN")
                #expect(try world.deployment.value("SELECT count(*) FROM enrolment") == before)
            }
        }

        @Test("K3 after the enrolment's ten minutes, or of an unknown enrolment, finds nothing")
        func late() throws {
            try withWorld { world in
                let kit = try K3Kit(world.phone.transport)
                let opened = try kit.openAnything(citizen: world.newCitizen())
                let body = kit.body(opened, .nonsense)
                try world.deployment.sql(
                    "UPDATE enrolment SET expires_at = now() - interval '1 second' WHERE id = '\(opened.id)'")
                #expect(try kit.complete(body).outcome == "404 ENROLMENT_EXPIRED")
                try world.expectBurned(opened)
                let unknown = try BodyEditing.edit(body, "enrollmentId") { _ in .string(world.document) }
                #expect(try kit.complete(unknown).outcome == "404 ENROLMENT_NOT_FOUND")
                let malformed = try BodyEditing.edit(body, "enrollmentId") { _ in .string("x") }
                let refused = try kit.complete(malformed)
                #expect(refused.status == 400)
                #expect(refused.pointer == "/enrollmentId")
            }
        }

        @Test("so many enrolments may be open on one proof of identity, and so many of one citizen")
        func bounds() throws {
            try withWorld { world in
                let kit = try K3Kit(world.phone.transport)
                let citizen = world.newCitizen()
                let slot = K1Slot(
                    slot: .signature, suite: 1, nonce: SHA256.hash([1]), commitment: SHA256.hash([2]))
                func initiate(_ state: String) throws -> HTTPResponse {
                    try kit.post("/v3/enrollment/init", K3Kit.initBody(state, [slot]))
                }
                let first = try kit.verified(citizen), second = try kit.verified(citizen)
                let third = try kit.verified(citizen)
                for state in [first, second] {
                    for _ in 1...3 { #expect(try initiate(state).status == 200) }
                    let refused = try initiate(state)
                    #expect(refused.outcome == "429 ENROLMENT_LIMIT")
                    #expect(refused.headers["Retry-After"] == "60")
                }
                #expect(try initiate(third).outcome == "429 ENROLMENT_LIMIT")
                // What has expired or ended makes room.
                try world.deployment.sql(
                    """
                    UPDATE enrolment SET expires_at = now() - interval '1 second'
                    WHERE kyc_state = '\(KYCReference.of(first))'
                    """)
                #expect(try initiate(third).status == 200)
                #expect(try initiate(first).status == 200)
                #expect(try initiate(second).outcome == "429 ENROLMENT_LIMIT")
            }
        }

        @Test("a Q1 that another key has is seen when it is stored, and named")
        func repeatedShare() throws {
            try withWorld { world in
                let kit = try K3Kit(world.phone.transport)
                let first = try kit.prove(citizen: world.newCitizen(), random: StuckRandom())
                #expect(try kit.complete(first.body).status == 200)
                let second = try kit.prove(citizen: world.newCitizen(), freshKey: true, random: StuckRandom())
                let refused = try kit.complete(second.body)
                #expect(refused.outcome == "422 N_SEEN")
                #expect(refused.pointer == "/slots/0/Q1")
                #expect(ErrorShape.problems(refused).isEmpty)
                try world.expectBurned(second.opened)
            }
        }

        @Test("a share that does not open costs the phone nothing and the operator is told; put right, it completes")
        func damagedShare() throws {
            try withWorld { world in
                let kit = try K3Kit(world.phone.transport)
                let (opened, body) = try kit.prove(citizen: world.newCitizen())
                let damage = """
                    UPDATE enrolment_slot SET sealed_x2 = set_byte(sealed_x2, 40, get_byte(sealed_x2, 40) # 1)
                    WHERE enrolment_id = '\(opened.id)'
                    """
                try world.deployment.sql(damage)
                for _ in 1...2 { #expect(try kit.complete(body).outcome == "500 INTERNAL") }
                let told = """
                    SELECT string_agg(detail->>'check', ' ') FROM audit_entry
                    WHERE kind = 'alert.keyIntegrity' AND subject = '\(opened.documentNumber)'
                    """
                #expect(try world.deployment.value(told) == "ENVELOPE_INVALID")
                try world.deployment.sql(damage)
                #expect(try kit.complete(body).status == 200)
            }
        }

        @Test("after three rejected enrolments in a day a citizen is looked at by a person")
        func limit() throws {
            try withWorld { world in
                let kit = try K3Kit(world.phone.transport)
                let citizen = world.newCitizen()
                let counted = try world.service.metric("tamga_alerts_total{kind=\"enrolmentLimit\"}")
                let state = try kit.verified(citizen)
                let slot = K1Slot(
                    slot: .signature, suite: 1, nonce: SHA256.hash([1]), commitment: SHA256.hash([2]))
                func reject() throws {
                    let opened = try kit.open(slot, citizen: citizen, state: state)
                    #expect(try kit.complete(kit.body(opened, .nonsense)).status == 400)
                }
                func initiate() throws -> HTTPResponse {
                    try kit.post("/v3/enrollment/init", K3Kit.initBody(state, [slot]))
                }
                let id = try world.deployment.value(
                    "SELECT citizen_id FROM kyc_verification WHERE state = '\(KYCReference.of(state))'")
                let own = "citizen_id = '\(id ?? "")'"
                let alerts = """
                    SELECT count(*) FROM audit_entry WHERE kind = 'alert.enrolmentLimit' AND subject = '\(id ?? "")'
                    """
                for _ in 1...2 { try reject() }
                let waiting = try kit.open(slot, citizen: citizen, state: state)
                #expect(try world.deployment.value(alerts) == "0")
                try reject()
                for _ in 1...2 {
                    let refused = try initiate()
                    #expect(refused.outcome == "429 ENROLMENT_LIMIT")
                    #expect((86_300...86_400).contains(Int(refused.headers["Retry-After"] ?? "") ?? 0))
                }
                // One that was open already is refused as well, which is no second alert.
                let late = try kit.complete(kit.body(waiting, .nonsense))
                #expect(late.outcome == "429 ENROLMENT_LIMIT" && late.headers["Retry-After"] != nil)
                #expect(try world.deployment.value(alerts) == "1")
                #expect(try world.service.metric("tamga_alerts_total{kind=\"enrolmentLimit\"}") == counted + 1)

                // Of four the second has to be a day old.
                func age(_ hours: Int) throws {
                    try world.deployment.sql(
                        """
                        UPDATE enrolment SET created_at = created_at - interval '\(hours) hours'
                        WHERE \(own) AND state = 'FAILED'
                        """)
                }
                try age(23)
                #expect((3_500...3_600).contains(Int(try initiate().headers["Retry-After"] ?? "") ?? 0))
                try Self.allow(world, id)
                #expect(try initiate().status == 200)
                for _ in 1...3 { try reject() }
                #expect(try initiate().outcome == "429 ENROLMENT_LIMIT")
                #expect(try world.deployment.value(alerts) == "2")
                try age(25)
                #expect(try initiate().status == 200)
            }
        }

        private static func allow(_ world: ServiceWorld, _ citizen: String?) throws {
            let pool = world.deployment.database.pool(capacity: 2)
            defer { pool.close() }
            let count = try Stores(pool: pool).enrolmentReview.allow(
                citizenId: citizen ?? "", OperatorAct(by: "test", reason: "called in"),
                deadline: StorageDeadline(milliseconds: 5_000))
            #expect(count == 4)
        }
    }
}

extension K3Slot {
    /// A K3 of which nothing is right.
    static let nonsense = K3Slot(
        slot: .signature, Q1: [1], opening: [2], proof: [3], N: [4], ckey: [5], modulusProof: [6],
        smallFactorProof: [7], discreteLogProof: [8], Q: [9], ratchetNext: [10])
}
