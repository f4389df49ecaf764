import Crypto
import Wire

/// What the phone pins of a server: one parameter set, proved once, and the core keys that sign K2, K4, S2 and S4.
public struct PinnedService: Sendable, Equatable {
    public let suite: Suite
    /// H("parameters", suite, Ñ, s, t), whose Π_prm the phone has verified.
    public let parametersHash: [UInt8]
    /// The current one first, then the next.
    public let coreKeys: [CoreVerifyingKey]

    public init(suite: Suite, parametersHash: [UInt8], coreKeys: [CoreVerifyingKey]) {
        self.suite = suite
        self.parametersHash = parametersHash
        self.coreKeys = coreKeys
    }

    init(_ fields: JSONFields) throws(FieldError) {
        suite = try SlotRecord.suite(fields)
        parametersHash = try fields.base64("parametersHash", bytes: 32)
        coreKeys = try fields.array("coreKeys", count: 1...16).mapTyped { (item) throws(FieldError) in
            guard let point = try? Point(encoding: item.base64(bytes: Point.byteCount)) else {
                throw item.error(expected: "a point of P-256")
            }
            return CoreVerifyingKey(point)
        }
    }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("suite", Int64(suite.number))
            writer.member("parametersHash", base64: parametersHash)
            writer.memberArray("coreKeys") { list in
                for key in coreKeys { list.value(base64: key.point.encoding) }
            }
        }
    }

    /// Tries a check under each pinned key: the server may have moved on to the next one.
    /// - Parameter code: the failure that means "not this key"; every other one ends the search
    func underAnyKey<T: ~Copyable>(
        code: String, _ check: (CoreVerifyingKey) throws(CryptoError) -> T
    ) throws(CryptoError) -> T {
        for key in coreKeys {
            do { return try check(key) } catch {
                if error.code != code { throw error }
            }
        }
        throw CryptoError(code, "under none of the pinned core keys")
    }
}
