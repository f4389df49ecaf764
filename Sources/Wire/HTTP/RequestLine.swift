/// The request line (RFC 9112 §3), origin form only: `POST /v3/… HTTP/1.1`.
///
/// Absolute form is for proxies, and a host in the target that differs from Host is a way around routing rules:
/// refused, as are authority and asterisk form.
struct RequestLine: Sendable {
    let method: String
    let target: String
    let isHTTP10: Bool

    /// The methods that a server of ours may route. TRACE and CONNECT are not among them on purpose.
    private static let methods = ["GET", "POST", "PUT", "DELETE", "HEAD", "PATCH", "OPTIONS"]

    init(_ line: ArraySlice<UInt8>) throws(HTTPRefusal) {
        let parts = line.split(separator: 0x20, maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw .requestLine }
        let (method, target, version) = (parts[0], parts[1], parts[2])
        guard !method.isEmpty, ASCII.all(method, ASCII.token), !target.isEmpty else { throw .requestLine }
        isHTTP10 = try Self.isHTTP10(version)
        guard let known = Self.methods.first(where: { $0.utf8.elementsEqual(method) }) else { throw .method }
        self.method = known
        try Self.check(target)
        self.target = String(decoding: target, as: UTF8.self)
    }

    private static func isHTTP10(_ version: ArraySlice<UInt8>) throws(HTTPRefusal) -> Bool {
        if version.elementsEqual("HTTP/1.1".utf8) { return false }
        if version.elementsEqual("HTTP/1.0".utf8) { return true }
        let bytes = Array(version)
        guard bytes.count == 8, bytes.starts(with: "HTTP/".utf8), (0x30...0x39).contains(bytes[5]), bytes[6] == 0x2E,
            (0x30...0x39).contains(bytes[7])
        else { throw .requestLine }
        throw .version
    }

    private static func check(_ target: ArraySlice<UInt8>) throws(HTTPRefusal) {
        guard target.first == 0x2F else { throw .targetForm }
        guard ASCII.all(target, ASCII.target) else { throw .targetCharacter }
        // The path is decoded as a file system or a lax proxy might, only to see whether it climbs.
        var segment: [UInt8] = []
        var inPath = true
        var index = target.startIndex
        while index < target.endIndex {
            var byte = target[index]
            if byte == 0x3F { inPath = false }
            if byte == 0x25 {
                guard target.endIndex - index >= 3, let high = Hex.value(target[index + 1]),
                    let low = Hex.value(target[index + 2])
                else { throw .targetEncoding }
                byte = high << 4 | low
                guard byte != 0 else { throw .targetEncoding }
                index += 2
                // An encoded question mark does not end the path.
            }
            index += 1
            guard inPath else { continue }
            if byte == 0x2F || byte == 0x5C {
                try check(segment: segment)
                segment.removeAll(keepingCapacity: true)
            } else if segment.count < 3 {
                segment.append(byte)
            }
        }
        try check(segment: segment)
    }

    private static func check(segment: [UInt8]) throws(HTTPRefusal) {
        guard segment != [0x2E], segment != [0x2E, 0x2E] else { throw .targetDots }
    }
}
