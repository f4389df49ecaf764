import Crypto
import Phone
import ServerTestSupport
import Synchronization
import Testing
import Wire

@testable import Server

extension KeyRefresh {
    @Suite("A refresh that goes well", .serialized)
    struct Well {
        @Test("both keys move to epoch 2 under another N with the same Q, and go on signing")
        func wholeLife() throws {
            try withWorld { world in
                let (phone, _) = try world.phone()
                #expect(try world.canSign(phone))
                let before = try ["q", "q1", "n", "ckey", "sealed_x2", "ratchet"].map {
                    try world.key(phone, .signature, $0)
                }
                try phone.refresh(.signature)
                let after = try ["q", "q1", "n", "ckey", "sealed_x2", "ratchet"].map {
                    try world.key(phone, .signature, $0)
                }
                #expect(zip(before, after).map { $0 == $1 } == [true, false, false, false, false, false])
                #expect(try world.key(phone, .signature, "epoch") == "2")
                #expect(try world.key(phone, .authentication, "epoch") == "1")
                #expect(phone.registry.state.pendingRefresh == nil)
                #expect(try phone.registry.slot(.signature).epoch == 2)
                #expect(try world.canSign(phone))
                #expect(try world.canLogIn(phone))

                try phone.refresh(.authentication)
                #expect(try world.canLogIn(phone))
                try phone.refresh(.signature)
                #expect(try world.key(phone, .signature, "epoch") == "3")
                #expect(try world.canSign(phone))
            }
        }

        @Test("a report about the former epoch locks nothing: its halves are gone, the new ones were proved anew")
        func formerReport() throws {
            try withWorld { world in
                let (phone, citizen) = try world.phone()
                let document = try phone.documentNumber
                let before = phone.registry.state
                let putRight = try world.deployment.replaceShare(of: document) { $0.sealContext }
                let session = try world.party.sign(digest: SHA256.hash([9]), document: document)
                let report = try phone.body(of: .finish, session: session)
                #expect(try JSONParser.parse(report)["failure"]?.string == "C3_INVALID")
                try world.deployment.sql(putRight)
                try phone.restore(before)
                // The run above has moved the ratchet, as a copy's would have.
                try phone.refresh(.signature, authCode: phone.verified(citizen))
                let refused = try phone.send(.finish, report, session: session)
                #expect(refused.outcome == "403 DL_C3_INVALID")
                #expect(try world.key(phone, .signature, "state || ' ' || epoch") == "ACTIVE 2")
                #expect(try world.canSign(phone))
            }
        }

        @Test("the archive has the proofs of both epochs and neither factor nor opening; no row has the old half")
        func archive() throws {
            try withWorld { world in
                let (phone, _) = try world.phone()
                let old = try #require(try world.key(phone, .signature, "encode(sealed_x2, 'hex')"))
                let f3 = try JSONParser.parse(phone.stopRefresh(.signature, before: "/refresh/complete"))
                try phone.resumeRefresh()
                let keyId = try phone.registry.slot(.signature).keyId
                let epochs = try world.deployment.sql(
                    "SELECT epoch FROM proof_archive WHERE key_id = '\(keyId)' ORDER BY epoch")
                #expect(epochs == [["1"], ["2"]])
                let kept = try #require(
                    try world.deployment.value(
                        "SELECT encode(transcript, 'hex') FROM proof_archive WHERE key_id = '\(keyId)' AND epoch = 2"))
                for member in ["factor", "opening"] {
                    let secret = Hex.encode(try #require(f3[member]?.string.flatMap(Base64.decode)))
                    #expect(!kept.contains(secret), "\(member)")
                    let all = try world.deployment.value("SELECT string_agg(f::text, '') FROM key_refresh f") ?? ""
                    #expect(!all.contains(secret), "\(member)")
                }
                let rows = try world.deployment.value("SELECT string_agg(k::text, '') FROM key_share k") ?? ""
                #expect(!rows.contains(old))
                #expect(try world.refresh(phone, "state") == "COMMITTED")
                #expect(try world.refresh(phone, "sealed_factor IS NULL AND sealed_x2 IS NULL") == "true")
            }
        }

        @Test("the old epoch is refused with its own code, and a copy that did not refresh is told")
        func oldEpoch() throws {
            try withWorld { world in
                let (phone, _) = try world.phone()
                let copy = try TestPhone(copying: phone)
                try phone.refresh(.signature)
                let document = try phone.documentNumber
                let session = try world.party.sign(digest: SHA256.hash([9]), document: document)
                let s1 = try copy.body(of: .commit, session: session)
                #expect(try copy.send(.commit, s1, session: session).outcome == "409 EPOCH")
                let told = #expect(throws: PhoneError.self) { try copy.approve(session) }
                #expect(told?.code == "KEY_REPLACED")
                #expect(try world.key(phone, .signature, "state") == "ACTIVE")
                let alerts = try world.deployment.value(
                    "SELECT count(*) FROM audit_entry WHERE kind = 'alert.oldEpoch' AND subject = '\(document)'")
                #expect(alerts == "1")
                // The phone that did refresh answers the same session.
                try phone.approve(session)
                #expect(try world.party.endResult(session) == "OK")
            }
        }

        @Test("a refresh that a copy's has overtaken on the way to the same epoch is not adopted: the phone is told")
        func overtaken() throws {
            try withWorld { world in
                let (phone, _) = try world.phone()
                let copy = try TestPhone(copying: phone)
                _ = try phone.stopRefresh(.signature, before: "/refresh/complete")
                let held = phone.registry.state
                try copy.refresh(.signature)
                #expect(try world.key(phone, .signature, "epoch") == "2")
                let resumed = #expect(throws: PhoneError.self) { try phone.resumeRefresh() }
                #expect(resumed?.code == "KEY_REPLACED")
                #expect(phone.registry.state.pendingRefresh == nil)
                #expect(try phone.registry.slot(.signature).epoch == 1)
                // The same when the phone is asked to sign before it resumes.
                try phone.restore(held)
                let session = try world.party.sign(digest: SHA256.hash([8]), document: phone.documentNumber)
                let asked = #expect(throws: PhoneError.self) { try phone.approve(session) }
                #expect(asked?.code == "KEY_REPLACED")
                #expect(try world.canSign(copy))
            }
        }

        @Test("the citizen sees the refresh in the device's status and in the history")
        func visible() throws {
            try withWorld { world in
                let (phone, _) = try world.phone()
                try phone.refresh(.signature)
                let slots = try #require(try phone.get("/v3/device-status").json["slots"]?.array)
                #expect(slots.compactMap { $0["epoch"]?.int64 } == [1, 2])
                #expect(slots.map { $0["refreshedAt"] == nil } == [true, false])
                let history = try phone.approver().activity()
                #expect(history.prefix(2).map(\.flow) == ["KEY_REFRESH", "KEY_REFRESH"])
                let audit = try world.deployment.sql(
                    """
                    SELECT kind FROM audit_entry WHERE subject = '\(phone.documentNumber)'
                        AND (kind LIKE 'refresh.%' OR kind LIKE 'key.%') ORDER BY id
                    """)
                #expect(
                    audit.compactMap { $0.first ?? nil } == [
                        "refresh.opened", "refresh.verified", "refresh.authorised", "key.refreshed",
                    ])
            }
        }

        @Test("a key moves from suite 1 to suite 2 and not back")
        func suite() throws {
            try withWorld { world in
                let (phone, _) = try world.phone()
                try phone.refresh(.authentication, suite: 2)
                #expect(try world.key(phone, .authentication, "suite || ' ' || octet_length(n)") == "2 384")
                #expect(try world.key(phone, .signature, "suite") == "1")
                #expect(try world.canLogIn(phone))
                #expect(try world.canSign(phone))
                let back = #expect(throws: PhoneError.self) { try phone.refresh(.authentication, suite: 1) }
                #expect(back?.code == "REFRESH_SUITE")
                #expect(try world.canLogIn(phone))
            }
        }

        @Test("until the commit the old epoch signs; what it has open then is burned")
        func openAttempt() throws {
            try withWorld { world in
                let (phone, _) = try world.phone()
                let old = try TestPhone(copying: phone)
                _ = try phone.stopRefresh(.signature, before: "/refresh/complete")
                try phone.stopBeforeCommit()
                #expect(try world.refresh(phone, "state") == "PENDING")
                let digest = SHA256.hash([7])
                let session = try world.party.sign(digest: digest, document: phone.documentNumber)
                let s3 = try old.body(of: .prove, session: session)
                try phone.resumeRefresh()
                #expect(try old.send(.prove, s3, session: session).outcome == "409 SIGNING_RESTART")
                let state = try world.deployment.value("SELECT state FROM attempt WHERE session_id = '\(session)'")
                #expect(state == "BURNED")
                try phone.approve(session)
                #expect(try world.party.hasValidSignature(session, digest: digest))
            }
        }
    }
}

extension TestPhone {
    /// Goes on with the refresh up to the second request of a round: that of the possession.
    /// - Returns: its body
    @discardableResult
    func stopBeforeCommit(_ round: SigningRound = .finish) throws -> [UInt8]? {
        let transport = FirstOnly(transport, suffix: "/sign/\(round.rawValue)")
        #expect(throws: PhoneError.self) { try resumeRefresh(through: transport) }
        return transport.held
    }
}

/// Lets the first request of a kind through and no other.
private final class FirstOnly: Transport {
    private let inner: any Transport
    private let suffix: String
    private let count = Mutex(0)
    private let body = Mutex<[UInt8]?>(nil)

    var held: [UInt8]? { body.withLock { $0 } }

    init(_ inner: any Transport, suffix: String) {
        self.inner = inner
        self.suffix = suffix
    }

    func send(_ request: PhoneRequest) throws(HTTPClientError) -> HTTPResponse {
        if request.path.hasSuffix(suffix) {
            let number = count.withLock { count in
                count += 1
                return count
            }
            guard number == 1 else {
                body.withLock { $0 = request.body }
                throw .badRequest
            }
        }
        return try inner.send(request)
    }
}
