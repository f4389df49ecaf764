import Foundation
import Wire

/// The golden vectors of this repository, found from where this file lies.
public enum GoldenVectors {
    /// The folder of all vectors.
    public static let directory: String = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("golden-vectors").path

    /// Why a vector could not be read.
    public struct Missing: Error {
        public let path: String

        public init(path: String) { self.path = path }
    }

    /// A file as JSON.
    /// - Parameter path: below `directory`, for example `keygen/valid.json`
    public static func read(_ path: String) throws -> JSONValue {
        guard let data = FileManager.default.contents(atPath: directory + "/" + path) else { throw Missing(path: path) }
        return try JSONParser.parse(Array(data), limits: JSONLimits(depth: 16, elements: 1_000_000))
    }

    /// The valid vector of that id.
    public static func valid(_ family: String, _ id: String) throws -> JSONValue {
        let all = try read(family + "/valid.json")["valid"]?.array ?? []
        guard let vector = all.first(where: { $0["id"]?.string == id }) else { throw Missing(path: family + "/" + id) }
        return vector
    }
}

extension JSONValue {
    /// The bytes of a hexadecimal member.
    /// - Parameter names: the way to it; numbers are indices
    public func hex(_ names: String...) throws -> [UInt8] {
        var value = self
        for name in names { value = (Int(name).flatMap { value.array?[$0] } ?? value[name]) ?? .null }
        guard let bytes = value.string.flatMap(Hex.decode) else {
            throw GoldenVectors.Missing(path: names.joined(separator: "/"))
        }
        return bytes
    }
}
