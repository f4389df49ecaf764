import Glibc

/// Where this program lies, and what lies with it in its source tree or image.
enum ProgramFile {
    /// Its absolute path; empty when the system does not say.
    static func path() -> String {
        var buffer = [CChar](repeating: 0, count: 4_096)
        let length = readlink("/proc/self/exe", &buffer, buffer.count)
        guard length > 0 else { return "" }
        return String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The nearest folder that holds a file: the program's own, or one above it.
    /// - Parameters:
    ///   - file: relative to the folder
    ///   - mode: what this process must be allowed to do with it (`R_OK`, `X_OK`)
    static func folder(holding file: String, _ mode: Int32) -> String? {
        var folder = path().split(separator: "/").dropLast()
        while true {
            let candidate = "/" + folder.joined(separator: "/")
            if access(candidate + "/" + file, mode) == 0 { return candidate }
            if folder.isEmpty { return nil }
            folder.removeLast()
        }
    }
}
