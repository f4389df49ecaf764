import Wire

/// Finds the route of a request. A tree of segments, built once; looking up is linear in the segments of the path.
///
/// With a prefix, every route answers with and without it (`/v3/session/{id}` and `/session/{id}`). A path that ends
/// with a slash is another path. A literal segment wins over a parameter.
public struct Router: Sendable {
    /// A table of routes that contradicts itself: a mistake in the program, found at start.
    public struct Conflict: Error, CustomStringConvertible {
        public let description: String
    }

    enum Match: Sendable {
        case route(Route, parameters: [String: String])
        case refused(ServiceError)
    }

    private final class Node: Sendable {
        let literals: [Substring: Node]
        let parameter: (name: String, node: Node)?
        /// By method.
        let routes: [String: Route]

        init(literals: [Substring: Node], parameter: (name: String, node: Node)?, routes: [String: Route]) {
            self.literals = literals
            self.parameter = parameter
            self.routes = routes
        }
    }

    private let root: Node
    private let prefix: String?
    /// Of all routes, and of what has no route.
    let smallestBodyLimit: Int

    /// - Parameters:
    ///   - prefix: one segment, such as `v3`, that may stand before every path. Templates are given without it.
    /// - Throws: `Conflict` when two routes have one method and path, a template does not begin with a slash, or two
    ///   templates name one segment differently.
    public init(prefix: String? = nil, _ routes: [Route]) throws(Conflict) {
        self.prefix = prefix
        smallestBodyLimit = routes.reduce(Limits.bodyBytes) { min($0, $1.bodyLimit) }
        let entries = try routes.map { route throws(Conflict) in
            guard route.template.hasPrefix("/") else {
                throw Conflict(description: "the template \(route.template) must begin with a slash")
            }
            let segments = route.template.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
            return (segments: Array(segments), route: route)
        }
        root = try Self.build(entries, depth: 0)
    }

    private static func build(
        _ entries: [(segments: [Substring], route: Route)], depth: Int
    ) throws(Conflict) -> Node {
        var routes: [String: Route] = [:]
        var children: [Substring: [(segments: [Substring], route: Route)]] = [:]
        var parameters: [Substring: [(segments: [Substring], route: Route)]] = [:]
        for entry in entries {
            guard depth < entry.segments.count else {
                guard routes.updateValue(entry.route, forKey: entry.route.method) == nil else {
                    throw Conflict(description: "two routes for \(entry.route.method) \(entry.route.template)")
                }
                continue
            }
            let segment = entry.segments[depth]
            if segment.hasPrefix("{") && segment.hasSuffix("}") {
                parameters[segment.dropFirst().dropLast(), default: []].append(entry)
            } else {
                children[segment, default: []].append(entry)
            }
        }
        guard parameters.count <= 1 else {
            throw Conflict(description: "one segment has the names \(parameters.keys.sorted())")
        }
        var literals: [Substring: Node] = [:]
        for (segment, below) in children { literals[segment] = try build(below, depth: depth + 1) }
        var parameter: (String, Node)?
        for (name, below) in parameters { parameter = (String(name), try build(below, depth: depth + 1)) }
        return Node(literals: literals, parameter: parameter, routes: routes)
    }

    func match(method: String, rawPath: String) -> Match {
        var segments = rawPath.split(
            separator: "/", maxSplits: Limits.pathSegments, omittingEmptySubsequences: false)
        guard segments.count >= 2, segments.count <= Limits.pathSegments, segments[0].isEmpty else {
            return .refused(ServiceError(.notFound))
        }
        segments.removeFirst()
        if let prefix, segments.count > 1, segments[0] == prefix { segments.removeFirst() }
        var captured: [(name: String, raw: Substring)] = []
        guard let node = Self.find(root, segments[...], &captured) else { return .refused(ServiceError(.notFound)) }
        guard let route = node.routes[method == "HEAD" ? "GET" : method] else {
            var refusal = ServiceError(.methodNotAllowed)
            refusal.allow = Self.allowed(node)
            return .refused(refusal)
        }
        var parameters: [String: String] = [:]
        for (name, raw) in captured {
            guard let value = PercentCoding.decode(raw) else {
                return .refused(ServiceError(.pathInvalid, expected: "percent-encoded UTF-8 in the segment {\(name)}"))
            }
            parameters[name] = value
        }
        return .route(route, parameters: parameters)
    }

    /// Depth first, literals before parameters, so that `/a/b/c` finds `/a/{x}/c` although `/a/b` exists. The depth is
    /// bounded by `Limits.pathSegments` and the templates.
    private static func find(
        _ node: Node, _ segments: ArraySlice<Substring>, _ captured: inout [(name: String, raw: Substring)]
    ) -> Node? {
        guard let segment = segments.first else { return node.routes.isEmpty ? nil : node }
        if let next = node.literals[segment], let found = find(next, segments.dropFirst(), &captured) {
            return found
        }
        guard let (name, next) = node.parameter, !segment.isEmpty else { return nil }
        captured.append((name, segment))
        if let found = find(next, segments.dropFirst(), &captured) { return found }
        captured.removeLast()
        return nil
    }

    private static func allowed(_ node: Node) -> [String] {
        var methods = Set(node.routes.keys)
        if methods.contains("GET") { methods.insert("HEAD") }
        return methods.sorted()
    }
}
