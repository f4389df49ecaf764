/// A ring-Pedersen parameter set of the service, as bytes.
public struct ParameterSet: Sendable, Equatable {
    public var id: String
    public var suite: Int
    public var modulus: [UInt8]
    public var s: [UInt8]
    public var t: [UInt8]
    public var proof: [UInt8]
    /// 32 bytes.
    public var parametersHash: [UInt8]
    /// The set that new enrolments of this suite use; at most one a suite.
    public var isCurrent: Bool

    public init(
        id: String, suite: Int, modulus: [UInt8], s: [UInt8], t: [UInt8], proof: [UInt8], parametersHash: [UInt8],
        isCurrent: Bool
    ) {
        self.id = id
        self.suite = suite
        self.modulus = modulus
        self.s = s
        self.t = t
        self.proof = proof
        self.parametersHash = parametersHash
        self.isCurrent = isCurrent
    }

    init(_ row: inout RowReader) throws(StorageError) {
        id = try row.text()
        suite = try row.int()
        modulus = try row.bytes()
        s = try row.bytes()
        t = try row.bytes()
        proof = try row.bytes()
        parametersHash = try row.bytes()
        isCurrent = try row.bool()
    }
}
