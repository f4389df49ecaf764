import Server
import Storage
import Wire

/// `tamga device show|suspend|unlock|revoke DOCUMENT-NUMBER|--citizen ID`: what an operator can see of a phone and do
/// to it. Every act is audited with who and why.
enum DeviceCommand {
    static let usage = """
        tamga device show DOCUMENT-NUMBER|--citizen ID [--json]
        tamga device suspend|revoke DOCUMENT-NUMBER|--citizen ID --reason TEXT [--by NAME] [--json]
        tamga device unlock DOCUMENT-NUMBER --reason TEXT [--by NAME] [--json]
          --citizen ID          every device of the citizen with this civil id or registration number
          --reason TEXT         why; kept in the audit
          --by NAME             who; the user of the operating system when absent
        """
    private static let deadlineMilliseconds = 10_000

    static func run(_ arguments: [String]) throws -> Int32 {
        let arguments = try Arguments(
            arguments, valued: ["citizen", "reason", "by"], flags: ["json"])
        guard let verb = arguments.words.first, ["show", "suspend", "unlock", "revoke"].contains(verb) else {
            throw UsageError(usage)
        }
        // Of several phones one may be suspended for another reason than the one that has come back.
        if verb == "unlock", arguments.has("citizen") { throw UsageError(usage) }
        let stores = Settings.stores(try Settings.load())
        defer { stores.pool.close() }
        let devices = try find(arguments, stores)
        let report = DeviceReport(stores: stores, isJSON: arguments.has("json"))
        guard verb != "show" else {
            try report.print(devices, outcomes: [:])
            return 0
        }
        let act = try OperatorAct(arguments, usage: usage)
        var outcomes: [String: DeviceChange] = [:]
        for device in devices {
            outcomes[device.documentNumber] = try change(device.documentNumber, verb, act, arguments, stores)
        }
        try report.print(try find(arguments, stores), outcomes: outcomes)
        return outcomes.values.allSatisfy(\.isDone) ? 0 : 1
    }

    private static func find(_ arguments: Arguments, _ stores: Stores) throws -> [Device] {
        let deadline = StorageDeadline(milliseconds: deadlineMilliseconds)
        if let id = arguments["citizen"] {
            guard arguments.words.count == 1 else { throw UsageError(usage) }
            guard let citizen = try stores.citizens.bySemanticId(id, deadline: deadline) else {
                throw DeviceFailure("no citizen has this civil id or registration number")
            }
            let devices = try stores.devices.ofCitizen(citizen.id, deadline: deadline)
            guard !devices.isEmpty else { throw DeviceFailure("this citizen has no device") }
            return devices
        }
        guard arguments.words.count == 2 else { throw UsageError(usage) }
        let number = arguments.words[1].lowercased()
        guard UUIDText.isValid(number), let device = try stores.devices.byDocumentNumber(number, deadline: deadline)
        else { throw DeviceFailure("no device has the document number \(arguments.words[1])") }
        return [device]
    }

    private static func change(
        _ document: String, _ verb: String, _ act: OperatorAct, _ arguments: Arguments, _ stores: Stores
    ) throws -> DeviceChange {
        let administration = stores.administration
        let deadline = StorageDeadline(milliseconds: deadlineMilliseconds)
        switch verb {
        case "suspend": return try administration.suspend(documentNumber: document, act, deadline: deadline)
        case "unlock":
            return try administration.unlock(documentNumber: document, act, deadline: deadline)
        default: return try administration.revoke(documentNumber: document, act, deadline: deadline)
        }
    }
}

/// Why nothing was done.
struct DeviceFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
