import Crypto
import Storage
import Wire

extension RelyingPartyCommand {
    static func show(_ arguments: Arguments, _ stores: Stores) throws -> Int32 {
        let id = try id(arguments)
        guard let party = try stores.relyingParties.byId(id, deadline: deadline()) else { throw unknown(id) }
        describe(party, arguments)
        return 0
    }

    /// The old secret is refused from now on; sessions that were opened with it are the party's as before.
    static func rotate(_ arguments: Arguments, _ stores: Stores) throws -> Int32 {
        let id = try id(arguments), secret = newSecret(SystemRandom())
        guard
            try stores.relyingParties.replaceSecret(
                id: id, hash: SHA256.hash(Array(secret.utf8)), deadline: deadline())
        else { throw unknown(id) }
        if arguments.has("json") {
            var w = JSONWriter()
            w.object { w in
                w.member("relyingPartyUUID", id)
                w.member("secret", secret)
            }
            print(String(decoding: w.bytes, as: UTF8.self))
        } else {
            print("secret  \(secret)\nThe old secret is refused from now on. This one is not shown again.")
        }
        return 0
    }

    static func setEnabled(_ isEnabled: Bool, _ arguments: Arguments, _ stores: Stores) throws -> Int32 {
        let id = try id(arguments)
        guard try stores.relyingParties.setEnabled(id: id, isEnabled, deadline: deadline()) else { throw unknown(id) }
        print("\(id) is \(isEnabled ? "enabled" : "disabled")")
        return 0
    }

    static func id(_ arguments: Arguments) throws -> String {
        guard arguments.words.count == 2, UUIDText.isValid(arguments.words[1].lowercased()) else {
            throw UsageError("tamga rp \(arguments.words.first ?? "") UUID (see `tamga rp list`)")
        }
        return arguments.words[1].lowercased()
    }

    static func unknown(_ id: String) -> UsageError { UsageError("there is no relying party \(id)") }

    static func deadline() -> StorageDeadline { StorageDeadline(milliseconds: 5_000) }
}
