import Crypto
import Testing
import Wire

@testable import Server

/// Which keys a phone may ask for in one enrolment (wire-appendix K1).
struct InitRequestTests {
    /// What is said about such slots; nil when they are taken.
    private func refusal(_ slots: [(Slot, UInt64)]) throws -> ServiceError? {
        let body = K3Kit.initBody(
            "x",
            slots.map { slot, suite in
                K1Slot(slot: slot, suite: suite, nonce: SHA256.hash([1]), commitment: SHA256.hash([2]))
            })
        let fields = try JSONFields(JSONParser.parse(body))
        do throws(ServiceError) {
            _ = try InitRequest(fields)
            return nil
        } catch { return error }
    }

    @Test(
        "a signature key alone or with one log-in key, both of one suite",
        arguments: [
            [(Slot.signature, 1)], [(.signature, 2)], [(.signature, 1), (.authentication, 1)],
            [(.authentication, 2), (.signature, 2)],
        ] as [[(Slot, UInt64)]])
    func taken(_ slots: [(Slot, UInt64)]) throws {
        #expect(try refusal(slots) == nil)
    }

    @Test(
        "no other slots",
        arguments: [
            [(Slot.authentication, 1)], [(.signature, 1), (.signature, 1)],
            [(.authentication, 1), (.authentication, 1)],
            [(.signature, 1), (.authentication, 2)],
        ] as [[(Slot, UInt64)]])
    func refused(_ slots: [(Slot, UInt64)]) throws {
        let error = try #require(try refusal(slots))
        #expect(error.code == .enrolmentSlotsInvalid)
        #expect(error.items.map(\.pointer) == ["/slots"])
    }
}
