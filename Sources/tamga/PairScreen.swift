import Glibc
import Server
import Wire

/// What `tamga pair` shows. On a terminal the code goes away when it is of no use any more; elsewhere lines follow
/// lines.
struct PairScreen {
    private let isTerminal: Bool
    /// Lines above the cursor that belong to the code.
    private var lines = 0

    init(isTerminal: Bool) { self.isTerminal = isTerminal }

    /// - Parameter matrix: nil without the library
    mutating func show(_ url: PairingURL, _ matrix: QRMatrix?) {
        if let matrix {
            for line in QRDrawing.lines(matrix) { put(isTerminal ? "\u{1B}[30;107m\(line)\u{1B}[0m" : line) }
        } else {
            put("(no picture: \(QRLibrary.name) is not installed; Debian: libqrencode4)")
        }
        put(url.text)
        put("code         \(url.code)")
        put("fingerprint  \(PairingURL.text(of: url.fingerprint))")
        if !isTerminal { put("good for 60 s and for one phone") }
    }

    /// The seconds that are left, on one line that changes.
    func count(_ seconds: Int) {
        guard isTerminal else { return }
        print("\r\u{1B}[Kgood for \(seconds) s and for one phone", terminator: "")
        fflush(nil)
    }

    /// Takes the code away and says why.
    mutating func end(_ text: String) {
        if isTerminal { print("\r\u{1B}[\(lines)A\u{1B}[J", terminator: "") }
        lines = 0
        Output.line(text)
    }

    private mutating func put(_ line: String) {
        Output.line(line)
        lines += 1
    }
}
