/// One field line (RFC 9112 §5): `name ":" OWS value OWS`.
enum FieldLine {
    /// Reads a line whose control characters have been refused already.
    static func parse(_ line: ArraySlice<UInt8>) throws(HTTPRefusal) -> (name: String, value: String) {
        guard let first = line.first else { throw .headerColon }
        guard first != 0x20, first != 0x09 else { throw .headerFold }
        guard let colon = line.firstIndex(of: 0x3A) else { throw .headerColon }
        let name = line[line.startIndex..<colon]
        guard let last = name.last else { throw .headerName }
        guard last != 0x20, last != 0x09 else { throw .headerSpace }
        guard ASCII.all(name, ASCII.token) else { throw .headerName }
        // Through the buffer: for a slice the standard library validates byte by byte through witness tables.
        let value = trimmed(line[(colon + 1)...]).withUnsafeBufferPointer { String(validating: $0, as: UTF8.self) }
        guard let value else { throw .headerValue }
        return (String(decoding: name, as: UTF8.self), value)
    }

    private static func trimmed(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var value = value
        while let first = value.first, first == 0x20 || first == 0x09 { value.removeFirst() }
        while let last = value.last, last == 0x20 || last == 0x09 { value.removeLast() }
        return value
    }

    /// Whether one of the comma-separated elements of the fields of that name is `lower`.
    static func list(_ headers: HTTPHeaders, _ name: String, contains lower: String) -> Bool {
        headers.fields.contains { field in
            HTTPHeaders.sameName(field.name, name)
                && field.value.utf8.split(separator: 0x2C).contains {
                    ASCII.equals(trimmed(Array($0)[...]), lower.utf8)
                }
        }
    }
}
