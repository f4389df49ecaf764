/// The values of one execution in the form that libpq wants: one block of bytes and pointers into it.
struct ParameterBuffers {
    private var block: [UInt8] = []
    /// Offset into the block; nil for NULL.
    private var offsets: [Int?] = []
    private var lengths: [Int32] = []
    private let formats: [Int32]

    init(_ parameters: [Parameter]) throws(StorageError) {
        formats = Array(repeating: 1, count: parameters.count)
        for parameter in parameters {
            switch parameter.value {
            case .null:
                offsets.append(nil)
                lengths.append(0)
            case .bytes(let bytes):
                guard bytes.count < 1 << 28 else { throw .invalidValue(reason: "parameter too large") }
                offsets.append(block.count)
                lengths.append(Int32(bytes.count))
                block += bytes
            case .invalid(let reason):
                throw .invalidValue(reason: reason)
            }
        }
        // An empty array has no base address, and libpq reads a null pointer as NULL.
        block.append(0)
    }

    /// Calls `body` with values, lengths and formats (all binary), valid for the call.
    func withPointers(
        _ body: (UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?) -> Int32
    ) -> Int32 {
        block.withUnsafeBytes { raw in
            let base = raw.bindMemory(to: CChar.self).baseAddress
            let values: [UnsafePointer<CChar>?] = offsets.map { offset in offset.flatMap { base?.advanced(by: $0) } }
            return values.withUnsafeBufferPointer { body($0.baseAddress, lengths, formats) }
        }
    }
}
