/// Who asked for the key, as the operating system names it. Packages that share a user id share their keys, hence
/// lists.
public struct AndroidApplicationID: Sendable, Equatable {
    public struct Package: Sendable, Equatable {
        public let name: String
        public let version: Int64
    }

    public let packages: [Package]
    /// SHA-256 of each signing certificate.
    public let signers: [[UInt8]]

    /// Packages of one user id, and signers of a package: the system writes at most 1,024 bytes.
    static let maximumCount = 32
    /// What the system writes when it cannot ask its package manager, until the next boot.
    static let unknownPackages: Set<String> = ["UnknownApplication", "UnknownPackage"]

    /// Nil unless the bytes are `SEQUENCE { SET OF SEQUENCE { name, version }, SET OF digest }`.
    init?(der: ArraySlice<UInt8>) {
        var outer = DERReader(der)
        guard let content = outer.next(DER.sequenceTag), outer.isAtEnd else { return nil }
        var fields = DERReader(content)
        guard let packageSet = fields.next(KeyDescription.setTag), let signerSet = fields.next(KeyDescription.setTag),
            fields.isAtEnd, let packages = Self.packages(packageSet), let signers = Self.signers(signerSet)
        else { return nil }
        self.packages = packages
        self.signers = signers
    }

    private static func packages(_ set: ArraySlice<UInt8>) -> [Package]? {
        var reader = DERReader(set)
        var packages: [Package] = []
        while !reader.isAtEnd {
            guard packages.count < maximumCount, let entry = reader.next(DER.sequenceTag) else { return nil }
            var fields = DERReader(entry)
            guard let name = fields.next(DER.octetStringTag), let text = String(validating: name, as: UTF8.self),
                let version = fields.nextUnsigned(), version.count < 8, fields.isAtEnd
            else { return nil }
            packages.append(Package(name: text, version: version.reduce(0) { $0 << 8 | Int64($1) }))
        }
        return packages
    }

    private static func signers(_ set: ArraySlice<UInt8>) -> [[UInt8]]? {
        var reader = DERReader(set)
        var signers: [[UInt8]] = []
        while !reader.isAtEnd {
            guard signers.count < maximumCount, let digest = reader.next(DER.octetStringTag), digest.count == 32 else {
                return nil
            }
            signers.append(Array(digest))
        }
        return signers
    }
}
