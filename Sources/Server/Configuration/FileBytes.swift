import Crypto
import Glibc

/// Small files: keys and settings.
enum FileBytes {
    /// - Parameters:
    ///   - limit: bytes; a longer file is refused
    ///   - name: what the file is for, for the error
    static func read(_ path: String, limit: Int, as name: String) throws(ConfigurationError) -> [UInt8] {
        let secret = try readSecret(path, limit: limit, as: name)
        return secret.withUnsafeBytes { Array($0) }
    }

    /// The same for a key: only the zeroising buffer holds it.
    static func readSecret(_ path: String, limit: Int, as name: String) throws(ConfigurationError) -> SecretBytes {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw ConfigurationError("\(name): cannot open \(path): \(String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        var buffer = SecretBytes(count: limit + 1)
        let length = buffer.withUnsafeMutableBytes { bytes -> Int in
            var filled = 0
            while filled < bytes.count {
                let got = Glibc.read(descriptor, bytes.baseAddress?.advanced(by: filled), bytes.count - filled)
                if got < 0 && errno == EINTR { continue }
                guard got >= 0 else { return -1 }
                if got == 0 { break }
                filled += got
            }
            return filled
        }
        guard length >= 0, length <= limit else {
            throw ConfigurationError("\(name): \(path) is unreadable or longer than \(limit) bytes")
        }
        return buffer.withUnsafeBytes { SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0[..<length])) }
    }

    /// Writes a new file of mode 0600; never replaces one.
    static func create(_ path: String, _ bytes: borrowing SecretBytes) throws(ConfigurationError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw ConfigurationError("cannot create \(path): \(String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        let written = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        guard written == bytes.count, fsync(descriptor) == 0 else {
            unlink(path)
            throw ConfigurationError("cannot write \(path)")
        }
    }

    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}
