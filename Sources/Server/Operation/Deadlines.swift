import Crypto
import Storage
import Wire

extension MonotonicTime {
    /// The same moment on the storage layer's clock; both are CLOCK_MONOTONIC.
    var storage: StorageDeadline {
        let (product, overflow) = UInt64(clamping: milliseconds).multipliedReportingOverflow(by: 1_000_000)
        return StorageDeadline(nanoseconds: overflow ? .max : product)
    }
}

extension ServiceError {
    /// A failed check of the cryptographic core: its code when the table knows it, else an internal error.
    init(_ crypto: CryptoError, pointer: String? = nil, expected: String? = nil) {
        self.init(Code(rawValue: crypto.code) ?? .internalFailure, pointer: pointer, expected: expected)
        if code == .internalFailure { cause = FailureCause(crypto) }
    }
}

/// Runs a step of the core; its failure becomes the service's.
func checked<T: ~Copyable>(_ body: () throws(CryptoError) -> T) throws(ServiceError) -> T {
    do throws(CryptoError) { return try body() } catch { throw ServiceError(error) }
}

/// Reads a member of a body; its failure becomes the service's.
/// - Parameter code: replaces the general `FIELD_…` code, for the members of protocol messages
func field<T>(as code: Code? = nil, _ body: () throws(FieldError) -> T) throws(ServiceError) -> T {
    do throws(FieldError) { return try body() } catch { throw ServiceError(error, as: code) }
}
