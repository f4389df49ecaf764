/// The modules of a QR code (ISO/IEC 18004), without the quiet zone around them.
public struct QRMatrix: Sendable, Equatable {
    /// Modules of a side: 21 to 177 in steps of 4.
    public let width: Int
    /// Row by row, true for dark.
    public let modules: [Bool]

    /// Nil unless there are width × width modules and the width is one that exists.
    public init?(width: Int, modules: [Bool]) {
        guard (21...177).contains(width), (width - 21) % 4 == 0, modules.count == width * width else { return nil }
        self.width = width
        self.modules = modules
    }

    /// Whether a module is dark; light outside of the code.
    public func isDark(row: Int, column: Int) -> Bool {
        guard (0..<width).contains(row), (0..<width).contains(column) else { return false }
        return modules[row * width + column]
    }
}
