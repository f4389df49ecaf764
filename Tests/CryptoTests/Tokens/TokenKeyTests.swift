import Testing
import Wire

@testable import Crypto

@Suite("Keys of tokens")
struct TokenKeyTests {
    private static let payload =
        "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"

    /// RFC 7515 appendix A.2.
    private static let modulus = bytes(
        "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZ"
            + "S-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTB"
            + "EMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91"
            + "kzk2PAcDTW9gb54h4FRWyuXpoQ")
    private static let rsaSignature = bytes(
        "cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CU"
            + "Ar7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOL"
            + "n6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVm"
            + "tVrBp0igcN_IoypGlUPQGe77Rw")
    /// RFC 7515 appendix A.3.
    private static let point: [UInt8] =
        [4] + bytes("f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU")
        + bytes("x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0")
    private static let ecSignature = bytes(
        "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q")

    private static func bytes(_ text: String) -> [UInt8] { Base64URL.decode(text) ?? [] }
    private static let rsaMessage = Array("eyJhbGciOiJSUzI1NiJ9.\(payload)".utf8)
    private static let ecMessage = Array("eyJhbGciOiJFUzI1NiJ9.\(payload)".utf8)

    @Test("the signatures of RFC 7515 are valid, and no others")
    func published() throws {
        let rsa = try TokenKey(modulus: Self.modulus, exponent: [1, 0, 1])
        let curve = try TokenKey(point: Self.point)
        #expect(rsa.algorithm == .rs256 && curve.algorithm == .es256)
        #expect(rsa.isValid(Self.rsaSignature, over: Self.rsaMessage))
        #expect(curve.isValid(Self.ecSignature, over: Self.ecMessage))
        #expect(!rsa.isValid(Self.rsaSignature, over: Self.ecMessage))
        #expect(!curve.isValid(Self.ecSignature, over: Self.rsaMessage))
        #expect(!rsa.isValid(Self.ecSignature, over: Self.ecMessage))
        #expect(!curve.isValid(Self.rsaSignature, over: Self.rsaMessage))
        for index in Self.ecSignature.indices {
            var damaged = Self.ecSignature
            damaged[index] ^= 1
            #expect(!curve.isValid(damaged, over: Self.ecMessage))
        }
        var damaged = Self.rsaSignature
        damaged[0] ^= 1
        #expect(!rsa.isValid(damaged, over: Self.rsaMessage))
        #expect(!rsa.isValid([], over: Self.rsaMessage) && !curve.isValid([], over: Self.ecMessage))
        let der = try ECDSASignatureDER.encode(Self.ecSignature)
        #expect(!curve.isValid(der, over: Self.ecMessage), "JWA signatures are r and s, not DER")
    }

    @Test("weak and odd keys are refused")
    func refused() {
        let weak = Array(Self.modulus.dropFirst())
        let even = Array(Self.modulus.dropLast()) + [0xA0]
        let long = [UInt8](repeating: 0xFF, count: 1_025)
        for modulus in [[], weak, even, long] {
            #expect(throws: CryptoError("TOKEN_KEY")) { try TokenKey(modulus: modulus, exponent: [1, 0, 1]) }
        }
        for exponent: [UInt8] in [[], [0], [1], [2], [1, 0, 0, 0, 1]] {
            #expect(throws: CryptoError("TOKEN_KEY")) { try TokenKey(modulus: Self.modulus, exponent: exponent) }
        }
        var off = Self.point
        off[64] ^= 1
        for point in [[], off, Array(Self.point.dropFirst())] {
            #expect(throws: CryptoError("TOKEN_KEY")) { try TokenKey(point: point) }
        }
    }
}
