import Server
import Storage

/// `tamga org show|close|open REGISTER`.
enum OrganisationCommand {
    private static let usage = "tamga org show REGISTER | close|open REGISTER --reason TEXT [--by NAME]"

    static func run(_ arguments: [String]) throws -> Int32 {
        let arguments = try Arguments(arguments, valued: ["reason", "by"])
        guard arguments.words.count == 2 else { throw UsageError(usage) }
        let register = arguments.words[1].uppercased()
        let stores = Settings.stores(try Settings.load())
        defer { stores.pool.close() }
        switch arguments.words[0] {
        case "show": return try show(register, stores)
        case "close": return try setActive(false, register, OperatorAct(arguments, usage: usage), stores)
        case "open": return try setActive(true, register, OperatorAct(arguments, usage: usage), stores)
        default: throw UsageError(usage)
        }
    }

    private static func show(_ register: String, _ stores: Stores) throws -> Int32 {
        guard let found = try stores.organisations.organisation(register, deadline: deadline()) else {
            throw UsageError("there is no organisation \(register)")
        }
        print("\(found.register)  \(found.isActive ? "open  " : "closed")  \(found.name)  \(found.nameLatin ?? "")")
        for signer in try stores.organisations.signers(register: register, relyingPartyId: nil, deadline: deadline()) {
            let right = signer.representation
            let state = right.isExpired ? "EXPIRED" : right.state.rawValue
            print(
                "  \(signer.citizen.registrationNumber)  \(right.rightType.rawValue)  \(right.source.rawValue)  "
                    + "\(state)  \(right.role ?? "")")
        }
        return 0
    }

    private static func setActive(
        _ isActive: Bool, _ register: String, _ act: OperatorAct, _ stores: Stores
    ) throws -> Int32 {
        guard try stores.organisations.setActive(register: register, isActive, act, deadline: deadline()) else {
            throw UsageError("there is no organisation \(register)")
        }
        print("\(register) is \(isActive ? "open" : "closed")")
        return 0
    }

    private static func deadline() -> StorageDeadline { StorageDeadline(milliseconds: 5_000) }
}
