/// A QR code as text: a character is two modules, one above the other, which a terminal shows as squares.
public enum QRDrawing {
    /// Light modules around the code that a scanner needs (ISO/IEC 18004 §5.3.8).
    public static let quietZone = 4

    /// One line of text for two rows of modules. Dark is ink: on a dark terminal the colours have to be turned round.
    public static func lines(_ matrix: QRMatrix) -> [String] {
        let range = -quietZone..<(matrix.width + quietZone)
        return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { row in
            String(
                range.map { column -> Character in
                    switch (
                        matrix.isDark(row: row, column: column), matrix.isDark(row: row + 1, column: column)
                    ) {
                    case (true, true): "█"
                    case (true, false): "▀"
                    case (false, true): "▄"
                    case (false, false): " "
                    }
                })
        }
    }
}
