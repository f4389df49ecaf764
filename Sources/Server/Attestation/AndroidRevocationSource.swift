import Crypto
import Glibc
import Synchronization

/// The file with Google's list of revoked attestation keys, which the operator keeps up to date from outside: read
/// again when it has changed, believed until it is too old. With a list that is too old no Android phone is let in.
final class AndroidRevocationSource: Sendable {
    private struct Held {
        var version: Version
        var list: AndroidRevocationList
    }

    /// What tells one version of the file from another.
    private struct Version: Equatable {
        let inode: UInt64
        let bytes: Int64
        let seconds: Int64
        let nanoseconds: Int64
    }

    private let path: String
    private let maximumAge: Int64
    private let held: Mutex<Held>

    static let setting = "TAMGA_ATTESTATION_ANDROID_REVOCATION_FILE"

    /// - Parameter maximumAge: seconds after the file was written, from which on its list proves nothing
    /// - Throws: `ConfigurationError` when there is no list to begin with
    init(path: String, maximumAge: Int64) throws(ConfigurationError) {
        self.path = path
        self.maximumAge = maximumAge
        held = Mutex(try Self.load(path, maximumAge))
    }

    var list: AndroidRevocationList { held.withLock { $0.list } }

    /// Seconds until the list is too old; negative afterwards.
    var secondsLeft: Int64 { (list.expiresAt ?? .max) - Int64(Glibc.time(nil)) }

    /// Reads the file again when it has changed. What does not load changes nothing: the former list stays until it is
    /// too old.
    /// - Returns: whether there is another list now
    func refresh() throws(ConfigurationError) -> Bool {
        let version = try Self.version(path)
        guard version != held.withLock({ $0.version }) else { return false }
        let loaded = try Self.load(path, maximumAge)
        held.withLock { $0 = loaded }
        return true
    }

    /// First the version: what is replaced in between is loaded again, not missed.
    private static func load(_ path: String, _ maximumAge: Int64) throws(ConfigurationError) -> Held {
        let version = try version(path)
        let bytes = try FileBytes.read(path, limit: Limits.androidRevocationBytes, as: setting)
        // A file from the future is as old as one of now.
        let written = min(version.seconds, Int64(Glibc.time(nil)))
        do throws(AndroidRevocationFile.Failure) {
            return Held(
                version: version, list: try AndroidRevocationFile.read(bytes, expiresAt: written + maximumAge))
        } catch {
            throw ConfigurationError("\(setting): \(path): \(error)")
        }
    }

    private static func version(_ path: String) throws(ConfigurationError) -> Version {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw ConfigurationError("\(setting): cannot open \(path): \(String(cString: strerror(errno)))")
        }
        return Version(
            inode: UInt64(status.st_ino), bytes: Int64(status.st_size), seconds: Int64(status.st_mtim.tv_sec),
            nanoseconds: Int64(status.st_mtim.tv_nsec))
    }
}
