import Server
import Storage

/// `tamga migrate`
enum MigrateCommand {
    static func run(_ arguments: [String]) throws -> Int32 {
        _ = try Arguments(arguments)
        let configuration = try Settings.load()
        let applied = try Settings.migrator(configuration).migrate(deadline: StorageDeadline(milliseconds: 600_000))
        for name in applied { print("migrated \(name)") }
        if applied.isEmpty { print("nothing to migrate") }
        return 0
    }
}
