import Crypto
import Testing

@Suite("AES-256-GCM and PBKDF2")
struct CipherTests {
    @Test("AES-256-GCM gives test cases 13 to 16 of the GCM specification", arguments: GCMVector.specification)
    func vectors(vector: GCMVector) throws {
        let sealed = try AESGCM.seal(
            Octets.secret(vector.plaintext), key: Octets.secret(vector.key), nonce: vector.nonce,
            associatedData: vector.associatedData)
        #expect(sealed == vector.sealed)
        let opened = try AESGCM.open(
            sealed, key: Octets.secret(vector.key), nonce: vector.nonce, associatedData: vector.associatedData)
        #expect(Octets.of(opened) == vector.plaintext)
    }

    @Test("a key or nonce of another length is refused", arguments: [(31, 12), (33, 12), (16, 12), (32, 11), (32, 16)])
    func lengths(key: Int, nonce: Int) {
        #expect(throws: CryptoError("CIPHER_PARAMETERS")) {
            _ = try AESGCM.seal(
                SecretBytes(count: 4), key: SecretBytes(count: key), nonce: [UInt8](repeating: 0, count: nonce),
                associatedData: [])
        }
    }

    @Test("fewer bytes than a tag are no message", arguments: 0..<16)
    func short(count: Int) {
        #expect(throws: CryptoError("CIPHER_TAG")) {
            _ = try AESGCM.open(
                [UInt8](repeating: 0, count: count), key: SecretBytes(count: 32),
                nonce: [UInt8](repeating: 0, count: 12), associatedData: [])
        }
    }

    @Test(
        "PBKDF2 gives the keys of RFC 7914 §11",
        arguments: [
            (
                "passwd", "salt", 1,
                """
                55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc
                49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783
                """
            ),
            (
                "Password", "NaCl", 80_000,
                """
                4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56
                a1d425a1225833549adb841b51c9b3176a272bdebba1d078478f62b397f33c8d
                """
            ),
        ])
    func rfc7914(password: String, salt: String, iterations: Int, key: String) throws {
        let derived = try PBKDF2.derive(
            password: Octets.secret(Array(password.utf8)), salt: Array(salt.utf8), iterations: iterations, count: 64)
        #expect(Octets.of(derived) == Octets.hex(key))
    }

    @Test("an empty password is a password of length zero")
    func emptyPassword() throws {
        let derived = try PBKDF2.derive(
            password: SecretBytes(count: 0), salt: Array("salt".utf8), iterations: 1, count: 32)
        // One iteration of one block is HMAC(password, salt ‖ 00000001).
        let expected = HMACSHA256.authenticate(Array("salt".utf8) + [0, 0, 0, 1], publicKey: [])
        #expect(Octets.of(derived) == expected)
    }

    @Test("PBKDF2 refuses impossible parameters", arguments: [(0, 32), (-1, 32), (1 << 31, 32), (1, 0), (1, 1025)])
    func bounds(iterations: Int, count: Int) {
        #expect(throws: CryptoError("KDF_PARAMETERS")) {
            _ = try PBKDF2.derive(password: SecretBytes(count: 4), salt: [], iterations: iterations, count: count)
        }
    }
}

struct GCMVector: Sendable {
    let key: [UInt8]
    let nonce: [UInt8]
    let plaintext: [UInt8]
    let associatedData: [UInt8]
    let sealed: [UInt8]

    private static let key = Octets.hex("feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308")
    private static let nonce = Octets.hex("cafebabefacedbaddecaf888")
    private static let plaintext = Octets.hex(
        """
        d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72
        1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b391aafd255
        """)
    private static let ciphertext = Octets.hex(
        """
        522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa
        8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662898015ad
        """)

    static let specification = [
        GCMVector(
            key: [UInt8](repeating: 0, count: 32), nonce: [UInt8](repeating: 0, count: 12), plaintext: [],
            associatedData: [], sealed: Octets.hex("530f8afbc74536b9a963b4f1c4cb738b")),
        GCMVector(
            key: [UInt8](repeating: 0, count: 32), nonce: [UInt8](repeating: 0, count: 12),
            plaintext: [UInt8](repeating: 0, count: 16), associatedData: [],
            sealed: Octets.hex("cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919")),
        GCMVector(
            key: key, nonce: nonce, plaintext: plaintext, associatedData: [],
            sealed: ciphertext + Octets.hex("b094dac5d93471bdec1a502270e3cc6c")),
        GCMVector(
            key: key, nonce: nonce, plaintext: Array(plaintext[..<60]),
            associatedData: Octets.hex("feedfacedeadbeeffeedfacedeadbeefabaddad2"),
            sealed: ciphertext[..<60] + Octets.hex("76fc6ece0f4e1768cddf8853bb2d551b")),
    ]
}
