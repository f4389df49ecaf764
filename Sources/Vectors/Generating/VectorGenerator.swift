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
        for (folder, make) in damages {
            let header = try VectorFile.read(directory + "/\(folder)/valid.json")
            let damaged = try make(header["valid"]?.array ?? [])
            out.append(("\(folder)/own-invalid.json", file(damaged, like: header)))
        }
        return out
    }

    /// What is damaged one place at a time, and by which rules.
    private static let damages: [(folder: String, make: @Sendable ([JSONValue]) throws(CryptoError) -> [JSONValue])] = [
        ("acsp", ValueDamage.acsp), ("hash", ValueDamage.hash), ("nist-cavp", ValueDamage.knownNonce),
        ("paillier", ValueDamage.paillier), ("pi_fac", ProofDamage.smallFactor), ("pi_mod", ProofDamage.modulus),
        ("pi_pdl", ProofDamage.discreteLog), ("pi_prm", ProofDamage.pedersen), ("ratchet", ValueDamage.ratchet),
        ("schnorr", ProofDamage.schnorr), ("tlv", ValueDamage.tlv), ("wycheproof-ecdh-point", ValueDamage.point),
        ("xof", ValueDamage.xof),
    ]

    /// Invalid vectors under the family, seed and specification of the valid ones.
    private static func file(_ invalid: [JSONValue], like header: JSONValue) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("family", header["family"]?.string ?? "")
        writer.member("version", 1)
        writer.member("origin", "made by `golden generate` of this repository out of valid.json")
        writer.member("specification", header["specification"]?.string ?? "")
        writer.member("seed", header["seed"]?.string ?? "")
        writer.name("invalid")
        return writer.bytes + Array("[\n".utf8) + Array(invalid.map(\.bytes).joined(separator: Array(",\n".utf8)))
            + Array("\n]}\n".utf8)
    }
}
