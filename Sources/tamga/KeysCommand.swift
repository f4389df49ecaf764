import Glibc
import Server
import Storage
import Wire

/// `tamga keys list|show|reverify`: the keys, and whether their archived proofs pass the checks of this program.
enum KeysCommand {
    static let usage = """
        tamga keys list [--unverified]                every key, or those whose proofs did not pass
        tamga keys show KEY-ID                        one of them
        tamga keys reverify [--since TIME] [--rate N] check the archived proofs again, at most N a second (10)
          --since TIME    keys that were checked after this time are left out, such as 2026-11-30T12:00:00Z; goes on with
                          a run that was stopped. Without it: the database's now, so all of them
        """
    private static let batch = 20

    static func run(_ arguments: [String]) throws -> Int32 {
        let arguments = try Arguments(arguments, valued: ["since", "rate"], flags: ["unverified"])
        guard let verb = arguments.words.first else { throw UsageError(usage) }
        let stores = Settings.stores(try Settings.load())
        defer { stores.pool.close() }
        switch (verb, arguments.words.count) {
        case ("list", 1): return try list(isUnverified: arguments.has("unverified"), stores)
        case ("show", 2): return try show(arguments.words[1], stores)
        case ("reverify", 1): return try reverify(arguments, stores)
        default: throw UsageError(usage)
        }
    }

    private static func list(isUnverified: Bool, _ stores: Stores) throws -> Int32 {
        var last: String?
        while true {
            let page = try stores.proofs.keys(
                after: last, isUnverified: isUnverified, limit: 100, deadline: StorageDeadline(milliseconds: 10_000))
            for item in page { print(line(item)) }
            guard let next = page.last?.key.keyId else { return 0 }
            last = next
        }
    }

    private static func show(_ id: String, _ stores: Stores) throws -> Int32 {
        guard UUIDText.isValid(id),
            let found = try stores.proofs.key(id, deadline: StorageDeadline(milliseconds: 10_000))
        else {
            Output.error("there is no key \(id)")
            return 1
        }
        print(line(found))
        print("document  \(found.key.documentNumber)")
        print("proofs    " + (found.proofs == nil ? "missing in the archive" : "archived"))
        print("checked   " + (found.checkedAt.map { Timestamp.format(unixSeconds: $0 / 1_000) } ?? "not again yet"))
        return 0
    }

    private static func line(_ item: ArchivedKey) -> String {
        let key = item.key
        let proofs = key.proofVersion == 0 ? "proofs NOT passed" : "proofs version \(key.proofVersion)"
        return "\(key.keyId)  \(key.slot)  \(key.state.rawValue)  suite \(key.suite)  epoch \(key.epoch)  \(proofs)"
    }

    private static func reverify(_ arguments: Arguments, _ stores: Stores) throws -> Int32 {
        guard let rate = Int(arguments["rate"] ?? "10"), (1...1_000).contains(rate) else {
            throw UsageError("--rate takes 1 to 1000\n\(usage)")
        }
        let since = try since(arguments["since"], stores)
        Output.line("checking what was not checked since \(Timestamp.format(unixSeconds: since / 1_000))")
        let check = ProofCheck(stores: stores)
        var checked = 0, failed = 0, found = 0
        repeat {
            found = try check.next(
                since: since, limit: batch, pause: { usleep(UInt32(1_000_000 / rate)) }
            ) { verdict in
                checked += 1
                guard let code = verdict.code else { return }
                failed += 1
                Output.line("\(verdict.key.keyId)  \(verdict.key.slot)  \(verdict.key.documentNumber)  \(code)")
            }
        } while found > 0
        Output.line("checked: \(checked), not passed: \(failed)")
        return failed == 0 ? 0 : 1
    }

    private static func since(_ text: String?, _ stores: Stores) throws -> Int64 {
        guard let text else { return try stores.pool.now(deadline: StorageDeadline(milliseconds: 10_000)) }
        guard let seconds = Timestamp.parse(text), seconds >= 0 else {
            throw UsageError("--since takes a time such as 2026-11-30T12:00:00Z\n\(usage)")
        }
        return seconds * 1_000
    }
}
