import Wire

@testable import Server

/// The parts of JSON Schema that the document uses, strictly: a member that the schema does not name is an error here,
/// because our own answers must be described.
struct OpenAPISchema {
    let document: JSONValue

    static let shared = OpenAPISchema(document: (try? JSONParser.parse(OpenAPIDocument.bytes)) ?? .null)

    /// The value behind `#/components/…`.
    func resolved(_ value: JSONValue) -> JSONValue {
        guard let reference = value["$ref"]?.string else { return value }
        return reference.split(separator: "/").dropFirst().reduce(document) { $0[String($1)] ?? .null }
    }

    /// What is wrong with `value`; empty when it is as the schema says.
    func errors(_ value: JSONValue, _ schema: JSONValue, _ pointer: String = "") -> [String] {
        let schema = resolved(schema)
        if schema == .null { return ["\(pointer): no schema"] }
        if let constant = schema["const"], constant != value { return ["\(pointer): is not the constant"] }
        if let choices = schema["enum"]?.array, !choices.contains(value) { return ["\(pointer): none of the choices"] }
        switch schema["type"]?.string {
        case "object": return members(value, schema, pointer)
        case "array":
            guard let elements = value.array else { return ["\(pointer): no array"] }
            return elements.enumerated().flatMap { errors($1, schema["items"] ?? .null, "\(pointer)/\($0)") }
        case "string": return value.string == nil ? ["\(pointer): no string"] : []
        case "integer": return value.int64 == nil ? ["\(pointer): no integer"] : []
        case "boolean": return value.bool == nil ? ["\(pointer): neither true nor false"] : []
        case nil: return []
        case let type?: return ["\(pointer): unknown type \(type)"]
        }
    }

    private func members(_ value: JSONValue, _ schema: JSONValue, _ pointer: String) -> [String] {
        guard let object = value.object else { return ["\(pointer): no object"] }
        guard let properties = schema["properties"] else { return [] }
        let missing = (schema["required"]?.array ?? []).compactMap(\.string).filter { object[$0] == nil }
        return missing.map { "\(pointer)/\($0): missing" }
            + object.members.flatMap { member in
                guard let property = properties[member.name] else {
                    return ["\(pointer)/\(member.name): not described"]
                }
                return errors(member.value, property, pointer + "/" + member.name)
            }
    }

    // MARK: Answers

    /// The template that an address belongs to, literal segments before parameters.
    func template(_ path: String) -> String? {
        let path = path.hasPrefix("/v3/") ? String(path.dropFirst(3)) : path
        let segments = path.split(separator: "?").first?.split(separator: "/") ?? []
        let fitting = (document["paths"]?.object?.members ?? []).map(\.name).filter { name in
            let parts = name.split(separator: "/")
            return parts.count == segments.count
                && zip(parts, segments).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
        }
        return fitting.min { $0.filter { $0 == "{" }.count < $1.filter { $0 == "{" }.count }
    }

    /// What is wrong with an answer; nil when its address is not described at all.
    func errors(_ method: String, _ target: String, _ response: HTTPResponse) -> [String]? {
        guard let template = template(target),
            let operation = document["paths"]?[template]?[method.lowercased()]
        else { return nil }
        guard response.headers["Content-Type"]?.hasPrefix("application/") == true,
            let body = try? JSONParser.parse(response.body)
        else { return [] }
        let answers = operation["responses"]
        let answer = resolved(answers?[String(response.status)] ?? answers?["default"] ?? .null)
        return errors(body, answer["content"]?["application/json"]?["schema"] ?? .null)
            .map { "\(method) \(template) \(response.status) \($0)" }
    }
}
