import Crypto
import Testing

@Suite("Hash, HMAC, HKDF, comparison")
struct HashTests {
    @Test(
        "SHA-256 gives the digests of FIPS 180",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ])
    func fips180(message: String, digest: String) {
        #expect(SHA256.hash(Array(message.utf8)) == Octets.hex(digest))
    }

    @Test("a million letters in uneven pieces hash like one message")
    func pieces() {
        var state = SHA256()
        var left = 1_000_000
        var step = 1
        while left > 0 {
            let take = min(step, left)
            state.update([UInt8](repeating: 0x61, count: take))
            left -= take
            step = step * 3 % 4093 + 1
        }
        let digest = state.finalize()
        #expect(digest == Octets.hex("cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"))
    }

    @Test("a forked state goes on independently of its origin")
    func fork() {
        var state = SHA256()
        state.update(Array("ab".utf8))
        var other = state.fork()
        state.update(Array("c".utf8))
        other.update(Array("d".utf8))
        let (first, second) = (state.finalize(), other.finalize())
        #expect(first == SHA256.hash(Array("abc".utf8)))
        #expect(second == SHA256.hash(Array("abd".utf8)))
    }

    @Test("HMAC gives the codes of RFC 4231, cases 1, 2, 3, 4, 6 and 7", arguments: HMACVector.rfc4231)
    func rfc4231(vector: HMACVector) {
        #expect(HMACSHA256.authenticate(vector.data, publicKey: vector.key) == vector.code)
        let secretKey = Octets.secret(vector.key)
        let code = HMACSHA256.authenticate(vector.data, key: secretKey)
        #expect(code == vector.code)
        var pieces = HMACSHA256(publicKey: vector.key)
        for byte in vector.data { pieces.update([byte]) }
        let forked = pieces.fork().finalize()
        #expect(forked == vector.code)
        let whole = pieces.finalize()
        #expect(whole == vector.code)
    }

    @Test("HKDF gives the keys of RFC 5869, cases 1 to 3", arguments: HKDFVector.rfc5869)
    func rfc5869(vector: HKDFVector) throws {
        let count = vector.output.count
        let open = try HKDF.derivePublic(from: vector.input, salt: vector.salt, info: vector.info, count: count)
        #expect(open == vector.output)
        let kept = try HKDF.derive(
            from: Octets.secret(vector.input), salt: vector.salt, info: vector.info, count: count)
        #expect(Octets.of(kept) == vector.output)
    }

    @Test("HKDF refuses to give nothing or more than 255 blocks", arguments: [0, -1, 8161])
    func hkdfBounds(count: Int) {
        #expect(throws: CryptoError("KDF_PARAMETERS")) {
            _ = try HKDF.derivePublic(from: [1], salt: [], info: [], count: count)
        }
    }

    @Test("HKDF gives 255 whole blocks")
    func hkdfLongest() throws {
        #expect(try HKDF.derivePublic(from: [1], salt: [], info: [], count: 8160).count == 8160)
    }

    @Test("comparison sees every single-bit difference and every length")
    func comparison() {
        let base = [UInt8](0..<32)
        #expect(ConstantTime.equal(base, base))
        #expect(ConstantTime.equal([], []))
        #expect(!ConstantTime.equal(base, Array(base.dropLast())))
        for bit in 0..<256 {
            var other = base
            other[bit / 8] ^= 1 << (bit % 8)
            #expect(!ConstantTime.equal(base, other))
        }
        let same = ConstantTime.equal(Octets.secret(base), Octets.secret(base))
        let shorter = ConstantTime.equal(Octets.secret(base), Octets.secret([0]))
        #expect(same && !shorter)
    }

    @Test("the kernel's randomness fills every byte of the buffer")
    func systemRandom() {
        var seen = [UInt8](repeating: 0, count: 300)
        for _ in 0..<8 {
            let drawn = Octets.of(SecretBytes.random(count: 300, from: SystemRandom()))
            for index in seen.indices { seen[index] |= drawn[index] }
        }
        #expect(!seen.contains(0))
    }
}

struct HMACVector: Sendable {
    let key: [UInt8]
    let data: [UInt8]
    let code: [UInt8]

    init(_ key: [UInt8], _ data: [UInt8], _ code: String) {
        self.key = key
        self.data = data
        self.code = Octets.hex(code)
    }

    static let rfc4231 = [
        HMACVector(
            [UInt8](repeating: 0x0B, count: 20), Array("Hi There".utf8),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
        HMACVector(
            Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
        HMACVector(
            [UInt8](repeating: 0xAA, count: 20), [UInt8](repeating: 0xDD, count: 50),
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
        HMACVector(
            [UInt8](1...25), [UInt8](repeating: 0xCD, count: 50),
            "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"),
        HMACVector(
            [UInt8](repeating: 0xAA, count: 131),
            Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"),
        HMACVector(
            [UInt8](repeating: 0xAA, count: 131),
            Array(
                ("This is a test using a larger than block-size key and a larger than block-size data. "
                    + "The key needs to be hashed before being used by the HMAC algorithm.").utf8),
            "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"),
    ]
}

struct HKDFVector: Sendable {
    let input: [UInt8]
    let salt: [UInt8]
    let info: [UInt8]
    let output: [UInt8]

    static let rfc5869 = [
        HKDFVector(
            input: [UInt8](repeating: 0x0B, count: 22), salt: [UInt8](0...12), info: [UInt8](0xF0...0xF9),
            output: Octets.hex(
                """
                3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865
                """)),
        HKDFVector(
            input: [UInt8](0...0x4F), salt: [UInt8](0x60...0xAF), info: [UInt8](0xB0...0xFF),
            output: Octets.hex(
                """
                b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09
                da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87
                """)),
        HKDFVector(
            input: [UInt8](repeating: 0x0B, count: 22), salt: [], info: [],
            output: Octets.hex(
                """
                8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8
                """)),
    ]
}
