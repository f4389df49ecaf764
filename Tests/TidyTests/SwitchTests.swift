import Foundation
import Testing

/// The switch that lets one check through exists only in the build of `scripts/mutate-checks`, the toy group only in
/// that of `scripts/toy-group`.
struct SwitchTests {
    private static let flag = "TAMGA_" + "MUTATE"
    private static let file = "Sources/Crypto/CheckSwitch.swift"
    private static let script = "scripts/mutate-checks"

    /// The files that may name the flag; no setting of the package, no script of the normal build, no container does.
    @Test func nothingElseSetsTheFlag() {
        expect(Self.flag, in: [Self.file, Self.script])
        #expect(Repository.text(Self.script).contains("-D" + Self.flag))
        #expect(Repository.text("Package.swift").contains("swift-tools-version"))
    }

    /// The same for the flag of the toy group; and the program does not compile with it.
    @Test func nothingElseTakesTheToyGroup() {
        let flag = "TAMGA_" + "TOY", script = "scripts/toy-group", program = "Sources/tamga/Tamga.swift"
        let domains = ["P256Domain", "ToyDomain"].map { "Sources/Crypto/Curve/\($0).swift" }
        expect(flag, in: domains + [script, program])
        #expect(Repository.text(script).contains("-D" + flag))
        #expect(Repository.text(program).contains("#if \(flag)\n    #error("))
        #expect(Repository.text(domains[0]).hasPrefix("#if !\(flag)\n"))
        #expect(Repository.text(domains[1]).hasPrefix("#if \(flag)\n"))
        for domain in domains { #expect(Repository.text(domain).hasSuffix("}\n#endif\n"), "\(domain)") }
    }

    private func expect(_ flag: String, in allowed: [String]) {
        let all = Repository.swift + Repository.scripts + Repository.documents + Repository.others
        for file in all where file.text.contains(flag) {
            #expect(allowed.contains(file.path), "\(file.path) names \(flag)")
        }
    }

    /// Without the flag the function is the condition itself, and nothing of the file reads the environment.
    @Test func withoutTheFlagTheSwitchIsTheCondition() {
        let code = Repository.text(Self.file).split(separator: "\n").map { $0.drop { $0 == " " } }
            .filter { !$0.hasPrefix("//") && !$0.isEmpty }
        guard let start = code.firstIndex(of: "#if \(Self.flag)"), let middle = code.firstIndex(of: "#else"),
            let end = code.firstIndex(of: "#endif")
        else {
            Issue.record("\(Self.file) has no #if")
            return
        }
        #expect(start == 0 && end == code.count - 1)
        #expect(
            Array(code[(middle + 1)..<end]) == [
                "@inlinable", "@inline(__always)",
                "public func holds(_ check: StaticString, _ condition: Bool) -> Bool { condition }",
            ])
    }

    /// One name, one check, so that a mutation is one change.
    @Test func namesAreUnique() {
        let names = Self.names
        #expect(names.count > 180)
        #expect(Set(names).count == names.count)
        for name in names {
            let isPlain = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_-/".contains($0)) }
            #expect(isPlain, "\(name)")
        }
    }

    /// Every verification that throws in Crypto passes through the switch, or its value does not exist otherwise.
    @Test func everyRefusalHasASwitch() {
        let folders = ["Proofs/", "Paillier/", "Threshold/", "Transcript/"].map { "Sources/Crypto/" + $0 }
        // The secret half of a key, and proofs being made: nothing of these comes from a peer.
        let own = ["+Prove.swift", "PaillierSecretKey.swift", "PhoneShare.swift", "SigningNonce.swift"]
        for file in Repository.sources where folders.contains(where: file.path.hasPrefix) {
            if own.contains(where: file.path.hasSuffix) { continue }
            let lines = file.lines
            for (number, line) in file.code where line.contains("throw CryptoError(") {
                let near = lines[max(0, number - 9)..<number]
                let guardStart = near.lastIndex { line in
                    ["guard ", "if ", "default:", "do {"].contains(where: line.drop { $0 == " " }.hasPrefix)
                        || line.contains("catch {")
                }
                let statement = near[(guardStart ?? near.startIndex)...]
                let isSwitched = statement.contains { $0.contains("holds(\"") || $0.contains("isBinding") }
                let isInherent = Self.inherent.contains { reason in statement.contains { $0.contains(reason) } }
                #expect(isSwitched || isInherent, "\(file.path):\(number)")
            }
        }
    }

    /// Conditions that give the value which the next line works with: without them there is nothing to go on with.
    private static let inherent = [
        // A point, a scalar, a modulus or an inverse that does not exist.
        "try? Point(encoding:", "Point.generator(times:", ".times(", "try? Scalar(bytes:", "try Scalar(bytes:",
        "inverse(modulo:", "Nt.isOdd", "decodeCiphertext",
        // A header or an item that is not there, a tag that names no type.
        "guard end - position >= 5", "guard length <= end - position", "guard valueEnd - position >= 8",
        "case .point(let", "case .integer(let", "case .bytes(let", "try? SchnorrProof(decoding:", "default: throw",
        // The last resort of the ratchet, after the two that are switched.
        "RATCHET_UNKNOWN",
        // A nonce of our own.
        "ECDSA.sign(digest:",
    ]

    static var names: [String] {
        Repository.sources.flatMap { file in
            let code = file.code.map { String($0.text) }.joined(separator: "\n")
            return code.components(separatedBy: "holds(").dropFirst().compactMap { rest -> String? in
                let argument = rest.drop { $0.isWhitespace }
                guard argument.first == "\"" else { return nil }
                return String(argument.dropFirst().prefix { $0 != "\"" })
            }
        }
    }
}
