/// The field lines of a message while they arrive (RFC 9112 §5), shared by requests and responses.
struct FieldSection: Sendable {
    private(set) var headers = HTTPHeaders()
    /// Bytes of the lines so far, each with its CRLF.
    private var bytes = 0

    /// Consumes the lines that are there; true when the empty line that ends the section has been consumed.
    mutating func read(from queue: inout ByteQueue, limits: HTTPLimits) throws(HTTPRefusal) -> Bool {
        while true {
            // The CRLF of the line counts too.
            switch queue.line(limit: limits.headerBytes - bytes - 2) {
            case .incomplete: return false
            case .tooLong: throw .headerTooLong
            case .refused(let refusal): throw refusal
            case .complete(let range):
                if range.isEmpty { return true }
                guard headers.fields.count < limits.fields else { throw .headerCount }
                let field = try FieldLine.parse(queue.storage[range])
                headers.add(field.name, field.value)
                bytes += range.count + 2
            }
        }
    }
}
