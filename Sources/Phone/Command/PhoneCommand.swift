import Glibc
import Wire

/// `tamga phone …`: the reference phone on the command line.
///
/// The program hands its arguments over and ends with what `run` returns. Tests put in a transport, a clock and a sink.
public struct PhoneCommand {
    /// Makes the way to a server from its base URL.
    public typealias Connect = (String) throws(PhoneError) -> any Transport

    let connect: Connect
    let environment: PhoneEnvironment
    let write: (String) -> Void
    /// nil watches for SIGTERM and SIGINT.
    let isStopped: (() -> Bool)?

    public init(
        environment: PhoneEnvironment = PhoneEnvironment(), connect: @escaping Connect = Self.http,
        write: @escaping (String) -> Void = Self.printLine, isStopped: (() -> Bool)? = nil
    ) {
        self.environment = environment
        self.connect = connect
        self.write = write
        self.isStopped = isStopped
    }

    public static let usage = """
        tamga phone enrol   --url URL --state FILE --pin2 PIN [--pin1 PIN] (--register-number NUMBER | --auth-code CODE)
                            [--suite 1|2] [--device-name NAME] [--given-name NAME --surname NAME]
                            [--parameters-hash HEX] [--core-pin HEX]… [--root FILE]…
                            [--attestation-seed FILE --attestation-app-id ID]
        tamga phone pending  --state FILE [--wait SECONDS]
        tamga phone activity --state FILE
        tamga phone approve  --state FILE [SESSION] --pin1 PIN --pin2 PIN [--confirm-vc CODE]
        tamga phone link URL --state FILE --pin1 PIN --pin2 PIN [--decide approve|refuse|wrong-vc]
                            [--confirm-vc CODE] [--link-base URL]
        tamga phone refuse   --state FILE [SESSION] [--reason REASON]
        tamga phone watch    --state FILE --pin1 PIN --pin2 PIN [--decide approve|refuse|wrong-vc]
        tamga phone refresh  --state FILE --pin1 PIN [--pin2 PIN] [--slot AUTH|SIGN] [--suite 1|2]
                            [--register-number NUMBER | --auth-code CODE]
        tamga phone status   --state FILE
        tamga phone reattest --state FILE --pin1 PIN --pin2 PIN [--auth-code CODE]
        tamga phone roots    --attestation-seed FILE
        tamga phone pair URL --state FILE [--device-name NAME]
        tamga phone pairing  --state FILE

        Everywhere: [--url URL] instead of the enrolment's, [--json], --pin1-file and --pin2-file instead of a PIN on the
        command line. Without SESSION: the one that waits. PIN1 opens the log-in key, PIN2 the signature key.
        Without --pin1 an enrolment makes the signature key only. Without --root no authority is trusted beforehand: of the
        certificates names and dates are checked, signatures only when the chain that was sent ends self-signed.
        With a seed (any file of 32 bytes or more) the phone attests its requests under an authority that follows from
        it; `roots` prints what a server must trust then.
        Exit: 0 done, 1 refused, 2 usage, 3 no answer, 4 wrong PIN, 5 key locked or deleted.
        """

    static let valued: Set<String> = [
        "url", "state", "pin1", "pin2", "pin1-file", "pin2-file", "register-number", "auth-code", "suite",
        "device-name", "given-name", "surname", "parameters-hash", "core-pin", "root", "wait", "confirm-vc", "reason",
        "decide", "kyc-method", "link-base", "slot", "attestation-seed", "attestation-app-id",
    ]

    /// - Parameter arguments: what follows `tamga phone`
    /// - Returns: the exit code, one of `ExitCode`
    public func run(_ arguments: [String]) -> Int32 {
        let asJSON = arguments.contains("--json")
        let output = CommandOutput(asJSON: asJSON, write: write)
        do throws(PhoneError) {
            let options = try CommandOptions(arguments, valued: Self.valued, flags: ["json", "help"])
            guard let verb = options.words.first, !options.has("help") else {
                write(Self.usage)
                return options.has("help") ? ExitCode.success.rawValue : ExitCode.usage.rawValue
            }
            try run(verb, options, output)
            return ExitCode.success.rawValue
        } catch {
            output.fail(error)
            let code = ExitCode(error)
            if code == .usage, !asJSON { write(Self.usage) }
            return code.rawValue
        }
    }

    private func run(_ verb: String, _ options: CommandOptions, _ output: CommandOutput) throws(PhoneError) {
        switch verb {
        case "enrol", "enroll": try enrol(options, output)
        case "pending": try pending(options, output)
        case "activity": try activity(options, output)
        case "approve": try approve(options, output)
        case "link": try link(options, output)
        case "refuse": try refuse(options, output)
        case "refresh": try refresh(options, output)
        case "watch": try watch(options, output)
        case "status": try status(options, output)
        case "reattest": try reattest(options, output)
        case "roots": try roots(options, to: output)
        case "pair": try pair(options, output)
        case "pairing": try pairing(options, output)
        default: throw CommandOptions.usage("unknown command \(verb)")
        }
    }

    // MARK: What the commands share

    /// The phone of `--state`.
    /// - Parameter writable: false for commands that only look: they may run beside a watch
    func registry(_ options: CommandOptions, writable: Bool = true) throws(PhoneError) -> PhoneRegistry {
        let path = try options.required("state")
        let store = try FileStateStore(path: path, writable: writable)
        do throws(PhoneError) { return try PhoneRegistry(store: store) } catch {
            guard error.code == "STATE_MISSING" else { throw error }
            throw .check(
                code: "STATE_MISSING",
                reason: "\(path) holds no phone: make one with `tamga phone enrol` or `tamga phone pair URL`, or name "
                    + "the file of one with --state")
        }
    }

    func transport(_ options: CommandOptions, _ registry: PhoneRegistry) throws(PhoneError) -> any Transport {
        try attesting(options, way(to: options.value("url") ?? registry.state.baseURL, registry.state))
    }

    func approver(
        _ options: CommandOptions, _ registry: PhoneRegistry, _ output: CommandOutput
    ) throws(PhoneError) -> Approver {
        try Approver(
            registry: registry, transport: transport(options, registry), environment: environment
        ) { output.progress($0) }
    }

    /// - Throws: `USAGE` for a file that cannot be read
    func pins(_ options: CommandOptions) throws(PhoneError) -> PINs {
        PINs(pin1: try pin("pin1", options), pin2: try pin("pin2", options))
    }

    /// The PIN of `--pin1` or `--pin1-file`; nil without either.
    func pin(_ name: String, _ options: CommandOptions) throws(PhoneError) -> PIN? {
        if let text = options.value(name) { return PIN(text) }
        guard let path = options.value(name + "-file") else { return nil }
        let text = String(decoding: try Self.read(path), as: UTF8.self)
        return PIN(String(text.split(whereSeparator: \.isNewline).first ?? ""))
    }

    /// A small file as a whole.
    /// - Throws: `USAGE`
    static func read(_ path: String) throws(PhoneError) -> [UInt8] {
        guard let file = fopen(path, "re") else {
            throw CommandOptions.usage("\(path): \(String(cString: strerror(errno)))")
        }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = fread(&bytes, 1, bytes.count, file)
        return Array(bytes[..<count])
    }

    // MARK: The program's own

    public static func http(_ url: String) throws(PhoneError) -> any Transport {
        do throws(HTTPClientError) { return try HTTPTransport(baseURL: url) } catch {
            throw CommandOptions.usage("\(url) is not http://host[:port], nor the https address of a paired server")
        }
    }

    /// One line to standard output, at once: a watch may be ended by a signal.
    public static func printLine(_ line: String) {
        print(line)
        fflush(nil)
    }
}
