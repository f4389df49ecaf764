/// The chunked coding (RFC 9112 §7.1), shared by requests and responses. No extensions, no trailers: we need neither,
/// and each has been a way to make two parsers disagree.
struct ChunkedBody: Sendable {
    private enum State: Sendable {
        case size(value: Int, digits: Int)
        case sizeLF(value: Int)
        case data(left: Int)
        case dataCR
        case dataLF
        case endCR
        case endLF
    }

    private var state = State.size(value: 0, digits: 0)
    private(set) var bytes: [UInt8] = []
    private let limit: Int
    private let maximumDigits: Int

    init(limit: Int, maximumDigits: Int) {
        self.limit = limit
        self.maximumDigits = maximumDigits
    }

    /// Consumes what there is; true when the body is complete.
    mutating func read(from queue: inout ByteQueue) throws(HTTPRefusal) -> Bool {
        while true {
            if case .data(let left) = state {
                let taken = queue.take(left, into: &bytes)
                guard taken == left else {
                    state = .data(left: left - taken)
                    return false
                }
                state = .dataCR
            }
            guard let byte = queue.next() else { return false }
            switch state {
            case .size(let value, let digits): try readSize(byte, value, digits)
            case .sizeLF(let value):
                guard byte == 0x0A else { throw .bareCR }
                // Compared this way round, nothing can overflow.
                guard value <= limit - bytes.count else { throw .bodyTooLarge }
                state = value == 0 ? .endCR : .data(left: value)
            case .data: break
            case .dataCR:
                guard byte == 0x0D else { throw byte == 0x0A ? .bareLF : .chunkEnd }
                state = .dataLF
            case .dataLF:
                guard byte == 0x0A else { throw .bareCR }
                state = .size(value: 0, digits: 0)
            case .endCR:
                guard byte == 0x0D else { throw byte == 0x0A ? .bareLF : .trailer }
                state = .endLF
            case .endLF:
                guard byte == 0x0A else { throw .bareCR }
                return true
            }
        }
    }

    private mutating func readSize(_ byte: UInt8, _ value: Int, _ digits: Int) throws(HTTPRefusal) {
        if let digit = Hex.value(byte) {
            guard digits < min(maximumDigits, 15) else { throw .chunkSize }
            state = .size(value: value << 4 | Int(digit), digits: digits + 1)
            return
        }
        switch byte {
        case 0x0D where digits > 0: state = .sizeLF(value: value)
        case 0x0A: throw .bareLF
        case 0x3B where digits > 0: throw .chunkExtension
        default: throw .chunkSize
        }
    }
}
