import Crypto

/// The quadratic symbols of many c3 modulo the two factors of N, which the phone knows. rr drawn uniformly gives +1 and
/// −1 as a fair coin does, each of the two and their product; rr from a subgroup, such as the squares, does not, and
/// lets the phone read v modulo 2 from c3 (threshold-ecdsa E.3 and invariant 8).
struct SymbolCount: Sendable {
    private(set) var total = 0
    /// How many were +1.
    private(set) var moduloP = 0
    private(set) var moduloQ = 0
    /// How many had the same symbol modulo both.
    private(set) var equal = 0

    mutating func add(_ c3: [UInt8], p: borrowing Integer, q: borrowing Integer) {
        let value = Integer(bytes: c3)
        add(p: value.jacobi(p), q: value.jacobi(q))
    }

    mutating func add(p: Int, q: Int) {
        total += 1
        if p == 1 { moduloP += 1 }
        if q == 1 { moduloQ += 1 }
        if p == q { equal += 1 }
    }

    /// Three standard deviations of so many throws of a fair coin.
    var allowed: Double { 1.5 * Double(total).squareRoot() }

    var isFair: Bool {
        total > 0 && [moduloP, moduloQ, equal].allSatisfy { abs(Double($0) - Double(total) / 2) <= allowed }
    }
}
