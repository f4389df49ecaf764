/// The values of one execution in the form that libpq wants: one block of bytes and pointers into it.
struct ParameterBuffers {
    private var block: [UInt8] = []
    /// Offset into the block; nil for NULL.
    private var offsets: [Int?] = []
    private var lengths: [Int32] = []

    /// More values than any statement has.
    private static let countLimit = 64
    /// Every value is binary.
    private static let formats = [Int32](repeating: 1, count: countLimit)

    init(_ parameters: [Parameter]) throws(StorageError) {
        guard parameters.count <= Self.countLimit else { throw .invalidValue(reason: "too many parameters") }
        offsets.reserveCapacity(parameters.count)
        lengths.reserveCapacity(parameters.count)
        block.reserveCapacity(Self.roughSize(parameters))
        for parameter in parameters {
            let start = block.count
            switch parameter.value {
            case .null:
                offsets.append(nil)
                lengths.append(0)
                continue
            case .bytes(let bytes):
                guard bytes.count < 1 << 28 else { throw .invalidValue(reason: "parameter too large") }
                block += bytes
            case .text(let text):
                guard text.utf8.count < 1 << 28 else { throw .invalidValue(reason: "parameter too large") }
                block += text.utf8
            case .flag(let flag): block.append(flag ? 1 : 0)
            case .word(let word): append(word)
            case .words(let high, let low):
                append(high)
                append(low)
            case .invalid(let reason):
                throw .invalidValue(reason: reason)
            }
            offsets.append(start)
            lengths.append(Int32(block.count - start))
        }
        // An empty array has no base address, and libpq reads a null pointer as NULL.
        block.append(0)
    }

    private mutating func append(_ word: UInt64) {
        withUnsafeBytes(of: word.bigEndian) { block += $0 }
    }

    private static func roughSize(_ parameters: [Parameter]) -> Int {
        parameters.reduce(1) { size, parameter in
            switch parameter.value {
            case .bytes(let bytes): size + bytes.count
            case .text(let text): size + text.utf8.count
            default: size + 16
            }
        }
    }

    /// Calls `body` with values, lengths and formats (all binary), valid for the call.
    func withPointers(
        _ body: (UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?) -> Int32
    ) -> Int32 {
        block.withUnsafeBytes { raw in
            let base = raw.bindMemory(to: CChar.self).baseAddress
            let values: [UnsafePointer<CChar>?] = offsets.map { offset in offset.flatMap { base?.advanced(by: $0) } }
            return values.withUnsafeBufferPointer { body($0.baseAddress, lengths, Self.formats) }
        }
    }
}
