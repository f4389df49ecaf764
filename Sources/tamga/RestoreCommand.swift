import Server
import Storage

/// `tamga restore show|acknowledge|adopt`: the fence against a database that has gone back.
enum RestoreCommand {
    static let usage = """
        tamga restore show                               the era of the database and of the file
        tamga restore acknowledge --reason TEXT [--by NAME]
                                                         after a restore, with every process stopped: raise the era, end
                                                         what was open, let every key's ratchet be set once
        tamga restore adopt                              write the database's era to this host's file
        """

    static func run(_ arguments: [String]) throws -> Int32 {
        let arguments = try Arguments(arguments, valued: ["reason", "by"])
        guard arguments.words.count == 1, let verb = arguments.words.first,
            ["show", "acknowledge", "adopt"].contains(verb)
        else { throw UsageError(usage) }
        let configuration = try Settings.load()
        guard let path = configuration.eraFile else {
            throw ConfigurationError("TAMGA_ERA_FILE is not set: there is no fence")
        }
        let file = EraFile(path: path)
        let stores = Settings.stores(configuration)
        defer { stores.pool.close() }
        switch verb {
        case "acknowledge": return try acknowledge(try OperatorAct(arguments, usage: usage), file, stores)
        case "adopt": return try adopt(file, stores)
        default: return try show(file, stores)
        }
    }

    private static func show(_ file: EraFile, _ stores: Stores) throws -> Int32 {
        let database = try stores.eras.current(deadline: StorageDeadline(milliseconds: 5_000))
        print("database  era \(database.number), mark \(database.mark)")
        print("file      " + (try file.read().map { "era \($0.number), mark \($0.mark)" } ?? "missing"))
        return 0
    }

    private static func acknowledge(_ act: OperatorAct, _ file: EraFile, _ stores: Stores) throws -> Int32 {
        guard try !stores.eras.isServed(deadline: StorageDeadline(milliseconds: 5_000)) else {
            throw ConfigurationError("a process serves from this database: stop all of them first (15 s after kill -9)")
        }
        let outcome = try stores.eras.acknowledge(
            outside: try file.read(), act, deadline: StorageDeadline(milliseconds: 600_000))
        try file.write(outcome.era)
        print(
            """
            era \(outcome.era.number); sessions ended: \(outcome.endedSessions), enrolments given up: \
            \(outcome.failedEnrolments), refreshes given up: \(outcome.failedRefreshes), \
            keys whose ratchet may be set once: \(outcome.reseededKeys)
            Revoke again what was revoked or locked after the backup was made, then start. On every other host: \
            tamga restore adopt
            """)
        return 0
    }

    private static func adopt(_ file: EraFile, _ stores: Stores) throws -> Int32 {
        let database = try stores.eras.current(deadline: StorageDeadline(milliseconds: 5_000))
        if let outside = try file.read(), outside.number >= database.number {
            guard outside.number == database.number, outside.mark <= database.mark else {
                throw ConfigurationError("the database is older than the file: run `tamga restore acknowledge`")
            }
        }
        try file.write(database)
        print("era \(database.number), mark \(database.mark)")
        return 0
    }
}
