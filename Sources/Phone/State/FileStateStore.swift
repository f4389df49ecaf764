import Glibc

/// The state file: mode 0600, replaced as a whole (temporary file beside it, fsync, rename, fsync of the folder). While
/// a store for writing exists, a lock file keeps every other one out.
public final class FileStateStore: StateStore {
    public let path: String
    private let lock: Int32

    /// - Parameters:
    ///   - path: of the state file; `path.lock` and `path.new` lie beside it
    ///   - writable: false for a reader, which needs no lock: a file is never half written
    /// - Throws: `STATE_BUSY` when another process works with this file, `STATE_IO`.
    public init(path: String, writable: Bool = true) throws(PhoneError) {
        self.path = path
        guard writable else {
            lock = -1
            return
        }
        let descriptor = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure("open", path + ".lock") }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let busy = errno == EWOULDBLOCK
            let failure = Self.failure("lock", path + ".lock")
            close(descriptor)
            throw busy ? .check(code: "STATE_BUSY", reason: "another process uses \(path)") : failure
        }
        lock = descriptor
    }

    deinit { if lock >= 0 { close(lock) } }

    public func load() throws(PhoneError) -> PhoneState? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw Self.failure("open", path)
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Self.failure("read", path) }
            if count == 0 { break }
            bytes += buffer[..<count]
            // A state with an unfinished enrolment in suite 2 is below half a megabyte.
            guard bytes.count <= 4 << 20 else { throw .check(code: "STATE_ENCODING", reason: "larger than 4 MiB") }
        }
        return try PhoneState(decoding: bytes)
    }

    public func save(_ state: PhoneState) throws(PhoneError) {
        guard lock >= 0 else { throw .check(code: "STATE_READ_ONLY", reason: "opened for reading") }
        let temporary = path + ".new"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw Self.failure("open", temporary) }
        let written = Self.writeAll(state.encoding, to: descriptor) && fsync(descriptor) == 0
        let failure = Self.failure("write", temporary)
        guard close(descriptor) == 0, written else { throw failure }
        guard rename(temporary, path) == 0 else { throw Self.failure("rename", temporary) }
        try syncFolder()
    }

    private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var done = 0
            while done < buffer.count {
                let count = write(descriptor, buffer.baseAddress?.advanced(by: done), buffer.count - done)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                done += count
            }
            return true
        }
    }

    /// The rename itself must survive a power cut.
    private func syncFolder() throws(PhoneError) {
        let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure("open", folder) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw Self.failure("fsync", folder) }
    }

    private static func failure(_ action: String, _ path: String) -> PhoneError {
        .check(code: "STATE_IO", reason: "\(action) \(path): \(String(cString: strerror(errno)))")
    }
}
