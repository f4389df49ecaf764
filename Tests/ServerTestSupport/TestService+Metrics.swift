import Server
import Wire

extension TestService {
    /// The value of a metric as `/metrics` shows it, labels included in the name; 0 when it has not been seen yet.
    public func metric(_ name: String, replica: Int = 0) throws -> Double {
        let client = try HTTPClient(baseURL: "http://\(servers[replica].addresses.admin)")
        defer { client.close() }
        let text = String(decoding: try client.send(method: "GET", path: "/metrics").body, as: UTF8.self)
        for line in text.split(separator: "\n") where line.hasPrefix(name + " ") {
            return Double(line.dropFirst(name.utf8.count + 1)) ?? 0
        }
        return 0
    }
}
