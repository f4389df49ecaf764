import Server
import Storage
import Wire

/// The settings of a relying party on the command line: the same options for `add` and `set`.
extension RelyingPartyCommand {
    static let options: Set<String> = [
        "vc", "rights", "addresses", "allow-name", "client-cert", "open-sessions", "sessions-per-minute",
    ]
    static let switches: Set<String> = ["flat", "no-flat", "ip-auth", "no-ip-auth"]

    /// Settings with what the options say; what they do not name stays.
    static func apply(
        _ arguments: Arguments, to former: RelyingPartySettings, _ configuration: ServerConfiguration
    ) throws -> RelyingPartySettings {
        do {
            return try changed(arguments, former, configuration)
        } catch let error as ConfigurationError {
            throw UsageError(error.description)
        }
    }

    private static func changed(
        _ arguments: Arguments, _ former: RelyingPartySettings, _ configuration: ServerConfiguration
    ) throws -> RelyingPartySettings {
        var settings = former
        if let text = arguments["vc"] { settings.vcFormat = try RelyingPartyOptions.vcFormat(text) }
        if let text = arguments["rights"] { settings.rights = try RelyingPartyOptions.rights(text) }
        if let text = arguments["addresses"] { settings.addresses = try RelyingPartyOptions.addresses(text) }
        if arguments.has("allow-name") {
            settings.names = try RelyingPartyOptions.names(arguments.all("allow-name"))
        }
        if let text = arguments["client-cert"] {
            settings.certificateHash = try RelyingPartyOptions.certificate(text)
        }
        if let text = arguments["open-sessions"] {
            settings.openSessions = try RelyingPartyOptions.limit(text, "--open-sessions", in: 1...100_000)
        }
        if let text = arguments["sessions-per-minute"] {
            settings.sessionsPerMinute = try RelyingPartyOptions.limit(text, "--sessions-per-minute", in: 1...60_000)
        }
        settings.acceptsFlatBodies = try either("flat", arguments, settings.acceptsFlatBodies)
        settings.allowsAddressAuth = try either("ip-auth", arguments, settings.allowsAddressAuth)
        try RelyingPartyOptions.check(settings, configuration)
        return settings
    }

    private static func either(_ name: String, _ arguments: Arguments, _ former: Bool) throws -> Bool {
        let (isOn, isOff) = (arguments.has(name), arguments.has("no-" + name))
        guard !(isOn && isOff) else { throw UsageError("--\(name) and --no-\(name) contradict each other") }
        return isOn || (former && !isOff)
    }

    /// `tamga rp set UUID`: changes what the options name.
    static func set(
        _ arguments: Arguments, _ stores: Stores, _ configuration: ServerConfiguration
    ) throws -> Int32 {
        let id = try id(arguments)
        guard let party = try stores.relyingParties.byId(id, deadline: deadline()) else { throw unknown(id) }
        if let name = arguments["name"] { try RelyingPartyOptions.check(name: name, "--name") }
        let settings = try apply(arguments, to: party.settings, configuration)
        guard settings != party.settings || arguments.has("name") else {
            throw UsageError("tamga rp set: nothing to change")
        }
        guard
            try stores.relyingParties.change(
                id: id, name: arguments["name"], from: party.settings, to: settings, deadline: deadline())
        else { throw UsageError("somebody else has just changed \(id): look at it again with `tamga rp show`") }
        guard let changed = try stores.relyingParties.byId(id, deadline: deadline()) else { throw unknown(id) }
        describe(changed, arguments)
        return 0
    }

    /// Everything about a party but its secret.
    static func describe(_ party: RelyingParty, _ arguments: Arguments) {
        if arguments.has("json") {
            var w = JSONWriter()
            w.object { members(party, &$0) }
            print(String(decoding: w.bytes, as: UTF8.self))
        } else {
            for (name, text) in lines(party) {
                print(name + String(repeating: " ", count: max(1, 20 - name.utf8.count)) + text)
            }
        }
    }

    private static func members(_ party: RelyingParty, _ w: inout JSONWriter) {
        let settings = party.settings
        w.member("relyingPartyUUID", party.id)
        w.member("relyingPartyName", party.name)
        w.member("enabled", party.isEnabled)
        w.member("vcFormat", settings.vcFormat)
        w.member("acceptsFlatBodies", settings.acceptsFlatBodies)
        for (name, list) in [
            ("rights", settings.rights), ("allowedNames", settings.names), ("addresses", settings.addresses),
        ] {
            w.memberArray(name) { w in for text in list { w.value(text) } }
        }
        w.member("allowIpAuth", settings.allowsAddressAuth)
        w.memberIfPresent("clientCertificateSha256", settings.certificateHash.map(Hex.encode))
        if let limit = settings.openSessions { w.member("openSessions", limit) }
        if let limit = settings.sessionsPerMinute { w.member("sessionsPerMinute", limit) }
        w.member("createdAt", Timestamp.format(unixSeconds: party.createdAt / 1_000))
    }

    private static func lines(_ party: RelyingParty) -> [(String, String)] {
        let settings = party.settings
        func list(_ texts: [String], _ empty: String) -> String {
            texts.isEmpty ? empty : texts.joined(separator: ", ")
        }
        return [
            ("relyingPartyUUID", party.id), ("relyingPartyName", party.name),
            ("state", party.isEnabled ? "enabled" : "disabled"), ("rights", list(settings.rights, "log-ins only")),
            ("allowed names", list(settings.names, "any")), ("addresses", list(settings.addresses, "any")),
            ("without secret", settings.allowsAddressAuth ? "from these addresses" : "never"),
            ("client certificate", settings.certificateHash.map(Hex.encode) ?? "not asked for"),
            ("vc", settings.vcFormat), ("bodies", settings.acceptsFlatBodies ? "flat and nested" : "nested"),
            ("open sessions", settings.openSessions.map { "\($0) for one citizen" } ?? "as everybody"),
            ("sessions a minute", settings.sessionsPerMinute.map { "\($0)" } ?? "as everybody"),
            ("created", Timestamp.format(unixSeconds: party.createdAt / 1_000)),
        ]
    }
}
