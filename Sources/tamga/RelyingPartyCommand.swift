import Crypto
import Server
import Storage
import Wire

/// `tamga rp add NAME`, `set UUID`, `list`, and `show|rotate|disable|enable UUID`.
enum RelyingPartyCommand {
    static func run(_ arguments: [String]) throws -> Int32 {
        let arguments = try Arguments(
            arguments, valued: Self.options.union(["id", "name"]), flags: Self.switches.union(["json"]))
        let configuration = try Settings.load()
        let stores = Settings.stores(configuration)
        defer { stores.pool.close() }
        switch arguments.words.first {
        case "add": return try add(arguments, stores, configuration)
        case "set": return try set(arguments, stores, configuration)
        case "list": return try list(stores)
        case "show": return try show(arguments, stores)
        case "rotate": return try rotate(arguments, stores)
        case "disable": return try setEnabled(false, arguments, stores)
        case "enable": return try setEnabled(true, arguments, stores)
        default:
            throw UsageError(
                "tamga rp add NAME | set UUID | list | show UUID | rotate UUID | disable UUID | enable UUID")
        }
    }

    private static func add(
        _ arguments: Arguments, _ stores: Stores, _ configuration: ServerConfiguration
    ) throws -> Int32 {
        guard arguments.words.count == 2 else { throw UsageError("tamga rp add NAME [--id UUID]") }
        try RelyingPartyOptions.check(name: arguments.words[1], "NAME")
        let random = SystemRandom()
        let id = arguments["id"] ?? RandomUUID.make(random)
        guard UUIDText.isValid(id) else { throw UsageError("--id takes a lower-case UUID") }
        let settings = try apply(arguments, to: RelyingPartySettings(), configuration)
        // Shown once; the database keeps only its hash.
        let secret = newSecret(random)
        _ = try stores.relyingParties.add(
            id: id, name: arguments.words[1], secretHash: SHA256.hash(Array(secret.utf8)), settings: settings,
            deadline: StorageDeadline(milliseconds: 5_000))
        if arguments.has("json") {
            var w = JSONWriter()
            w.object { w in
                w.member("relyingPartyUUID", id)
                w.member("relyingPartyName", arguments.words[1])
                w.member("secret", secret)
            }
            print(String(decoding: w.bytes, as: UTF8.self))
        } else {
            print("relyingPartyUUID  \(id)\nsecret            \(secret)\nThe secret is not shown again.")
        }
        return 0
    }

    private static func list(_ stores: Stores) throws -> Int32 {
        for party in try stores.relyingParties.list(deadline: StorageDeadline(milliseconds: 5_000)) {
            print(
                "\(party.id)  \(party.isEnabled ? "enabled " : "disabled")  \(party.settings.vcFormat)  \(party.name)")
        }
        return 0
    }

    static func newSecret(_ random: SystemRandom) -> String { "rp_sk_" + Base64URL.encode(bytes(32, random)) }

    private static func bytes(_ count: Int, _ random: SystemRandom) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        bytes.withUnsafeMutableBytes { random.fill($0) }
        return bytes
    }
}
