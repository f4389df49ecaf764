import Testing
import Wire

@testable import Server

@Suite struct AddressTests {
    @Test func addressesAreReadStrictlyAndComparedByValue() {
        #expect(IPAddress("::ffff:192.0.2.1") == IPAddress("192.0.2.1"))
        #expect(IPAddress("2001:DB8::0:1")?.description == "2001:db8::1")
        #expect(IPAddress("127.9.9.9")?.isLoopback == true)
        #expect(IPAddress("::1")?.isLoopback == true)
        for wrong in ["", "1.2.3", "1.2.3.4.5", "01.2.3.4", "1.2.3.4 ", "::1%lo", "[::1]", "localhost", "1.2.3.4\0"] {
            #expect(IPAddress(wrong) == nil, "\(wrong)")
        }
        #expect(SocketAddress("[::1]:80")?.port == 80)
        #expect(SocketAddress("1.2.3.4:65535")?.description == "1.2.3.4:65535")
        for wrong in ["::1:80", "1.2.3.4", "1.2.3.4:", "1.2.3.4:65536", "1.2.3.4:+1", "[1.2.3.4]:1", ":80"] {
            #expect(SocketAddress(wrong) == nil, "\(wrong)")
        }
    }

    @Test func rangesContainWhatTheyShould() throws {
        let ten = try #require(CIDRBlock("10.0.0.0/8"))
        #expect(ten.contains(try #require(IPAddress("10.255.0.1"))))
        #expect(!ten.contains(try #require(IPAddress("11.0.0.0"))))
        #expect(!ten.contains(try #require(IPAddress("::a00:1"))))
        let all = try #require(CIDRBlock("0.0.0.0/0"))
        #expect(all.contains(try #require(IPAddress("203.0.113.1"))))
        #expect(!all.contains(try #require(IPAddress("2001:db8::1"))))
        let six = try #require(CIDRBlock("2001:db8::/33"))
        #expect(six.contains(try #require(IPAddress("2001:db8:7fff::1"))))
        #expect(!six.contains(try #require(IPAddress("2001:db8:8000::1"))))
        #expect(CIDRBlock("::/0")?.contains(try #require(IPAddress("::1"))) == true)
        #expect(CIDRBlock("192.0.2.7")?.description == "192.0.2.7/32")
        for wrong in ["10.0.0.1/8", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/-1", "x/8", "::/129", "10.0.0.0/8/8"] {
            #expect(CIDRBlock(wrong) == nil, "\(wrong)")
        }
    }

    /// mobile-api.md §8: the right-most address that is not trusted; what stands left of it may be invented.
    @Test func theClientIsTheRightmostUntrustedAddress() throws {
        let trusted = ["10.0.0.0/8", "::1"].compactMap { CIDRBlock($0) }
        func client(_ peer: String, _ forwarded: String...) throws -> String {
            var headers = HTTPHeaders()
            for value in forwarded { headers.add("X-Forwarded-For", value) }
            return ClientAddress.resolve(peer: try #require(IPAddress(peer)), headers: headers, trusted: trusted)
                .description
        }
        #expect(try client("203.0.113.1", "198.51.100.1") == "203.0.113.1")
        #expect(try client("10.0.0.1") == "10.0.0.1")
        #expect(try client("10.0.0.1", "198.51.100.1") == "198.51.100.1")
        #expect(try client("10.0.0.1", "1.1.1.1, 198.51.100.1, 10.2.3.4") == "198.51.100.1")
        #expect(try client("10.0.0.1", "1.1.1.1", "198.51.100.1") == "198.51.100.1")
        #expect(try client("10.0.0.1", "1.1.1.1, garbage, 10.0.0.2") == "10.0.0.2")
        #expect(try client("10.0.0.1", "1.1.1.1, unknown") == "10.0.0.1")
        #expect(try client("::1", "[2001:db8::1]:443") == "2001:db8::1")
        #expect(try client("10.0.0.1", "198.51.100.1:5555") == "198.51.100.1")
    }

    @Test func oneIPv6CustomerIsOneAddress() throws {
        let gate = ConnectionGate(totalLimit: 10, addressLimit: 1, trusted: [])
        let (first, second) = (try #require(IPAddress("2001:db8::1")), try #require(IPAddress("2001:db8::2")))
        #expect(gate.enter(first))
        #expect(!gate.enter(second))
        gate.leave(first)
        #expect(gate.enter(second))
        #expect(gate.enter(try #require(IPAddress("2001:db8:0:1::1"))))
        #expect(gate.total == 2)
    }
}
