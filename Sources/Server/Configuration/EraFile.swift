import Crypto
import Glibc
import Storage

/// The era as it is kept outside of the database: `number mark`, one line. It must not be restored with it.
public struct EraFile: Sendable {
    public let path: String
    private static let limit = 64

    public init(path: String) { self.path = path }

    /// - Returns: nil when there is no file
    /// - Throws: when there is one that is no era
    public func read() throws(ConfigurationError) -> Era? {
        guard FileBytes.exists(path) else { return nil }
        let bytes = try FileBytes.read(path, limit: Self.limit, as: "TAMGA_ERA_FILE")
        let words = String(decoding: bytes, as: UTF8.self).split { $0 == " " || $0 == "\n" }
        guard words.count == 2, let number = Int64(words[0]), let mark = Int64(words[1]), number > 0, mark >= 0 else {
            throw ConfigurationError("TAMGA_ERA_FILE: \(path) does not hold an era and a mark")
        }
        return Era(number: number, mark: mark)
    }

    /// Replaces the file's content at once: a reader sees the old or the new era, also after a crash.
    public func write(_ era: Era) throws(ConfigurationError) {
        let fresh = "\(path).\(getpid()).new"
        unlink(fresh)
        let text = Array("\(era.number) \(era.mark)\n".utf8)
        var content = SecretBytes(count: text.count)
        content.withUnsafeMutableBytes { $0.copyBytes(from: text) }
        try FileBytes.create(fresh, content)
        guard rename(fresh, path) == 0 else {
            let cause = String(cString: strerror(errno))
            unlink(fresh)
            throw ConfigurationError("TAMGA_ERA_FILE: cannot replace \(path): \(cause)")
        }
    }
}
