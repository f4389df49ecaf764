/// The connections of one event loop, by place. A place that is used again has another generation.
struct ConnectionTable {
    private var places: [Connection?] = []
    private var generations: [UInt32] = []
    private var free: [UInt32] = []
    private(set) var count = 0

    /// One more than the highest place ever used.
    var capacity: Int { places.count }

    /// Takes a place for the connection that `make` builds for it.
    mutating func insert(_ make: (ConnectionID) -> Connection) -> Connection {
        if free.isEmpty {
            free.append(UInt32(truncatingIfNeeded: places.count))
            places.append(nil)
            generations.append(0)
        }
        let index = free.removeLast()
        generations[Int(index)] &+= 1
        let connection = make(ConnectionID(index: index, generation: generations[Int(index)]))
        places[Int(index)] = connection
        count += 1
        return connection
    }

    /// Nil when that connection is gone, also when its place is in use again.
    subscript(_ id: ConnectionID) -> Connection? {
        guard let connection = self[place: Int(id.index)], connection.id == id else { return nil }
        return connection
    }

    subscript(place place: Int) -> Connection? {
        places.indices.contains(place) ? places[place] : nil
    }

    mutating func remove(_ id: ConnectionID) {
        guard self[id] != nil else { return }
        places[Int(id.index)] = nil
        free.append(id.index)
        count -= 1
    }

    /// Every open connection.
    var all: [Connection] { places.compactMap { $0 } }
}
