import CCurl
import Wire

/// One call with libcurl: a handle, its options, what it received.
final class CurlTransfer {
    private let library: CurlLibrary
    private let handle: UnsafeMutableRawPointer
    private var list: UnsafeMutableRawPointer?
    private let limit: Int
    private var body: [UInt8] = []
    private var head: [UInt8] = []
    private var isTooLarge = false

    /// - Throws: `broken` when the library gives no handle
    init(_ library: CurlLibrary, limit: Int) throws(OutgoingError) {
        guard let handle = tamga_curl_easy_init(library.easyInit) else { throw .broken }
        self.library = library
        self.handle = handle
        self.limit = limit
    }

    deinit {
        tamga_curl_easy_cleanup(library.easyCleanup, handle)
        if let list { tamga_curl_slist_free_all(library.listFree, list) }
    }

    func perform(_ request: OutgoingRequest) throws(OutgoingError) -> OutgoingResponse {
        try configure(request)
        let result = withExtendedLifetime(self) { tamga_curl_easy_perform(library.easyPerform, handle) }
        guard !isTooLarge else { throw .tooLarge }
        guard result == 0 else { throw Self.error(result) }
        var status = 0
        guard tamga_curl_get_long(library.easyGetInfo, handle, Int32(TAMGA_CURLINFO_RESPONSE_CODE), &status) == 0 else {
            throw .broken
        }
        return OutgoingResponse(status: status, headers: Self.headers(head), body: body)
    }

    private func configure(_ request: OutgoingRequest) throws(OutgoingError) {
        let schemes = request.url.isSecure ? TAMGA_CURLPROTO_HTTPS : TAMGA_CURLPROTO_HTTP
        try set(TAMGA_CURLOPT_PROTOCOLS, schemes)
        try set(TAMGA_CURLOPT_URL, request.url.text)
        // What stands between this machine and itself is no proxy's business.
        if request.url.isLoopback { try set(TAMGA_CURLOPT_PROXY, "") }
        try set(TAMGA_CURLOPT_USERAGENT, "tamga")
        try set(TAMGA_CURLOPT_FOLLOWLOCATION, 0)
        try set(TAMGA_CURLOPT_SSL_VERIFYPEER, 1)
        try set(TAMGA_CURLOPT_SSL_VERIFYHOST, 2)
        try set(TAMGA_CURLOPT_SSLVERSION, TAMGA_CURL_SSLVERSION_TLSV1_2)
        // Time-outs of name resolution by signals are not for a process with threads.
        try set(TAMGA_CURLOPT_NOSIGNAL, 1)
        try set(TAMGA_CURLOPT_TIMEOUT_MS, max(1, request.timeoutMilliseconds))
        try set(TAMGA_CURLOPT_CONNECTTIMEOUT_MS, Limits.outgoingConnectMilliseconds)
        for (name, value) in request.headers { try add("\(name): \(value)") }
        if let bytes = request.body {
            // A body of a few KiB needs no question whether it is welcome.
            try add("Expect:")
            try set(TAMGA_CURLOPT_POST, 1)
            try set(TAMGA_CURLOPT_POSTFIELDSIZE, bytes.count)
            let result = bytes.withUnsafeBytes {
                tamga_curl_set_pointer(
                    library.easySetOption, handle, Int32(TAMGA_CURLOPT_COPYPOSTFIELDS), $0.baseAddress)
            }
            guard result == 0 else { throw .broken }
        }
        if let list { try set(TAMGA_CURLOPT_HTTPHEADER, UnsafeRawPointer(list)) }
        try receive(TAMGA_CURLOPT_WRITEFUNCTION, TAMGA_CURLOPT_WRITEDATA) { bytes, size, count, context in
            CurlTransfer.of(context).take(bytes, size, count, \.body, limit: CurlTransfer.of(context).limit)
        }
        try receive(TAMGA_CURLOPT_HEADERFUNCTION, TAMGA_CURLOPT_HEADERDATA) { bytes, size, count, context in
            CurlTransfer.of(context).take(bytes, size, count, \.head, limit: Limits.outgoingHeaderBytes)
        }
    }

    // MARK: Receiving

    /// The transfer that the library gives back to a receiver. It is alive: `perform` is under way on it.
    private static func of(_ context: UnsafeMutableRawPointer?) -> CurlTransfer {
        guard let context else { preconditionFailure("the library was given a context") }
        return Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
    }

    /// Returns what was taken; less than was offered ends the transfer.
    private func take(
        _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
        _ buffer: ReferenceWritableKeyPath<CurlTransfer, [UInt8]>, limit: Int
    ) -> Int {
        let (length, overflow) = size.multipliedReportingOverflow(by: count)
        guard !overflow, length <= limit - self[keyPath: buffer].count else {
            isTooLarge = true
            return 0
        }
        self[keyPath: buffer].append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: length))
        return length
    }

    private func receive(
        _ function: Int, _ data: Int, _ receiver: @escaping tamga_curl_receive
    ) throws(OutgoingError) {
        guard
            tamga_curl_set_receiver(library.easySetOption, handle, Int32(function), receiver) == 0
        else { throw .broken }
        try set(data, UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()))
    }

    // MARK: Options

    private func set(_ option: Int, _ value: Int) throws(OutgoingError) {
        guard tamga_curl_set_long(library.easySetOption, handle, Int32(option), value) == 0 else {
            throw .broken
        }
    }

    /// The library copies texts.
    private func set(_ option: Int, _ text: String) throws(OutgoingError) {
        let result = text.withCString {
            tamga_curl_set_pointer(library.easySetOption, handle, Int32(option), $0)
        }
        guard result == 0 else { throw .broken }
    }

    private func set(_ option: Int, _ pointer: UnsafeRawPointer) throws(OutgoingError) {
        guard tamga_curl_set_pointer(library.easySetOption, handle, Int32(option), pointer) == 0 else {
            throw .broken
        }
    }

    /// A line of the request's header; one that could be two is refused.
    private func add(_ line: String) throws(OutgoingError) {
        guard line.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { throw .broken }
        guard let longer = line.withCString({ tamga_curl_slist_append(library.listAppend, list, $0) }) else {
            throw .broken
        }
        list = longer
    }

    // MARK: Results

    /// CURLcode.
    private static func error(_ code: Int32) -> OutgoingError {
        switch code {
        case 5, 6, 7: .unreachable
        case 28: .timeout
        case 35, 51, 53, 54, 58, 59, 60, 66, 77, 80, 82, 83, 90, 91, 98: .tls
        default: .broken
        }
    }

    /// The fields of the last header: an interim answer (1xx) has one of its own before it.
    private static func headers(_ head: [UInt8]) -> HTTPHeaders {
        var headers = HTTPHeaders()
        for line in head.split(separator: 0x0A) {
            let text = String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
            if text.hasPrefix("HTTP/") { headers = HTTPHeaders() }
            guard let colon = text.firstIndex(of: ":") else { continue }
            headers.add(String(text[..<colon]), String(text[text.index(after: colon)...].trimmingBlanks()))
        }
        return headers
    }
}
