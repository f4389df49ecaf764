import Crypto

/// The least that a server can spend on one signature: r^N and c^v modulo N² and a few P-256 operations
/// (threshold-ecdsa E.2), measured between the rounds of what is compared with it.
struct Floor {
    private let modulus: FloorModulus
    private let curve: FloorCurve
    private(set) var rN = Samples()
    private(set) var cV = Samples()
    private(set) var ec = Samples()
    private(set) var ecOfProve = Samples()
    private(set) var total = Samples()
    private(set) var terms = Meter()

    init(suite: Suite, random: some RandomSource) throws(BenchError) {
        var modulus = [UInt8](repeating: 0, count: suite.n)
        modulus.withUnsafeMutableBytes { random.fill($0) }
        // Any odd N of the size costs the same.
        modulus[0] |= 0x80
        modulus[suite.n - 1] |= 1
        self.modulus = try FloorModulus(modulus: modulus)
        self.curve = try FloorCurve()
    }

    /// One round of r^N alone, the floor of an enrolment.
    mutating func measureNoise() throws(BenchError) {
        rN.add(try modulus.noise())
    }

    /// One round of everything.
    mutating func measure() throws(BenchError) {
        let noise = try modulus.noise(), share = try modulus.share()
        var curveTotal = 0.0, ofProve = 0.0
        for term in FloorCurve.Term.allCases {
            let spent = try curve.measure(term)
            terms.add(term.rawValue, spent)
            curveTotal += spent
            if FloorCurve.Term.prove.contains(term) { ofProve += spent }
        }
        rN.add(noise)
        cV.add(share)
        ec.add(curveTotal)
        ecOfProve.add(ofProve)
        total.add(noise + share + curveTotal)
    }
}
