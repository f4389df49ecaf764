/// Session ids as the payload of a notification, and back.
enum NotificationBatch {
    /// PostgreSQL refuses payloads of 8,000 bytes and more.
    static let payloadLimit = 7_900
    private static let idLength = 36

    /// Takes as many ids from the front of `pending` as fit into one payload, joined by commas.
    static func take(from pending: inout [String]) -> String {
        let count = min(pending.count, (payloadLimit + 1) / (idLength + 1))
        let payload = pending[..<count].joined(separator: ",")
        pending.removeFirst(count)
        return payload
    }

    /// The ids of a payload. Whatever is not a UUID is dropped: anybody who may log in to the database may notify.
    static func ids(of payload: String) -> [String] {
        payload.split(separator: ",").map(String.init).filter { UUIDText.parse($0) != nil }
    }
}
