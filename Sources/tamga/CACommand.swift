import Crypto
import Server
import Storage

/// `tamga ca show root|issuing`: a certificate of the authority as PEM, for relying parties and phones.
enum CACommand {
    static func run(_ arguments: [String]) throws -> Int32 {
        let words = try Arguments(arguments).words
        guard words.count == 2, words[0] == "show", let name = ["root": "root-ca", "issuing": "issuing-ca"][words[1]]
        else { throw UsageError("tamga ca show root|issuing") }
        let stores = Settings.stores(try Settings.load())
        defer { stores.pool.close() }
        let deadline = StorageDeadline(milliseconds: 5_000)
        guard let der = try stores.service.certificate(name: name, deadline: deadline) else {
            throw ConfigurationError("the database holds no \(name): run `tamga setup` once")
        }
        print(PEM.encode(der), terminator: "")
        return 0
    }
}
