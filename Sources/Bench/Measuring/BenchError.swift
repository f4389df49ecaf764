import Crypto
import Wire

/// A benchmark that cannot go on: a step failed, so that there is nothing to measure.
public struct BenchError: Error, Sendable, CustomStringConvertible {
    public let description: String

    public init(_ description: String) { self.description = description }

    /// Runs a step of the core; its refusal names the check.
    static func checking<T: ~Copyable>(_ body: () throws(CryptoError) -> T) throws(BenchError) -> T {
        do { return try body() } catch { throw BenchError("refused by the core: \(error)") }
    }

    /// Reads members of a message.
    static func reading<T>(_ body: () throws(FieldError) -> T) throws(BenchError) -> T {
        do { return try body() } catch { throw BenchError("\(error.pointer): expected \(error.expected)") }
    }
}
