import Glibc
import Phone
import Server

#if TAMGA_TOY
    #error("the toy group protects nothing: the program is never built with it")
#endif

/// The command line: parses, calls, prints.
@main
enum Tamga {
    static func main() {
        // Writing to a closed pipe is an error of that write, not the end of the process.
        signal(SIGPIPE, SIG_IGN)
        // Shares, keys and PINs pass through all commands.
        ProcessHardening.eraseFreedMemory()
        let arguments = Array(CommandLine.arguments.dropFirst())
        exit(run(arguments))
    }

    /// - Returns: 0 success, 1 failure, 2 wrong use.
    private static func run(_ arguments: [String]) -> Int32 {
        guard let verb = arguments.first else {
            Output.error(usage)
            return 2
        }
        let rest = Array(arguments.dropFirst())
        if rest.contains("--help"), verb != "phone", verb != "pair" {
            print(usage)
            return 0
        }
        do {
            switch verb {
            case "serve": return try ServeCommand.run(rest)
            case "setup": return try SetupCommand.run(rest)
            case "migrate": return try MigrateCommand.run(rest)
            case "rp": return try RelyingPartyCommand.run(rest)
            case "pair": return try PairCommand.run(rest)
            case "org": return try OrganisationCommand.run(rest)
            case "enrolment": return try EnrolmentCommand.run(rest)
            case "device": return try DeviceCommand.run(rest)
            case "keys": return try KeysCommand.run(rest)
            case "restore": return try RestoreCommand.run(rest)
            case "ca": return try CACommand.run(rest)
            case "health": return try HealthCommand.run(rest)
            case "phone": return PhoneCommand().run(rest)
            case "vectors": return try VectorsCommand.run(rest)
            case "config": return try ConfigCommand.run(rest)
            case "bench": return try BenchCommand.run(rest)
            case "help", "--help", "-h":
                print(usage)
                return 0
            default:
                Output.error("unknown command: \(verb)\n\n\(usage)")
                return 2
            }
        } catch let error as UsageError {
            Output.error(error.description)
            return 2
        } catch {
            Output.error("tamga \(verb): \(error)")
            return 1
        }
    }

    static let usage = """
        usage: tamga COMMAND

          setup [--suites 1,2]    create the key file, migrate, make parameters, core key and authorities (once)
          setup --rotate-parameters   make new parameters for enrolments from the next start on
          setup --renew-tls       make a new certificate for the key of TLS that setup has made
          migrate                 bring the database's schema up to date
          serve                   serve until SIGTERM
          rp add NAME [--id UUID] [settings] [--json]
                                  register a relying party; prints its secret once
          rp set UUID [--name NAME] [settings] [--json]
                                  --rights LIST, --addresses LIST, --[no-]ip-auth, --allow-name NAME, --client-cert HASH,
                                  --open-sessions N, --sessions-per-minute N, --vc FORMAT, --[no-]flat
          rp list                 the registered relying parties; rp show UUID: one of them
          rp rotate UUID          another secret, at once; rp disable|enable UUID: shut one out, let it in again
          device show DOCUMENT    a phone, its keys, alerts; also suspend, unlock, revoke (`tamga device`)
          enrolment show REGISTER a citizen whose enrolments were rejected; enrolment allow REGISTER --reason TEXT
          pair [--url URL]        a QR code for a phone to pair with this service; pair list, pair revoke DEVICE
          org show REGISTER       an organisation and who acts for it; org close|open REGISTER --reason TEXT
          keys reverify           check the archived proofs of every key again; keys list, show (`tamga keys`)
          restore show            the fence against a restored database; restore acknowledge|adopt (`tamga restore`)
          ca show root|issuing    a certificate of the authority as PEM
          phone …                 the reference phone: enrol, pending, activity, approve, link, refuse, watch,
                                  refresh, status, pair (`tamga phone`)
          vectors verify [DIR]    run the golden vectors; `vectors show FILE` explains one
          bench signing|enrolment [--rounds N] [--suite 1|2] [--core] [--json]
          bench polls|requests    parked polls by the thousand; requests beside nginx and pgbench
          bench timing|randomness whether time depends on a secret, whether what is drawn is random (`tamga bench`)
          config check            read the settings and say whether they fit together
          health                  exit 0 when the server of this configuration is ready

        Settings come from the environment: DATABASE_URL, TAMGA_KEK_FILE, TAMGA_LISTEN, … (docs/operations.md).
        """
}
