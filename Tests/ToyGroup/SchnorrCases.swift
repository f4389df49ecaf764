@_spi(Deterministic) import Crypto

/// Π_dl for every statement, every first message and every response: exactly one response passes.
enum SchnorrCases {
    static func run(_ tally: Tally) throws(CryptoError) {
        let ssid = SHA256.hash([1])
        for purpose in SchnorrPurpose.allCases {
            for x in Value.units {
                let X = Value.point(x)
                let statement = SchnorrProof.Statement(purpose, ssid: ssid, role: .phone, points: [X], X: X)
                for a in Value.units { try responses(statement, x: x, a: a, tally) }
                let secret = try Value.scalar(x), random = SeededSource("schnorr \(purpose) \(x)")
                for _ in 0..<13 {
                    let proof = try retried { () throws(CryptoError) in
                        try SchnorrProof.prove(statement, secret: secret, random: random)
                    }
                    tally.expect("Schnorr proofs made", code: nil, "\(purpose) \(x)") { () throws(CryptoError) in
                        try proof.verify(statement)
                    }
                }
            }
        }
    }

    private static func responses(
        _ statement: SchnorrProof.Statement, x: Int, a: Int, _ tally: Tally
    ) throws(CryptoError) {
        let A = Value.point(a)
        let e = Value.residue(statement.challengeTranscript(A: A).digest)
        for z in 0..<32 {
            let code = z >= Oracle.q ? "SCHNORR_Z_RANGE" : z == (a + e * x) % Oracle.q ? nil : "SCHNORR_EQUATION"
            let proof = try SchnorrProof(decoding: TLV.list([.point(A), .bytes(Value.bytes(z))]).encoding)
            tally.expect("Schnorr responses", code: code, "x \(x) a \(a) z \(z)") { () throws(CryptoError) in
                try proof.verify(statement)
            }
        }
    }
}
