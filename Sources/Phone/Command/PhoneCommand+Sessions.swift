import Crypto
import Wire

extension PhoneCommand {
    func pending(_ options: CommandOptions, _ output: CommandOutput) throws(PhoneError) {
        let wait = try options.integer("wait", in: 0...120)
        let sessions = try approver(options, registry(options, writable: false), output)
            .pending(timeoutMilliseconds: wait.map { $0 * 1_000 })
        if sessions.isEmpty { output.say("none", "Nothing waits.") }
        for session in sessions {
            output.say(
                "pending", "\(session.sessionId)  \(session.flow)  \(session.relyingPartyName)",
                [
                    "sessionId": .string(session.sessionId), "flow": .string(session.flow),
                    "relyingPartyName": .string(session.relyingPartyName),
                ])
        }
    }

    func activity(_ options: CommandOptions, _ output: CommandOutput) throws(PhoneError) {
        let entries = try approver(options, registry(options, writable: false), output).activity()
        if entries.isEmpty { output.say("none", "No activity yet.") }
        for entry in entries {
            output.say(
                "activity",
                "\(entry.timestamp)  \(entry.flow)  \(entry.relyingPartyName)  \(entry.endResult)"
                    + (entry.signatureMayExist ? "  (a signature may exist)" : ""),
                [
                    "sessionId": .string(entry.sessionId), "flow": .string(entry.flow),
                    "relyingPartyName": .string(entry.relyingPartyName), "endResult": .string(entry.endResult),
                    "displayText": .string(entry.displayText), "timestamp": .string(entry.timestamp),
                    "signatureMayExist": .bool(entry.signatureMayExist),
                ])
        }
    }

    func approve(_ options: CommandOptions, _ output: CommandOutput) throws(PhoneError) {
        let approver = try approver(options, registry(options), output)
        // A report that was left from before goes first; without an answer it waits for the next time.
        _ = try? approver.resendReports()
        let id = try session(options, approver)
        let outcome = try approver.answer(id, pins: pins(options)) { request in
            output.asked(request)
            return .approve(confirmVc: options.value("confirm-vc"))
        }
        output.ended(id, outcome)
    }

    func refuse(_ options: CommandOptions, _ output: CommandOutput) throws(PhoneError) {
        let text = options.value("reason") ?? RefusalReason.userRefused.rawValue
        guard let reason = RefusalReason(rawValue: text) else {
            throw CommandOptions.usage(
                "--reason is one of " + RefusalReason.allCases.map(\.rawValue).joined(separator: ", "))
        }
        let approver = try approver(options, registry(options, writable: false), output)
        let id = try session(options, approver)
        try approver.refuse(id, reason: reason)
        output.ended(id, .refused(reason))
    }

    /// The session on the command line, or the one that waits.
    private func session(_ options: CommandOptions, _ approver: Approver) throws(PhoneError) -> String {
        if options.words.count > 1 { return options.words[1] }
        let waiting = try approver.pending()
        guard let only = waiting.first else {
            throw .check(code: "SESSION_NONE", reason: "no session waits for this phone")
        }
        guard waiting.count == 1 else {
            throw CommandOptions.usage("several sessions wait; name one of those that `pending` lists")
        }
        return only.sessionId
    }

    func watch(_ options: CommandOptions, _ output: CommandOutput) throws(PhoneError) {
        let rule = try rule(options)
        let registry = try registry(options)
        let watcher = Watcher(
            approver: try approver(options, registry, output), pins: try pins(options), environment: environment,
            decide: { _ in rule.decision }
        ) { event in
            switch event {
            case .asked(let request): output.asked(request)
            case .ended(let id, let outcome): output.ended(id, outcome)
            case .failed(_, let error), .unreachable(let error): output.fail(error)
            }
        }
        output.say("watching", "Watching for sessions; rule: \(rule.rawValue).", ["decide": .string(rule.rawValue)])
        if let isStopped {
            try watcher.run(until: isStopped)
        } else {
            StopSignal.install()
            try watcher.run(until: { StopSignal.isStopped }, idle: StopSignal.setIdle)
        }
        output.say("stopped", "Stopped.")
    }

    func status(_ options: CommandOptions, _ output: CommandOutput) throws(PhoneError) {
        let state = try registry(options, writable: false).state
        guard let registration = state.registration else {
            let pending = state.pendingEnrolment != nil
            return output.say(
                "status", pending ? "An enrolment waits for its answer." : "Not enrolled.",
                ["enrolled": .bool(false), "pending": .bool(pending)])
        }
        output.say(
            "status", "Document \(registration.documentNumber) at \(state.baseURL)",
            ["enrolled": .bool(true), "documentNumber": .string(registration.documentNumber)])
        for slot in registration.slots {
            let report = slot.lockReport.map { $0.isAcknowledged ? ", reported" : ", report not yet taken" } ?? ""
            output.say(
                "slot",
                "  \(slot.slot.rawValue): \(slot.status.rawValue)\(report), epoch \(slot.epoch), suite "
                    + "\(slot.suite.number), \(slot.certificateLevel), "
                    + "\(slot.lastSignCounter) signatures begun, \(slot.wrongPINs) wrong PINs",
                [
                    "slot": .string(slot.slot.rawValue), "status": .string(slot.status.rawValue),
                    "keyId": .string(slot.keyId), "epoch": .integer(Int64(slot.epoch)),
                    "suite": .integer(Int64(slot.suite.number)), "signCounter": .integer(Int64(slot.lastSignCounter)),
                    "wrongPINs": .integer(Int64(slot.wrongPINs)),
                ])
        }
    }
}
