import Wire

/// Members of a body whose widths are the core's to judge: each has its own code there. The bounds here only keep a
/// flood out, and what is above them has the code that the core would have given.
struct BoundedMembers {
    private let fields: JSONFields
    private let encoding: Code

    /// - Parameter encoding: what a member is refused with that is no canonical Base64
    init(_ fields: JSONFields, as encoding: Code) {
        self.fields = fields
        self.encoding = encoding
    }

    /// - Parameters:
    ///   - max: in bytes
    ///   - tooLong: the core's code for another width; nil: as for any other form
    /// - Throws: 400 with a pointer to the member
    func bytes(_ name: String, max: Int, tooLong: Code? = nil) throws(ServiceError) -> [UInt8] {
        do throws(FieldError) { return try fields.base64(name, max: max) } catch {
            let isTooLong = error.code == FieldError.Code.length
            var refusal = ServiceError(error, as: isTooLong ? tooLong ?? encoding : encoding)
            refusal.status = 400
            throw refusal
        }
    }
}
