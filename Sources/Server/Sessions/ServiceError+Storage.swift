import Storage
import Wire

extension ServiceError {
    /// What a client sees of a failed store operation. Reasons stay inside: a client can only try again or report it.
    public init(_ error: StorageError) {
        switch error {
        case .unavailable, .serialization:
            self.init(.databaseUnavailable, retryAfterSeconds: Limits.retryAfterSeconds)
        case .timeout:
            self.init(.deadlineExceeded, retryAfterSeconds: Limits.retryAfterSeconds)
        case .invalidValue:
            // A text that the database cannot hold (U+0000): the request's fault.
            self.init(.fieldValue)
        case .uniqueViolation, .schema, .other:
            self.init(.internalFailure)
        }
        cause = FailureCause(error)
    }

    /// Runs a store operation and turns its error into an outcome.
    static func storing<T>(_ operation: () throws(StorageError) -> T) throws(ServiceError) -> T {
        do throws(StorageError) { return try operation() } catch { throw ServiceError(error) }
    }

    /// Runs a decoder and turns its error into an outcome.
    static func decoding<T>(_ decoder: () throws(FieldError) -> T) throws(ServiceError) -> T {
        do throws(FieldError) { return try decoder() } catch { throw ServiceError(error) }
    }
}

extension RequestContext {
    /// The request's deadline for the database: both clocks are CLOCK_MONOTONIC.
    public var storageDeadline: StorageDeadline {
        StorageDeadline(nanoseconds: UInt64(clamping: deadline.milliseconds).multipliedSaturating(by: 1_000_000))
    }
}

extension UInt64 {
    fileprivate func multipliedSaturating(by factor: UInt64) -> UInt64 {
        let (product, overflow) = multipliedReportingOverflow(by: factor)
        return overflow ? .max : product
    }
}
