import Crypto
import Glibc
import Wire

/// The same in a file, for `tamga phone`: it stands for the enclave of the phone whose state lies beside it. Two
/// processes may use it at once, as two parts of an app use one enclave: each signature reads and writes the counter
/// under a lock.
public final class SyntheticHardwareFile: AttestationHardware {
    public let path: String
    private let now: @Sendable () -> Int64

    /// - Parameter now: Unix seconds
    public init(path: String, now: @escaping @Sendable () -> Int64 = PhoneEnvironment.unixSeconds) {
        self.path = path
        self.now = now
    }

    public var exists: Bool { access(path, F_OK) == 0 }

    /// Makes the file, without a key yet.
    /// - Parameters:
    ///   - seed: of the authority that vouches for the keys, 32 bytes or more
    ///   - appID: `<team id>.<bundle id>`
    public func create(seed: [UInt8], appID: String) throws(PhoneError) {
        try locked { (file) throws(PhoneError) in
            file = SyntheticHardwareRecord(seed: seed, appID: appID)
        }
    }

    public func key() throws(PhoneError) -> AttestationKey? {
        var found: AttestationKey?
        try locked { (file) throws(PhoneError) in
            let record = try Self.present(file)
            guard record.privateKey != nil else { return }
            found = AttestationKey(id: try record.device(now: now()).keyID, isAttested: record.isAttested)
        }
        return found
    }

    public func makeKey() throws(PhoneError) -> AttestationKey {
        var made: [UInt8] = []
        try locked { (file) throws(PhoneError) in
            var record = try Self.present(file)
            made = try record.makeKey(now: now())
            file = record
        }
        return AttestationKey(id: made, isAttested: false)
    }

    public func attest(clientDataHash: [UInt8]) throws(PhoneError) -> [UInt8] {
        var attestation: [UInt8] = []
        try locked { (file) throws(PhoneError) in
            let device = try Self.present(file).device(now: now())
            attestation = try PhoneError.checking { () throws(CryptoError) in
                try device.attest(clientDataHash: clientDataHash, now: now())
            }
        }
        return attestation
    }

    public func assert(clientDataHash: [UInt8]) throws(PhoneError) -> [UInt8] {
        var assertion: [UInt8] = []
        try locked { (file) throws(PhoneError) in
            var record = try Self.present(file)
            let device = try record.device(now: now())
            assertion = try PhoneError.checking { () throws(CryptoError) in
                try device.assert(clientDataHash: clientDataHash)
            }
            record.counter = device.counter
            file = record
        }
        return assertion
    }

    public func noteAttested() throws(PhoneError) {
        try locked { (file) throws(PhoneError) in
            var record = try Self.present(file)
            record.isAttested = true
            file = record
        }
    }

    // MARK: The file

    private static func present(_ record: SyntheticHardwareRecord?) throws(PhoneError) -> SyntheticHardwareRecord {
        guard let record else { throw failure("there is no attestation file") }
        return record
    }

    private static func failure(_ reason: String) -> PhoneError {
        .check(code: "ATTESTATION_HARDWARE", reason: reason)
    }

    /// Reads the record, lets `change` replace it, and writes it when it did.
    private func locked(
        _ change: (inout SyntheticHardwareRecord?) throws(PhoneError) -> Void
    ) throws(PhoneError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure("\(path): \(String(cString: strerror(errno)))") }
        defer { close(descriptor) }
        guard flock(descriptor, LOCK_EX) == 0 else { throw Self.failure("cannot lock \(path)") }
        var buffer = [UInt8](repeating: 0, count: 16_384)
        let count = pread(descriptor, &buffer, buffer.count, 0)
        guard count >= 0, count < buffer.count else { throw Self.failure("cannot read \(path)") }
        let before = count == 0 ? nil : try SyntheticHardwareRecord(decoding: Array(buffer[..<count]))
        var record = before
        try change(&record)
        guard let record, record != before else { return }
        let bytes = record.encoding
        let written = pwrite(descriptor, bytes, bytes.count, 0)
        guard written == bytes.count, ftruncate(descriptor, off_t(bytes.count)) == 0, fsync(descriptor) == 0 else {
            throw Self.failure("cannot write \(path)")
        }
    }
}
