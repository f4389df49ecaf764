import COpenSSL

/// Collects what the library's `i2d` functions write.
enum DEROutput {
    /// Calls once for the length and once for the bytes; `nil` and an empty error queue when the library fails.
    static func bytes(
        _ write: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32
    ) -> [UInt8]? {
        let length = write(nil)
        guard length > 0 else {
            LibraryFailure.clear()
            return nil
        }
        var written: Int32 = 0
        let output = [UInt8](unsafeUninitializedCapacity: Int(length)) { buffer, count in
            var cursor = buffer.baseAddress
            written = write(&cursor)
            count = written == length ? Int(length) : 0
        }
        guard written == length else {
            LibraryFailure.clear()
            return nil
        }
        return output
    }
}
