import Server

/// `tamga config check`
enum ConfigCommand {
    static func run(_ arguments: [String]) throws -> Int32 {
        guard arguments == ["check"] else { throw UsageError("tamga config check") }
        let configuration = try Settings.load()
        try configuration.requireServable()
        print("the settings fit together; api \(configuration.listen), admin \(configuration.adminListen)")
        return 0
    }
}
