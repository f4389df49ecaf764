import Crypto
import Wire

extension PhoneCommand {
    /// Refreshes `--slot`, or both keys, or goes on with the refresh that was left open.
    func refresh(_ options: CommandOptions, _ output: CommandOutput) throws(PhoneError) {
        let registry = try registry(options)
        let transport = try transport(options, registry)
        let refresher = try Refresher(
            registry: registry, transport: transport, trust: try trust(options), environment: environment
        ) { output.progress($0) }
        let pins = try pins(options)
        var slots = try slots(options, registry)
        if let open = registry.state.pendingRefresh {
            output.say("resuming", "A refresh was left open; going on with it.")
            try refresher.resume(pins: pins)
            try refreshed(open.next.slot, registry, output)
            slots.removeAll { $0 == open.next.slot }
        }
        guard !slots.isEmpty else { return }
        let suite = try options.integer("suite", in: 1...2).map(UInt64.init)
        let code = try identity(options, PhoneClient(transport: transport), output)
        for slot in slots {
            try refresher.refresh(slot, suite: suite, pins: pins, authCode: code)
            try refreshed(slot, registry, output)
        }
    }

    private func refreshed(
        _ slot: Slot, _ registry: PhoneRegistry, _ output: CommandOutput
    ) throws(PhoneError) {
        let record = try registry.slot(slot)
        output.say(
            "refreshed", "\(slot.rawValue) is in epoch \(record.epoch), suite \(record.suite.number).",
            [
                "slot": .string(slot.rawValue), "epoch": .integer(Int64(record.epoch)),
                "suite": .integer(Int64(record.suite.number)),
            ])
    }

    /// AUTH first: it authorises the other.
    private func slots(_ options: CommandOptions, _ registry: PhoneRegistry) throws(PhoneError) -> [Slot] {
        let own = try registry.registration().slots.map(\.slot)
        guard let name = options.value("slot") else { return own.sorted { a, _ in a == .authentication } }
        guard let slot = Slot(rawValue: name), own.contains(slot) else {
            throw CommandOptions.usage("--slot is AUTH or SIGN, one of this phone's")
        }
        return [slot]
    }

    /// A proof of identity only where one is offered: most refreshes need none.
    private func identity(
        _ options: CommandOptions, _ client: PhoneClient, _ output: CommandOutput
    ) throws(PhoneError) -> String? {
        guard options.value("auth-code") != nil || options.value("register-number") != nil else { return nil }
        return try authCode(options, client, output)
    }
}
