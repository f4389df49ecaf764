import Testing

@testable import Server

@Suite struct BearerTests {
    @Test func accepted() {
        #expect(RelyingPartyCaller.secret(["Bearer rp_sk_1"]) == "rp_sk_1")
        #expect(RelyingPartyCaller.secret(["bearer   x"]) == "x")
    }

    @Test(arguments: [
        [], [""], ["Bearer"], ["Bearer "], ["Basic eDp5"], ["rp_sk_1"], ["Bearer a b"], ["Bearer a", "Bearer a"],
        ["Bearer ё"], ["Bearer " + String(repeating: "a", count: 257)],
    ])
    func refused(_ fields: [String]) {
        #expect(RelyingPartyCaller.secret(fields) == nil)
    }
}
