@_spi(Deterministic) import Crypto

/// Paillier encryption, decryption, the affine step of c3, and the checks of N and of ciphertexts.
enum PaillierFamily: VectorFamily {
    static let name = "paillier"
    static let explanation = "Ciphertexts with their keys and randomness; `check` says what a refused value is."

    static func recompute(_ vector: VectorNode, seed: String) throws(CryptoError) {
        let suite = try Suite(number: vector["suite"].u64())
        let secret = try PaillierSecretKey(p: vector["p"].wideInteger(), q: vector["q"].wideInteger(), suite: suite)
        let key = secret.publicKey
        try vector["N"].equals(key.encodedN)
        let c: Integer
        if let from = vector.optional("from") {
            let base = try key.decodeCiphertext(from.bytes())
            let noise = key.ring.powerSecret(try vector["rr"].wideInteger(), key.N.value)
            let w = try vector["w"].integer()
            let affine = Integer(1) + w * key.N.value
            let power = key.ring.powerSecret(base, try vector["v"].wideInteger())
            c = key.ring.multiply(key.ring.multiply(power, affine), noise)
            let plain = secret.decrypt(base) * (try vector["v"].wideInteger()) + w
            try vector["decrypted"].equals(plain.modulo(key.N.value))
        } else {
            let m = try vector["m"].integer()
            c = key.encrypt(m, randomness: try vector["r"].wideInteger())
            try vector["decrypted"].equals(m.modulo(key.N.value))
        }
        try vector["c"].equals(c.bytes(width: suite.n2))
        try vector["decrypted"].equals(secret.decrypt(key.decodeCiphertext(vector["c"].bytes())))
        try receive(vector, step: "modulus")
    }

    static func receive(_ vector: VectorNode, step: String) throws(CryptoError) {
        let suite = try Suite(number: vector["suite"].u64())
        if step == "ciphertext" {
            let key = try PaillierPublicKey(N: vector["N"].wideInteger(), suite: suite)
            _ = try key.decodeCiphertext(vector["c"].bytes())
        } else {
            let base = try vector.optional("millerRabinBase")?.integer() ?? Integer(2)
            _ = try PaillierModulus.check(vector["N"].bytes(), suite: suite, millerRabinBase: base)
        }
    }
}
