import Glibc

/// Programs of other projects that this one is measured against.
enum InstalledProgram {
    /// Where Debian puts what is not on every user's path.
    private static let folders = ["/usr/sbin", "/usr/local/sbin", "/usr/lib/postgresql/15/bin"]

    /// The first of that name on `PATH`, or in one of Debian's folders; nil when there is none.
    static func path(_ name: String) -> String? {
        let path = getenv("PATH").map { String(cString: $0) } ?? ""
        return (path.split(separator: ":").map(String.init) + folders).map { $0 + "/" + name }
            .first { access($0, X_OK) == 0 }
    }
}
