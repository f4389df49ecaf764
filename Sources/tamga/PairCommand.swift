import Crypto
import Glibc
import Server
import Storage
import Wire

/// `tamga pair`: shows a code for a phone to scan, and says what becomes of it; the phones that were paired.
enum PairCommand {
    static let usage = """
        tamga pair [--url https://HOST[:PORT]] [--certificate FILE] [--by NAME]
        tamga pair list
        tamga pair revoke DEVICE [--by NAME]
          --url URL             where phones reach the service, when the settings do not say it
          --certificate FILE    PEM: the certificate that they meet there, when a proxy ends TLS
          --by NAME             who; the user of the operating system when absent
        """
    private static let deadlineMilliseconds = 10_000
    /// Between two looks at the code: a used one leaves the screen before anybody can scan it again.
    private static let pollMilliseconds = 300

    private static var deadline: StorageDeadline { StorageDeadline(milliseconds: deadlineMilliseconds) }

    static func run(_ arguments: [String]) throws -> Int32 {
        if arguments.contains("--help") {
            print(usage)
            return 0
        }
        let arguments = try Arguments(arguments, valued: ["url", "certificate", "by"])
        let configuration = try Settings.load()
        let stores = Settings.stores(configuration)
        defer { stores.pool.close() }
        let kek = try KeyEncryptionKeyFile.load(configuration.keyFile, random: SystemRandom())
        let desk = try PairingDesk(stores: stores, kek: kek)
        switch (arguments.words.first, arguments.words.count) {
        case (nil, _): return try show(desk, arguments, configuration, stores, kek)
        case ("list", 1): return try list(desk)
        case ("revoke", 2): return try revoke(desk, arguments)
        default: throw UsageError(usage)
        }
    }

    // MARK: A code

    private static func show(
        _ desk: PairingDesk, _ arguments: Arguments, _ configuration: ServerConfiguration, _ stores: Stores,
        _ kek: any KeyEncryptionKey
    ) throws -> Int32 {
        guard configuration.pairing else {
            throw ConfigurationError(
                "pairing is off: set TAMGA_LISTEN_TLS, or TAMGA_PAIRING=true where a proxy ends TLS, here and for the "
                    + "service")
        }
        guard let url = arguments["url"] ?? PairingDesk.ownURL(configuration), PairingURL.isBase(url) else {
            throw UsageError("where do phones reach the service? --url https://HOST[:PORT]\n\(usage)")
        }
        let fingerprint =
            if let file = arguments["certificate"] { try PairingDesk.fingerprint(ofFile: file) } else {
                try PairingDesk.ownFingerprint(configuration, stores, kek: kek)
            }
        let by = try OperatorAct.name(arguments)
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        sigaddset(&signals, SIGTERM)
        // The terminal was closed: nobody looks at the code any more.
        sigaddset(&signals, SIGHUP)
        // From here on a signal ends the code first.
        sigprocmask(SIG_BLOCK, &signals, nil)
        let invitation = try desk.open(baseURL: url, fingerprint: fingerprint, by: by, deadline: deadline)
        var screen = PairScreen(window: TerminalWindow(STDOUT_FILENO))
        screen.show(invitation.url, QRLibrary()?.encode(invitation.url.text))
        return try watch(invitation, desk, &screen, signals)
    }

    /// - Returns: 0 when a phone has used the code
    private static func watch(
        _ invitation: PairingDesk.Invitation, _ desk: PairingDesk, _ screen: inout PairScreen, _ signals: sigset_t
    ) throws -> Int32 {
        while true {
            switch try desk.standing(of: invitation.id, deadline: deadline) {
            case .open(let secondsLeft): screen.count(secondsLeft)
            case .used(let id, let name):
                screen.end("Paired with \(name ?? "a phone that gave no name"): \(id)")
                return 0
            case .locked:
                screen.end("Five wrong tries: this code is dead. `tamga pair` makes another one.")
                return 1
            case .expired:
                screen.end("The code has expired. `tamga pair` makes another one.")
                return 1
            case .ended:
                screen.end("Another code was made; this one is dead.")
                return 1
            }
            if isSignalled(signals) {
                try desk.end(invitation.id, deadline: deadline)
                screen.end("Ended; the code is dead.")
                return 1
            }
        }
    }

    /// Waits until the next look; true when somebody wants this to end.
    private static func isSignalled(_ signals: sigset_t) -> Bool {
        var signals = signals
        var pause = timespec(tv_sec: 0, tv_nsec: pollMilliseconds * 1_000_000)
        return sigtimedwait(&signals, nil, &pause) > 0
    }

    // MARK: Devices

    private static func list(_ desk: PairingDesk) throws -> Int32 {
        func time(_ milliseconds: Int64?) -> String {
            milliseconds.map { Timestamp.format(unixSeconds: $0 / 1_000) } ?? "never"
        }
        for device in try desk.devices(deadline: deadline) {
            var line = "\(device.id)  paired \(time(device.pairedAt))  seen \(time(device.seenAt))"
            if device.publicKey == nil { line += "  without a key" }
            if let revoked = device.revokedAt { line += "  REVOKED \(time(revoked))" }
            if let name = device.name { line += "  \(name)" }
            Output.line(line)
        }
        return 0
    }

    private static func revoke(_ desk: PairingDesk, _ arguments: Arguments) throws -> Int32 {
        let id = arguments.words[1].lowercased()
        let isDone =
            try UUIDText.isValid(id)
            && desk.revoke(id, by: OperatorAct.name(arguments), deadline: deadline)
        Output.line(isDone ? "revoked \(id)" : "there is no trusted device \(arguments.words[1])")
        return isDone ? 0 : 1
    }
}
