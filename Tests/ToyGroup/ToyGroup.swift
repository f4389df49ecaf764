import Crypto
import Glibc

/// Tries the protocol with every share, nonce and digest of a group of 13 elements. `scripts/toy-group` builds and runs
/// it; built like everything else it has P-256 before it, and says so. With a number N it takes every N-th pair of
/// shares only.
@main
enum ToyGroup {
    static func main() {
        guard CurveOrder.integer == Integer(Oracle.q) else {
            print("toygroup: this is a build for P-256; scripts/toy-group makes the other")
            exit(2)
        }
        let step = max(1, CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1)
        let tally = Tally()
        do throws(CryptoError) {
            try CurveCases.run(tally)
            try SchnorrCases.run(tally)
            let (parameters, proof) = try PedersenProof.generate(suite: .suite1, random: SeededSource("parameters"))
            tally.expect("Π_prm", code: nil, "the server's set") { () throws(CryptoError) in
                try proof.verify(parameters)
            }
            let keys = try KeyGenerationCases.run(parameters, tally)
            SigningCases.run(stride(from: 0, to: keys.count, by: step).map { keys[$0] }, tally)
            // One key for each x1; their x2 differ too.
            for x1 in stride(from: 1, to: Oracle.q, by: step) {
                guard let key = keys.first(where: { $0.x1 == x1 && $0.x2 == x1 * 5 % Oracle.q }) else { continue }
                try SigningRefusals.run(key, tally)
                try KeyGenerationRefusals.run(key, tally)
            }
        } catch {
            print("toygroup: ended early: \(error)")
            exit(1)
        }
        for line in tally.report { print(line) }
        print("\(tally.total) cases, \(tally.failures) wrong")
        exit(tally.failures == 0 ? 0 : 1)
    }
}
