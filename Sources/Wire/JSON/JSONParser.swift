/// A strict reader of JSON (RFC 8259) for messages of strangers: bounded, one meaning for each text, never a trap.
///
/// Stricter than the RFC where it leaves a choice: duplicate names, lone surrogates and byte order marks are refused.
public enum JSONParser {
    /// The value of the whole text.
    public static func parse(_ bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONError) -> JSONValue {
        let result = bytes.withUnsafeBufferPointer { buffer -> Result<JSONValue, JSONError> in
            var reader = JSONReader(buffer, limits: limits)
            do throws(JSONError) {
                return .success(try reader.document())
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}
