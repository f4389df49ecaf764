import Crypto
import Glibc
import Server
import Storage

/// What several commands need of the configuration.
enum Settings {
    /// The configuration of this process.
    static func load() throws -> ServerConfiguration {
        try ServerConfiguration(.process(), defaultMigrations: migrations())
    }

    /// The stores of a command: a few connections are enough.
    static func stores(_ configuration: ServerConfiguration) -> Stores {
        Stores(pool: Pool(settings: ConnectionSettings(url: configuration.databaseURL), capacity: 2))
    }

    static func migrator(_ configuration: ServerConfiguration) throws -> Migrator {
        try Migrator(
            settings: ConnectionSettings(url: configuration.databaseURL), folder: configuration.migrations)
    }

    /// The folder `migrations`: beside the executable, above it (a build in the source tree), or here.
    private static func migrations() -> String {
        ProgramFile.folder(holding: "migrations/0001_initial.sql", R_OK).map { $0 + "/migrations" } ?? "migrations"
    }
}
