import Synchronization

/// Counts connections, in all and by address, over all event loops of one server.
final class ConnectionGate: Sendable {
    private struct State {
        var total = 0
        var byAddress: [IPAddress: Int] = [:]
    }

    private let state = Mutex(State())
    private let totalLimit: Int
    private let addressLimit: Int
    private let trusted: [CIDRBlock]

    /// - Parameter trusted: proxies, which bring many clients over few addresses: not limited by address.
    init(totalLimit: Int, addressLimit: Int, trusted: [CIDRBlock]) {
        self.totalLimit = totalLimit
        self.addressLimit = addressLimit
        self.trusted = trusted
    }

    /// Takes a place; false when there is none. IPv6 clients are counted by their /64, which is what one customer has.
    func enter(_ address: IPAddress) -> Bool {
        let exempt = trusted.contains { $0.contains(address) }
        let key = address.customer
        return state.withLock { state in
            guard state.total < totalLimit else { return false }
            let mine = state.byAddress[key, default: 0]
            guard exempt || mine < addressLimit else { return false }
            state.total += 1
            state.byAddress[key] = mine + 1
            return true
        }
    }

    func leave(_ address: IPAddress) {
        let key = address.customer
        state.withLock { state in
            state.total -= 1
            let mine = state.byAddress[key, default: 0]
            state.byAddress[key] = mine > 1 ? mine - 1 : nil
        }
    }

    var total: Int {
        state.withLock { $0.total }
    }
}
