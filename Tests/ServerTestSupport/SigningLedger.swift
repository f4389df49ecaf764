import Wire

/// What must hold over everything that went over the wire, whatever died in between: the two rules whose breach gives
/// away the server's share.
public struct SigningLedger: Sendable {
    private struct Attempt {
        var s2: Set<[UInt8]> = []
        var R2 = ""
        /// R1 and digest of every S3 that was sent for it.
        var openings: Set<String> = []
        var s4: Set<[UInt8]> = []
    }

    public init() {}

    private var attempts: [String: Attempt] = [:]
    public private(set) var codes: [String] = []

    /// Adds what a transport has recorded.
    public mutating func add(_ exchanges: [RecordingTransport.Exchange]) {
        for exchange in exchanges { add(exchange) }
    }

    private mutating func add(_ exchange: RecordingTransport.Exchange) {
        let answer = exchange.response
        if let code = answer?.code { codes.append(code) }
        if exchange.path.hasSuffix("/sign/commit"), let answer, answer.status == 200 {
            guard let id = answer.json["attempt"]?.string else { return }
            attempts[id, default: Attempt()].s2.insert(answer.body)
            attempts[id, default: Attempt()].R2 = answer.json["R2"]?.string ?? ""
        }
        if exchange.path.hasSuffix("/sign/prove"), let body = try? JSONParser.parse(exchange.request) {
            guard let id = body["attempt"]?.string else { return }
            let opening = "\(body["R1"]?.string ?? "") \(body["digest"]?.string ?? "")"
            attempts[id, default: Attempt()].openings.insert(opening)
            if let answer, answer.status == 200 { attempts[id, default: Attempt()].s4.insert(answer.body) }
        }
    }

    /// How many attempts were answered with a c3.
    public var released: Int { attempts.values.count { !$0.s4.isEmpty } }

    /// What was broken; empty when all is well.
    public var violations: [String] {
        var found: [String] = []
        var owners: [String: String] = [:]
        for (id, attempt) in attempts {
            if attempt.s2.count > 1 { found.append("two different S2 for \(id)") }
            if attempt.s4.count > 1 { found.append("two different S4 for \(id)") }
            if !attempt.s4.isEmpty, attempt.openings.count > 1 { found.append("R2 of \(id) met two R1 or digests") }
            guard !attempt.R2.isEmpty else { continue }
            if let other = owners.updateValue(id, forKey: attempt.R2) { found.append("\(id) has the R2 of \(other)") }
        }
        return found
    }
}
