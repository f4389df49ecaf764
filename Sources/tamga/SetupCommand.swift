import Crypto
import Glibc
import Server
import Storage

/// `tamga setup [--suites 1,2] [--rotate-parameters|--renew-tls]`
enum SetupCommand {
    static func run(_ arguments: [String]) throws -> Int32 {
        let arguments = try Arguments(arguments, valued: ["suites"], flags: ["rotate-parameters", "renew-tls"])
        let suites = try (arguments["suites"] ?? "1").split(separator: ",").map { text in
            guard let number = UInt64(text) else { throw UsageError("--suites takes 1, 2 or 1,2") }
            return try Suite(number: number)
        }
        let configuration = try Settings.load()
        for name in try Settings.migrator(configuration).migrate(deadline: StorageDeadline(milliseconds: 600_000)) {
            print("migrated \(name)")
        }
        let stores = Settings.stores(configuration)
        defer { stores.pool.close() }
        if !KeyEncryptionKeyFile.exists(configuration.keyFile), try Setup.isDone(stores) {
            throw ConfigurationError(
                "TAMGA_KEK_FILE: \(configuration.keyFile) is missing, and this database was set up under a key: put "
                    + "the copy of that key back")
        }
        if try KeyEncryptionKeyFile.createIfAbsent(configuration.keyFile, random: SystemRandom()) {
            print("made the key-encryption key in \(configuration.keyFile): keep a copy apart from the database")
        }
        let kek = try KeyEncryptionKeyFile.load(configuration.keyFile, random: SystemRandom())
        let setup = Setup(stores: stores, kek: kek, certificateNames: configuration.certificateNames) { print($0) }
        if arguments.has("rotate-parameters") {
            try setup.rotateParameters(suites: suites)
        } else if arguments.has("renew-tls") {
            try setup.renewTransportCertificate(nowSeconds: Int64(time(nil)))
        } else {
            try setup.run(suites: suites, nowSeconds: Int64(time(nil)))
        }
        print("set up")
        return 0
    }
}
