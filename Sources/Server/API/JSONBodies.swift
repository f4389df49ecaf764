import Wire

extension HTTPResponse {
    /// A JSON answer.
    public static func json(_ status: Int = 200, _ content: (inout JSONWriter) -> Void) -> HTTPResponse {
        var writer = JSONWriter()
        writer.object(content)
        let headers = HTTPHeaders(["Content-Type": "application/json"])
        return HTTPResponse(status: status, headers: headers, body: writer.bytes)
    }
}

extension Call {
    /// The body as a JSON object. Demands `Content-Type: application/json` (parameters are ignored; UTF-8 is implied).
    public func json() throws(ServiceError) -> JSONFields {
        let type = request.headers["Content-Type"].map { $0.split(separator: ";").first ?? "" } ?? ""
        guard type.trimmingBlanks().lowercased() == "application/json" else {
            throw ServiceError(.unsupportedMediaType)
        }
        let value: JSONValue
        do throws(JSONError) { value = try JSONParser.parse(request.body) } catch { throw ServiceError(error) }
        do throws(FieldError) { return try JSONFields(value) } catch { throw ServiceError(error) }
    }

    /// The query's parameters.
    public func query() throws(ServiceError) -> QueryString {
        guard let query = QueryString(request.rawQuery) else { throw ServiceError(.queryInvalid) }
        return query
    }

    /// A whole number in the query: decimal digits only, no sign. Nil when it is not there.
    public func queryInteger(_ name: String, in range: ClosedRange<Int>) throws(ServiceError) -> Int? {
        guard let text = try query()[name] else { return nil }
        guard (1...10).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(text), range.contains(number)
        else {
            throw ServiceError(
                .queryInvalid, expected: "\(name): a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }
}
