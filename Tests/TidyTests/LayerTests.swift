import Testing

/// Who may know whom. The compiler holds the targets apart; these rules are finer than targets.
struct LayerTests {
    /// The modules that a target's files may import.
    private static let allowed: [String: Set<String>] = [
        "Crypto": ["CModExp", "CGMP", "COpenSSL", "Glibc", "Synchronization"],
        "Storage": ["CPostgres", "CEpoll", "Glibc", "Synchronization"],
        "Wire": ["CEpoll", "Glibc", "Synchronization"],
        "Vectors": ["Crypto", "Wire", "Glibc", "Synchronization"],
        "Server": ["Crypto", "Storage", "Wire", "CEpoll", "CCurl", "CQRencode", "Glibc", "Synchronization"],
        "Phone": ["Crypto", "Wire", "Glibc", "Synchronization"],
        "Bench": [
            "Crypto", "Storage", "Wire", "Phone", "CEpoll", "COpenSSL", "CPostgres", "Glibc", "Synchronization",
        ],
        "tamga": ["Server", "Phone", "Vectors", "Bench", "Crypto", "Storage", "Wire", "Glibc", "Synchronization"],
        "golden": ["Vectors", "Crypto", "Glibc"],
    ]

    /// Files of Crypto that need the C library: for what, and what they call of it.
    private static let cryptoWithLibrary = [
        // Only in the build that switches checks off; SwitchTests hold that.
        "Sources/Crypto/CheckSwitch.swift",
        "Sources/Crypto/Certificates/CertificateInspector.swift",
        "Sources/Crypto/Numbers/ZeroisingAllocator.swift",
        "Sources/Crypto/Random/SystemRandom.swift",
    ]

    private static func imports(_ file: Repository.File) -> [(module: String, line: Substring)] {
        file.code.compactMap { _, text in
            let words = text.split(separator: " ")
            guard let index = words.firstIndex(of: "import"), words[..<index].allSatisfy(isImportModifier),
                index + 1 < words.count
            else { return nil }
            return (String(words.last ?? ""), text)
        }
    }

    private static func isImportModifier(_ word: Substring) -> Bool {
        word.hasPrefix("@") || ["public", "internal", "package", "private", "fileprivate"].contains(word)
    }

    /// An attested key without a phone is for trying out: what verifies must not know how to make one.
    @Test func theServerMakesNoAttestations() {
        for file in Repository.sources where file.target == "Server" {
            #expect(!file.text.contains("Synthetic"), "\(file.path)")
        }
    }

    @Test func importsPointOneWay() {
        for file in Repository.sources {
            guard let allowed = Self.allowed[file.target] else {
                Issue.record("\(file.path): its target has no rule here")
                continue
            }
            for (module, _) in Self.imports(file) {
                #expect(allowed.contains(module), "\(file.path) imports \(module)")
            }
        }
    }

    @Test func cryptoTouchesNoOutside() {
        let calls = ["open(", "fopen(", "socket(", "connect(", "getenv(", "time(nil", "clock_gettime(", "environ"]
        for file in Repository.sources where file.target == "Crypto" {
            let usesLibrary = Self.imports(file).contains { $0.module == "Glibc" }
            if usesLibrary { #expect(Self.cryptoWithLibrary.contains(file.path), "\(file.path) imports Glibc") }
            guard usesLibrary, file.path != "Sources/Crypto/CheckSwitch.swift" else { continue }
            for (number, line) in file.code {
                for call in calls where line.contains(call) { Issue.record("\(file.path):\(number): \(call)") }
            }
        }
    }

    /// Given randomness is for tests and for making golden vectors, never for a running service.
    @Test func deterministicRandomnessStaysOut() {
        for file in Repository.sources where file.target != "Vectors" && file.target != "golden" {
            for (_, line) in Self.imports(file) {
                #expect(!line.contains("Deterministic"), "\(file.path): \(line)")
            }
        }
    }

    /// The server never holds what only a phone may hold.
    @Test func theServerKnowsNoPhoneHalf() {
        let names = Set(
            Repository.sources.filter { $0.path.hasPrefix("Sources/Crypto/Threshold/Phone/") }
                .flatMap(Self.declaredTypes)
                + ["PaillierSecretKey", "PhoneShare", "PhoneSigning", "PhoneKeyGeneration"])
        #expect(names.count >= 4)
        for file in Repository.sources where file.target == "Server" {
            for (number, line) in file.code {
                for word in Self.words(line) where names.contains(word) {
                    Issue.record("\(file.path):\(number) names \(word)")
                }
            }
        }
    }

    private static func declaredTypes(_ file: Repository.File) -> [String] {
        file.code.compactMap { _, line in
            // Types at the top of a file: nested ones have the name of their owner before them.
            guard !line.hasPrefix(" ") else { return nil }
            let words = Self.words(line)
            guard let index = words.firstIndex(where: { ["struct", "class", "enum"].contains($0) }),
                index + 1 < words.count
            else { return nil }
            return words[index + 1]
        }
    }

    private static func words(_ line: Substring) -> [String] {
        line.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
    }
}
