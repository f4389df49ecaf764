import Crypto
import Wire

/// Writes our own vectors, or compares them with what the seed gives.
public enum VectorGenerator {
    /// - Parameter directory: the folder of all vectors; its `keygen` holds the published parameter sets
    /// - Returns: the paths written
    public static func generate(into directory: String) throws(CryptoError) -> [String] {
        var written: [String] = []
        for (path, bytes) in try files(directory) {
            let folder = path.split(separator: "/").dropLast().joined(separator: "/")
            FileReading.makeDirectory(directory + "/" + folder)
            guard FileReading.write(bytes, to: directory + "/" + path) else {
                throw CryptoError("VECTOR_FILE", "cannot write \(path)")
            }
            written.append(path)
        }
        return written
    }

    /// - Returns: the paths of files that are not, byte for byte, what the seed gives
    public static func differing(in directory: String) throws(CryptoError) -> [String] {
        try files(directory).filter { FileReading.bytes(directory + "/" + $0.path) != $0.bytes }.map(\.path)
    }

    private static func files(_ directory: String) throws(CryptoError) -> [(path: String, bytes: [UInt8])] {
        let published = try VectorFile.read(directory + "/keygen/valid.json")
        var parameters: [UInt64: JSONValue] = [:]
        for vector in published["valid"]?.array ?? [] {
            if let suite = vector["suite"]?.int64, let set = vector["parameters"] { parameters[UInt64(suite)] = set }
        }
        var out: [(path: String, bytes: [UInt8])] = []
        for folder in try OwnVectors.make(parameters: parameters) {
            for kind in ["valid", "invalid"] { out.append(("\(folder.name)/\(kind).json", folder.file(kind))) }
        }
        return out
    }
}
