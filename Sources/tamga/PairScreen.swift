import Glibc
import Server
import Wire

/// What `tamga pair` shows. On a terminal the code goes away when it is of no use any more; elsewhere lines follow
/// lines.
struct PairScreen {
    /// Nil elsewhere than on a terminal.
    private let window: TerminalWindow?
    private var isTerminal: Bool { window != nil }
    /// Rows above the cursor that belong to the code.
    private var rows = 0

    init(window: TerminalWindow?) { self.window = window }

    /// - Parameter matrix: nil without the library
    mutating func show(_ url: PairingURL, _ matrix: QRMatrix?) {
        if let lines = matrix.map(QRDrawing.lines) {
            draw(lines)
        } else {
            put("(no picture: \(QRLibrary.name) is not installed; Debian: libqrencode4)")
        }
        put(url.text)
        put("code         \(url.code)")
        put("fingerprint  \(PairingURL.text(of: url.fingerprint))")
        if !isTerminal { put("good for 60 s and for one phone") }
    }

    private mutating func draw(_ lines: [String]) {
        guard let window else {
            for line in lines { put(line) }
            return
        }
        // The address, the code, the fingerprint and the seconds stand below it.
        let columns = lines.map(\.count).max() ?? 0, rows = lines.count + 6
        guard columns <= window.columns, rows <= window.rows else {
            put("(no picture: it needs a window of \(columns) columns and \(rows) rows)")
            return
        }
        for line in lines {
            Output.line("\u{1B}[30;107m\(line)\u{1B}[0m")
            self.rows += 1
        }
    }

    /// The seconds that are left, on one line that changes.
    func count(_ seconds: Int) {
        guard isTerminal else { return }
        print("\r\u{1B}[Kgood for \(seconds) s and for one phone", terminator: "")
        fflush(nil)
    }

    /// Takes the code away and says why.
    mutating func end(_ text: String) {
        if isTerminal { print("\r\u{1B}[\(rows)A\u{1B}[J", terminator: "") }
        rows = 0
        Output.line(text)
    }

    private mutating func put(_ line: String) {
        Output.line(line)
        rows += window?.rows(for: line) ?? 1
    }
}
