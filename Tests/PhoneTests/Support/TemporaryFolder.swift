import Glibc
import Phone

/// A folder that goes with its holder.
final class TemporaryFolder {
    let path: String

    init() throws {
        var template = Array("/tmp/tamga-phone-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw PhoneError.check(code: "STATE_IO", reason: "mkdtemp") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        for name in ["phone.json", "phone.json.lock", "phone.json.new"] { unlink(path + "/" + name) }
        rmdir(path)
    }
}
