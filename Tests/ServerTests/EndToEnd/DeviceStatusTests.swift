import Crypto
import Phone
import ServerTestSupport
import Testing
import Wire

extension EndToEnd {
    @Suite("The device's own state", .serialized)
    struct DeviceStatus {
        @Test("an active phone sees its keys and nothing else")
        func active() throws {
            try withWorld { world in
                let answer = try world.phone.get("/v3/device-status")
                #expect(answer.status == 200)
                #expect(answer.json["documentNumber"]?.string == world.document)
                #expect(answer.json["state"]?.string == "ACTIVE")
                #expect(answer.json["until"] == nil)
                #expect(answer.json["ratchetMatches"] == nil)
                let slots = try #require(answer.json["slots"]?.array)
                #expect(slots.compactMap { $0["slot"]?.string } == ["AUTH", "SIGN"])
                #expect(slots.allSatisfy { $0["state"]?.string == "ACTIVE" && $0["epoch"]?.int64 == 1 })
                let record = try world.phone.registry.slot(.signature)
                #expect(slots[1]["keyId"]?.string == record.keyId)
            }
        }

        @Test("a hash matches when it is that of the key's ratchet and of no other")
        func ratchet() throws {
            try withWorld { world in
                #expect(try world.canSign())
                let record = try world.phone.registry.slot(.signature)
                let token = try #require(record.ratchet.tokens.first)
                let right = Base64URL.encode(Ratchet.hash(token: token, keyId: record.keyId))
                let wrong = Base64URL.encode(SHA256.hash(token))
                func matches(_ query: String) throws -> JSONValue? {
                    try world.phone.get("/v3/device-status?\(query)").json["ratchetMatches"]
                }
                #expect(try matches("slot=SIGN&ratchetHash=\(right)") == .bool(true))
                #expect(try matches("slot=SIGN&ratchetHash=\(wrong)") == .bool(false))
                #expect(try matches("slot=AUTH&ratchetHash=\(right)") == .bool(false))
            }
        }

        @Test(
            "a malformed question is refused with what was expected",
            arguments: [
                "slot=SIGN&ratchetHash=AAAA", "slot=SIGN&ratchetHash=%25",
                "ratchetHash=" + String(repeating: "A", count: 43),
                "slot=SEAL&ratchetHash=" + String(repeating: "A", count: 43), "slot=SIGN", "slot=SEAL",
            ])
        func malformed(query: String) throws {
            try withWorld { world in
                let answer = try world.phone.get("/v3/device-status?\(query)")
                #expect(answer.outcome == "400 QUERY_INVALID")
                #expect(ErrorShape.problems(answer).isEmpty)
            }
        }

        @Test("without a token nobody learns anything")
        func unauthenticated() throws {
            try withWorld { world in
                let answer = try world.phone.transport.send(PhoneRequest(method: "GET", path: "/v3/device-status"))
                #expect(answer.outcome == "401 DEVICE_TOKEN_MISSING")
            }
        }

        @Test("a phone with sixteen candidates asks which one counts, and signs")
        func fullList() throws {
            try withWorld { world in
                try world.phone.restore(world.phone.registry.state.withFullRatchet(.signature))
                #expect(try world.phone.registry.slot(.signature).ratchet.isFull)
                #expect(try world.canSign())
                #expect(try world.phone.registry.slot(.signature).ratchet.tokens.count == 1)
            }
        }

        @Test("questions about ratchets are counted; the plain state is not")
        func limited() throws {
            try withWorld { world in
                let query = "slot=AUTH&ratchetHash=" + Base64URL.encode(SHA256.hash([1]))
                var last = try world.phone.get("/v3/device-status?\(query)")
                for _ in 0..<40 where last.status == 200 { last = try world.phone.get("/v3/device-status?\(query)") }
                #expect(last.outcome == "429 RATE_LIMITED")
                #expect(last.headers["Retry-After"] != nil)
                #expect(try world.phone.get("/v3/device-status").status == 200)
            }
        }
    }
}

extension PhoneState {
    /// The same phone after fifteen answers that were lost.
    fileprivate func withFullRatchet(_ slot: Slot) -> PhoneState {
        var state = self
        guard var registration = state.registration,
            let index = registration.slots.firstIndex(where: { $0.slot == slot })
        else { return self }
        var set = registration.slots[index].ratchet
        for number in UInt8(0)... {
            guard let grown = set.adding(SHA256.hash([number])) else { break }
            set = grown
        }
        registration.slots[index].ratchet = set
        state.registration = registration
        return state
    }
}
