import Wire

/// The body with one bit of a Base64 member flipped.
func flip(_ member: String, in body: [UInt8]) -> [UInt8] {
    guard var object = (try? JSONParser.parse(body))?.object, let text = object[member]?.string,
        var bytes = Base64.decode(text), !bytes.isEmpty
    else { return body }
    bytes[bytes.count - 1] ^= 1
    object[member] = .string(Base64.encode(bytes))
    return JSONValue.object(object).bytes
}
