/// Name and value in one call.
extension JSONWriter {
    public mutating func member(_ name: String, _ text: String) {
        self.name(name)
        value(text)
    }

    public mutating func member(_ name: String, _ number: Int) {
        self.name(name)
        value(number)
    }

    /// See `value(_: Int64)` for the bounds.
    public mutating func member(_ name: String, _ number: Int64) {
        self.name(name)
        value(number)
    }

    public mutating func member(_ name: String, _ flag: Bool) {
        self.name(name)
        value(flag)
    }

    public mutating func member(_ name: String, base64 data: [UInt8]) {
        self.name(name)
        value(base64: data)
    }

    public mutating func member(_ name: String, _ value: JSONValue) {
        self.name(name)
        self.value(value)
    }

    /// A member whose value is a finished JSON text.
    public mutating func member(_ name: String, json text: [UInt8]) {
        self.name(name)
        value(json: text)
    }

    public mutating func memberNull(_ name: String) {
        self.name(name)
        null()
    }

    /// Nothing at all when `text` is nil.
    public mutating func memberIfPresent(_ name: String, _ text: String?) {
        if let text { member(name, text) }
    }

    /// Nothing at all when `data` is nil.
    public mutating func memberIfPresent(_ name: String, base64 data: [UInt8]?) {
        if let data { member(name, base64: data) }
    }

    /// A member whose value `content` writes: exactly one `object`, `array` or `value`.
    public mutating func member<E: Error>(
        _ name: String, _ content: (inout JSONWriter) throws(E) -> Void
    ) throws(E) {
        self.name(name)
        try content(&self)
    }

    public mutating func memberObject<E: Error>(
        _ name: String, _ content: (inout JSONWriter) throws(E) -> Void
    ) throws(E) {
        self.name(name)
        try object(content)
    }

    public mutating func memberArray<E: Error>(
        _ name: String, _ content: (inout JSONWriter) throws(E) -> Void
    ) throws(E) {
        self.name(name)
        try array(content)
    }
}
