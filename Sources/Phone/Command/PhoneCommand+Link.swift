extension PhoneCommand {
    /// `tamga phone link URL`: as a scan of a QR code, or a tap on the link.
    func link(_ options: CommandOptions, _ output: CommandOutput) throws(PhoneError) {
        guard options.words.count == 2 else { throw CommandOptions.usage("tamga phone link URL --state FILE") }
        let rule = try rule(options)
        let approver = try approver(options, registry(options), output)
        // A report that was left from before goes first; without an answer it waits for the next time.
        _ = try? approver.resendReports()
        var id = ""
        let outcome = try approver.answer(
            link: options.words[1], base: options.value("link-base"), pins: pins(options)
        ) { request in
            id = request.session.sessionId
            output.asked(request)
            guard case .approve = rule else { return rule.decision }
            return .approve(confirmVc: options.value("confirm-vc"))
        }
        output.ended(id, outcome)
    }

    /// - Throws: `USAGE`
    func rule(_ options: CommandOptions) throws(PhoneError) -> WatchRule {
        let text = options.value("decide") ?? WatchRule.approve.rawValue
        guard let rule = WatchRule(rawValue: text) else {
            throw CommandOptions.usage(
                "--decide is one of " + WatchRule.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return rule
    }
}
