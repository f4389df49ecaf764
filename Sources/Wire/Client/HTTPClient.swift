import Synchronization

/// A blocking HTTP/1.1 client for one server, for the reference phone, the command line, load and tests.
///
/// It keeps one connection alive and may be called from any thread; calls of several threads take turns, so a thread
/// that wants its own connection has its own client. Its only mutable state sits in a `Mutex`, so that it is `Sendable`
/// without any promise of ours. Do not call it from a Swift task: it blocks.
public final class HTTPClient: Sendable {
    private struct Connection: ~Copyable {
        var channel: ClientChannel?
    }

    /// Makes the layer of one connection to that server.
    public typealias MakeLayer = @Sendable (HTTPBaseURL) throws(ClientLayerFailure) -> any ClientLayer

    public let baseURL: HTTPBaseURL
    private let limits: HTTPLimits
    private let connectTimeoutMilliseconds: Int
    private let makeLayer: MakeLayer?
    private let connection = Mutex(Connection(channel: nil))

    /// Does not connect yet.
    /// - Parameter layer: for https, and only for that
    /// - Throws: `badURL`
    public init(
        baseURL: String, limits: HTTPLimits = HTTPLimits(), connectTimeoutMilliseconds: Int = 5_000,
        layer: MakeLayer? = nil
    ) throws(HTTPClientError) {
        self.baseURL = try HTTPBaseURL(baseURL)
        guard self.baseURL.isSecure == (layer != nil) else { throw .badURL }
        makeLayer = layer
        self.limits = limits
        self.connectTimeoutMilliseconds = connectTimeoutMilliseconds
    }

    /// Sends one request and waits for its response.
    ///
    /// - Parameters:
    ///   - path: begins with `/`, already percent-encoded, may have a query; the base URL's prefix is put before it.
    ///   - body: sent with Content-Length; nil sends none (and `Content-Length: 0` where a body is usual).
    ///   - timeoutMilliseconds: from the call to the last byte of the response, connecting included.
    ///
    /// A request is repeated once, unseen by the caller, only if it went out on a connection kept from before that
    /// turned out to be closed without one byte of a response. In theory the server may have acted and died in between;
    /// what must not happen twice needs a key of its own in the request, as ours have.
    public func send(
        method: String, path: String, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8]? = nil,
        timeoutMilliseconds: Int = 30_000
    ) throws(HTTPClientError) -> HTTPResponse {
        let request = try serialize(method: method, path: path, headers: headers, body: body)
        let deadline = Deadline(inMilliseconds: timeoutMilliseconds)
        let connectDeadline = Deadline(inMilliseconds: min(timeoutMilliseconds, connectTimeoutMilliseconds))
        return try connection.withLock { connection throws(HTTPClientError) in
            // Taken out: whatever goes wrong below, the connection is closed and not kept.
            if let channel = connection.channel.take(), !channel.hasInput {
                do throws(HTTPExchange.Failure) {
                    return try exchange(request, method, on: channel, keepingIn: &connection, deadline)
                } catch {
                    if case .other(let error) = error { throw error }
                }
            }
            let channel = try open(deadline: connectDeadline)
            do throws(HTTPExchange.Failure) {
                return try exchange(request, method, on: channel, keepingIn: &connection, deadline)
            } catch {
                switch error {
                case .closedUnanswered: throw .connectionLost
                case .other(let error): throw error
                }
            }
        }
    }

    /// A connection over which plaintext may go.
    private func open(deadline: Deadline) throws(HTTPClientError) -> ClientChannel {
        let socket = try ClientSocket.connect(to: baseURL, deadline: deadline)
        var layer: (any ClientLayer)?
        if let makeLayer {
            do throws(ClientLayerFailure) { layer = try makeLayer(baseURL) } catch { throw .layerBroken }
        }
        var channel = ClientChannel(socket, layer: layer)
        try channel.establish(deadline: deadline)
        return channel
    }

    /// Runs the exchange; the connection is kept only if it can carry another, and closed otherwise.
    private func exchange(
        _ request: [UInt8], _ method: String, on channel: consuming ClientChannel,
        keepingIn connection: inout Connection, _ deadline: Deadline
    ) throws(HTTPExchange.Failure) -> HTTPResponse {
        var exchange = HTTPExchange(request: request, method: method, limits: limits)
        var channel = channel
        let response = try exchange.run(on: &channel, deadline: deadline)
        if exchange.reusable, !channel.hasPending { connection.channel = consume channel }
        return response
    }

    /// Closes the kept connection, if there is one. The next request opens another.
    public func close() {
        connection.withLock { $0.channel = nil }
    }

    private func serialize(
        method: String, path: String, headers: HTTPHeaders, body: [UInt8]?
    ) throws(HTTPClientError) -> [UInt8] {
        guard !method.isEmpty, ASCII.all(method.utf8, ASCII.token), path.utf8.first == 0x2F,
            ASCII.all(path.utf8, ASCII.target)
        else { throw .badRequest }
        var output: [UInt8] = []
        output.reserveCapacity(512 + (body?.count ?? 0))
        func add(_ parts: String...) {
            for part in parts { output.append(contentsOf: part.utf8) }
        }
        add(method, " ", baseURL.prefix, path, " HTTP/1.1\r\n")
        if headers["Host"] == nil { add("Host: ", baseURL.authority, "\r\n") }
        for field in headers.fields {
            guard !field.name.isEmpty, ASCII.all(field.name.utf8, ASCII.token) else { throw .badRequest }
            // Framing follows from the body alone.
            let name = field.name
            if HTTPHeaders.sameName(name, "Content-Length") || HTTPHeaders.sameName(name, "Transfer-Encoding") {
                continue
            }
            add(name, ": ", field.value, "\r\n")
        }
        if let body {
            add("Content-Length: ", String(body.count), "\r\n")
        } else if method == "POST" || method == "PUT" || method == "PATCH" {
            add("Content-Length: 0\r\n")
        }
        add("\r\n")
        output.append(contentsOf: body ?? [])
        return output
    }
}
