import Crypto
import Storage

/// The ring-Pedersen sets of the service: those that new enrolments use, and the former ones, under which enrolments
/// are still open and phones still look proofs up. A set never changes; a rotation adds one.
public final class ParameterSets: Sendable {
    /// One set with its proof, as published.
    public struct Offered: Sendable {
        public let id: String
        public let set: RingPedersenParameters
        public let proof: [UInt8]

        /// - Throws: `ConfigurationError` for a set that is not what its row says, or whose factors are known.
        init(_ row: ParameterSet) throws {
            let suite = try Suite(number: UInt64(row.suite))
            set = try RingPedersenParameters(suite: suite, modulus: row.modulus, s: row.s, t: row.t)
            guard set.parametersHash == row.parametersHash else {
                throw ConfigurationError("parameter set \(row.id) does not fit its hash")
            }
            guard !PublishedParameters.contains(modulus: row.modulus) else {
                throw ConfigurationError(
                    "parameter set \(row.id) is one of the published test sets: its factors are known")
            }
            id = row.id
            proof = row.proof
        }
    }

    private let stores: Stores
    /// One for each suite that is offered, for the life of the process.
    public let current: [Offered]
    /// What has been asked for of the others; a service has a handful in its life.
    private let former = Monitor<[Offered]>([])

    /// - Throws: `ConfigurationError` when there is none, or one is not what it must be.
    static func load(_ stores: Stores, deadline: StorageDeadline) throws -> ParameterSets {
        let rows = try stores.service.parameterSets(deadline: deadline)
        let current = try rows.filter(\.isCurrent).map { try Offered($0) }
        guard !current.isEmpty else {
            throw ConfigurationError("the database holds no parameter set: run `tamga setup` once")
        }
        return ParameterSets(stores: stores, current: current)
    }

    private init(stores: Stores, current: [Offered]) {
        self.stores = stores
        self.current = current
    }

    func current(_ suite: Suite) -> Offered? { current.first { $0.set.suite == suite } }

    /// The set that an enrolment was opened under. A process that started before a rotation finds the new one, one that
    /// started after it the old one.
    func set(hash: [UInt8], deadline: StorageDeadline) throws(ServiceError) -> Offered? {
        try find(deadline, known: { $0.set.parametersHash == hash }, stored: { $0.parametersHash == hash })
    }

    func set(id: String, deadline: StorageDeadline) throws(ServiceError) -> Offered? {
        try find(deadline, known: { $0.id == id }, stored: { $0.id == id })
    }

    private func find(
        _ deadline: StorageDeadline, known: (Offered) -> Bool, stored: (ParameterSet) -> Bool
    ) throws(ServiceError) -> Offered? {
        if let found = current.first(where: known) ?? former.withLock({ $0.first(where: known) }) { return found }
        let rows = try ServiceError.storing { () throws(StorageError) in
            try stores.service.parameterSets(deadline: deadline)
        }
        guard let row = rows.first(where: stored), let found = try? Offered(row) else { return nil }
        former.withLock { if !$0.contains(where: known) { $0.append(found) } }
        return found
    }
}
