import Glibc

/// How much a terminal shows at once.
struct TerminalWindow {
    let columns: Int
    let rows: Int

    /// Nil when the descriptor is no terminal. One that does not say its size is taken for endless.
    init?(_ descriptor: Int32) {
        guard isatty(descriptor) == 1 else { return nil }
        var size = winsize()
        let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 && size.ws_row > 0
        columns = isKnown ? Int(size.ws_col) : .max
        rows = isKnown ? Int(size.ws_row) : .max
    }

    /// Rows that a line takes, which goes on in the next where it is too long.
    func rows(for line: String) -> Int { max(1, (line.count - 1) / columns + 1) }
}
