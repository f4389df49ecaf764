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
        var folder = executable().split(separator: "/").dropLast().map(String.init)
        while true {
            let candidate = "/" + (folder + ["migrations"]).joined(separator: "/")
            if access(candidate + "/0001_initial.sql", R_OK) == 0 { return candidate }
            if folder.isEmpty { return "migrations" }
            folder.removeLast()
        }
    }

    private static func executable() -> String {
        var buffer = [CChar](repeating: 0, count: 4_096)
        let length = readlink("/proc/self/exe", &buffer, buffer.count)
        guard length > 0 else { return "" }
        return String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
