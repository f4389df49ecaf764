import Server
import Wire

/// `tamga health`: asks the admin listener of this configuration; for HEALTHCHECK, which then needs no other program.
enum HealthCommand {
    static func run(_ arguments: [String]) throws -> Int32 {
        let arguments = try Arguments(arguments, valued: ["url"])
        let url =
            arguments["url"] ?? "http://\(Environment.process().text("TAMGA_ADMIN_LISTEN") ?? "127.0.0.1:8081")"
        let client = try HTTPClient(baseURL: reachable(url), connectTimeoutMilliseconds: 1_000)
        defer { client.close() }
        let answer = try client.send(method: "GET", path: "/readyz", timeoutMilliseconds: 3_000)
        print(String(decoding: answer.body, as: UTF8.self))
        return answer.status == 200 ? 0 : 1
    }

    /// A listener on every address is reached on this machine's own.
    private static func reachable(_ url: String) -> String {
        let any = "://0.0.0.0:"
        guard let range = url.firstRange(of: any) else { return url }
        return url.replacing(any, with: "://127.0.0.1:", maxReplacements: range.isEmpty ? 0 : 1)
    }
}
