import Wire

extension CommandOutput {
    func progress(_ step: EnrolmentProgress) {
        switch step {
        case .trusted(let time): timed("trusted", "Server parameters and keys checked", time)
        case .keysGenerated(let time): timed("keys", "Keys generated", time)
        case .initiated(let time): timed("init", "Server share accepted (init)", time)
        case .proved(let time): timed("proved", "Proofs made, keys sealed under the PINs", time)
        case .completed(let time): timed("complete", "Certificates accepted (complete)", time)
        case .retrying(let code): retrying(code)
        }
    }

    func progress(_ step: ApprovalProgress) {
        switch step {
        case .fetched(let time): timed("fetched", "Session read, message computed", time)
        case .unlocked(let time): timed("unlocked", "Key share unlocked", time)
        case .answered(let round, let time): timed(round.rawValue, "Round \(round.rawValue)", time)
        case .retrying(let code): retrying(code)
        case .restarting(let code):
            say("restarting", "Starting again with a fresh nonce (\(code))", ["code": .string(code)])
        case .resuming: say("resuming", "Taking up the signature that was left open")
        case .settled(let session, let result):
            say(
                "settled", "The signature that was left open for session \(session) has ended: \(result)",
                ["sessionId": .string(session), "result": .string(result)])
        case .locked(let code):
            say("locked", "The server signed a wrong answer: key destroyed (\(code))", ["code": .string(code)])
        }
    }

    func progress(_ step: RefreshProgress) {
        switch step {
        case .trusted: say("trusted", "  Server parameters and keys checked")
        case .proved: say("proved", "  New half made, sealed beside the old one")
        case .verified: say("verified", "  The server has checked the proofs")
        case .authorised: say("authorised", "  Authorised")
        case .signing(_, let step), .settling(let step): progress(step)
        case .committed: say("committed", "  The new epoch signs; the old half is erased")
        case .retrying(let code): retrying(code)
        }
    }

    private func timed(_ event: String, _ text: String, _ milliseconds: Int64) {
        say(event, "  \(text): \(milliseconds) ms", ["milliseconds": .integer(milliseconds)])
    }

    private func retrying(_ code: String) {
        say("retrying", "  Sending again (\(code))", ["code": .string(code)])
    }

    func asked(_ request: ApprovalRequest) {
        let session = request.session
        let displayText = request.interaction?.displayText ?? ""
        var text = "\(session.relyingPartyRegisteredName) asks for a "
        text += Self.subjects[session.flow] ?? "signature"
        if !displayText.isEmpty { text += ": \(displayText)" }
        if !session.vc.isEmpty { text += " [code \(session.vc)]" }
        say(
            "asked", text,
            [
                "sessionId": .string(session.sessionId), "flow": .string(session.flow),
                "relyingPartyName": .string(session.relyingPartyRegisteredName),
                "interaction": .optional(request.interaction?.type.rawValue),
                "displayText": .string(displayText), "vc": .string(session.vc),
            ])
    }

    /// What is asked for, by flow.
    private static let subjects = ["AUTHENTICATION": "log-in", "CERTIFICATE_CHOICE": "certificate"]

    func ended(_ sessionId: String, _ outcome: ApprovalOutcome) {
        switch outcome {
        case .signed(let endResult, let callbackURL):
            let open = callbackURL.map { " Open: \($0)" } ?? ""
            say(
                "ended", "Session \(sessionId): \(endResult).\(open)",
                [
                    "sessionId": .string(sessionId), "endResult": .string(endResult),
                    "callbackUrl": .optional(callbackURL),
                ])
        case .certificateChosen(let callbackURL):
            let open = callbackURL.map { " Open: \($0)" } ?? ""
            say(
                "ended", "Session \(sessionId): the certificate was given.\(open)",
                [
                    "sessionId": .string(sessionId), "endResult": .string("OK"), "callbackUrl": .optional(callbackURL),
                ])
        case .refused(let reason, let callbackURL):
            let open = callbackURL.map { " Open: \($0)" } ?? ""
            say(
                "ended", "Session \(sessionId): refused (\(reason.rawValue)).\(open)",
                [
                    "sessionId": .string(sessionId), "endResult": .string(reason.rawValue),
                    "callbackUrl": .optional(callbackURL),
                ])
        }
    }
}
