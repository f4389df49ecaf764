import Glibc

/// Small text files, `/proc` among them.
enum FileText {
    /// Empty when the file cannot be read.
    static func read(_ path: String) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Makes a file for nobody else's eyes, and the folders that are missing above it.
    static func write(_ bytes: [UInt8], to path: String) throws(BenchError) {
        for end in path.indices.dropFirst() where path[end] == "/" { mkdir(String(path[..<end]), 0o700) }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw BenchError("\(path) cannot be written") }
        defer { close(descriptor) }
        guard bytes.withUnsafeBytes({ Glibc.write(descriptor, $0.baseAddress, $0.count) }) == bytes.count else {
            throw BenchError("\(path) cannot be written")
        }
    }
}
