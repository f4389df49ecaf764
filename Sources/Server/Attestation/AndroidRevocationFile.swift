import Crypto
import Wire

/// Reads Google's list of attestation certificates that must not be believed any more, as
/// https://android.googleapis.com/attestation/status gives it:
/// `{"entries": {"<serial>": {"status": "REVOKED" | "SUSPENDED", "reason": …}}}`.
///
/// Whatever cannot be read refuses the whole list: an entry that was left out would be a device that passes.
public enum AndroidRevocationFile {
    /// Why a list is refused: what is wrong, and where.
    public struct Failure: Error, Equatable, CustomStringConvertible {
        public let reason: String
        /// JSON pointer.
        public let pointer: String

        public var description: String { pointer.isEmpty ? reason : "\(pointer): \(reason)" }
    }

    /// - Parameters:
    ///   - bytes: the file
    ///   - expiresAt: Unix seconds, as `Cache-Control: max-age` or the operator says; nil for never
    public static func read(_ bytes: [UInt8], expiresAt: Int64?) throws(Failure) -> AndroidRevocationList {
        guard bytes.count <= Limits.androidRevocationBytes else {
            throw Failure(reason: "longer than \(Limits.androidRevocationBytes) bytes", pointer: "")
        }
        let limits = JSONLimits(depth: 6, elements: Limits.androidRevocationElements)
        let json: JSONValue
        do throws(JSONError) { json = try JSONParser.parse(bytes, limits: limits) } catch {
            throw Failure(reason: "\(error.reason.rawValue), at byte \(error.offset)", pointer: error.pointer)
        }
        do throws(FieldError) {
            let entries = try JSONFields(json).object("entries")
            var list: [String: AndroidRevocationList.Status] = [:]
            for member in entries.object.members {
                guard let serial = serial(member.name) else {
                    throw entries.error(member.name, expected: "a serial number of 1 to 40 hexadecimal digits")
                }
                let status = try entries.object(member.name).oneOf("status", ["REVOKED", "SUSPENDED"])
                // Two spellings of one number: the graver status stands.
                if list[serial] != .revoked { list[serial] = AndroidRevocationList.Status(rawValue: status) }
            }
            return AndroidRevocationList(entries: list, expiresAt: expiresAt)
        } catch {
            throw Failure(reason: "expected \(error.expected)", pointer: error.pointer)
        }
    }

    /// Lower case without leading zeros; nil for what is no serial number.
    private static func serial(_ name: String) -> String? {
        let digits = name.utf8
        guard (1...40).contains(digits.count), digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else {
            return nil
        }
        let significant = name.lowercased().drop { $0 == "0" }
        return significant.isEmpty ? "0" : String(significant)
    }
}
