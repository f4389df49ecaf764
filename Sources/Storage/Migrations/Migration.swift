import Glibc

/// One SQL file of the migrations folder: `0001_initial.sql` is version 1, name "initial".
public struct Migration: Sendable, Equatable {
    public let version: Int
    public let name: String
    let script: String

    /// Reads every migration of a folder, in order. Versions must be 1, 2, 3, … without a gap, because a gap means that
    /// a file is missing.
    public static func load(folder: String) throws(StorageError) -> [Migration] {
        guard let directory = opendir(folder) else { throw .schema(reason: "the migrations folder cannot be read") }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { raw in
                String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasSuffix(".sql") { names.append(name) }
        }
        var migrations: [Migration] = []
        for (index, file) in names.sorted().enumerated() {
            let stem = file.dropLast(4)
            guard let separator = stem.firstIndex(of: "_"), let version = Int(stem[..<separator]),
                version == index + 1
            else { throw .schema(reason: "migration files must be numbered 0001_name.sql, 0002_…, without a gap") }
            let name = String(stem[stem.index(after: separator)...])
            migrations.append(Migration(version: version, name: name, script: try read(folder + "/" + file)))
        }
        guard !migrations.isEmpty else { throw .schema(reason: "the migrations folder holds no migration") }
        return migrations
    }

    init(version: Int, name: String, script: String) {
        self.version = version
        self.name = name
        self.script = script
    }

    private static func read(_ path: String) throws(StorageError) -> String {
        guard let file = fopen(path, "rb") else { throw .schema(reason: "a migration file cannot be read") }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = fread(&block, 1, block.count, file)
            if count == 0 { break }
            bytes += block[..<count]
        }
        guard ferror(file) == 0 else { throw .schema(reason: "a migration file cannot be read") }
        return String(decoding: bytes, as: UTF8.self)
    }
}
