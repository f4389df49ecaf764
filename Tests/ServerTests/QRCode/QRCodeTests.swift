import Foundation
import Testing

@testable import Server

/// The picture in the terminal, and the library behind it.
@Suite struct QRCodeTests {
    private func library() throws -> QRLibrary {
        try #require(QRLibrary(), "\(QRLibrary.name) is missing: scripts/setup-packages run installs libqrencode4")
    }

    private static let text =
        "https://192.168.1.100:8443/pair/local?code=847291&fp=E9:A3:F2:34:E9:C9:7F:E0:1B:05:EF:20:48:8A:7F:DA:"
        + "49:51:6C:24:3A:36:69:F8:B2:D9:13:92:7A:76:12:EB"

    @Test func aMatrixHasAWidthThatExists() {
        #expect(QRMatrix(width: 21, modules: Array(repeating: true, count: 441)) != nil)
        #expect(QRMatrix(width: 21, modules: Array(repeating: true, count: 440)) == nil)
        #expect(QRMatrix(width: 22, modules: Array(repeating: true, count: 484)) == nil)
        #expect(QRMatrix(width: 1, modules: [true]) == nil)
    }

    /// Two rows of modules to a line of text, four light ones around.
    @Test func theDrawingIsTheMatrix() throws {
        // Dark where the row is 0, where the column is 0, and at (1, 1) and (20, 20).
        let modules = (0..<441).map { place in
            let (row, column) = (place / 21, place % 21)
            return row == 0 || column == 0 || (row, column) == (1, 1) || (row, column) == (20, 20)
        }
        let lines = QRDrawing.lines(try #require(QRMatrix(width: 21, modules: modules)))
        #expect(lines.count == 15 && lines.allSatisfy { $0.count == 29 })
        let margin = "    ", empty = String(repeating: " ", count: 29)
        #expect(lines[0] == empty && lines[1] == empty)
        #expect(lines[2] == margin + "██" + String(repeating: "▀", count: 19) + margin)
        for line in lines[3...11] { #expect(line == margin + "█" + String(repeating: " ", count: 20) + margin) }
        #expect(lines[12] == margin + "▀" + String(repeating: " ", count: 19) + "▀" + margin)
        #expect(lines[13] == empty && lines[14] == empty)
    }

    /// The patterns that every code has at fixed places (ISO/IEC 18004 §5.3.2, §5.3.4, §6.9).
    @Test func theLibraryMakesACode() throws {
        let matrix = try #require(library().encode(Self.text))
        #expect((21...57).contains(matrix.width))
        let last = matrix.width - 7
        for (top, left) in [(0, 0), (0, last), (last, 0)] {
            for row in 0..<7 {
                for column in 0..<7 {
                    let ring = max(abs(row - 3), abs(column - 3))
                    #expect(matrix.isDark(row: top + row, column: left + column) == (ring != 2))
                }
            }
        }
        for place in 8..<(matrix.width - 8) {
            #expect(matrix.isDark(row: 6, column: place) == (place % 2 == 0))
            #expect(matrix.isDark(row: place, column: 6) == (place % 2 == 0))
        }
        #expect(matrix.isDark(row: matrix.width - 8, column: 8))
        #expect(try library().encode(String(repeating: "x", count: 4_000)) == nil)
        #expect(try library().encode("a\u{0}b") == nil)
    }

    /// Another implementation reads in the drawing what was written: zbar, through Python.
    @Test func anotherProgramReadsTheDrawing() throws {
        let lines = QRDrawing.lines(try #require(library().encode(Self.text)))
        let read = try OutsideClient.python(
            Self.reader, variables: ["LINES": "'''" + lines.joined(separator: "\n") + "'''"])
        #expect(read == Self.text)
    }

    /// Paints each module as a square of 4 × 4 and lets libzbar look at it.
    private static let reader = """
        import ctypes
        try: z = ctypes.CDLL('libzbar.so.0')
        except OSError: sys.exit('libzbar.so.0 is missing: scripts/setup-packages check installs libzbar0')
        for name in ('image_scanner_create', 'image_create', 'image_first_symbol', 'symbol_get_data'):
            getattr(z, 'zbar_' + name).restype = ctypes.c_void_p
        z.zbar_symbol_get_data.restype = ctypes.c_char_p
        rows = []
        for line in LINES.split('\\n'):
            rows.append([c in '█▀' for c in line])
            rows.append([c in '█▄' for c in line])
        data = b''.join(bytes(0 if dark else 255 for dark in row for _ in range(4)) for row in rows for _ in range(4))
        width, height = len(rows[0]) * 4, len(rows) * 4
        assert len(data) == width * height
        image = ctypes.c_void_p(z.zbar_image_create())
        z.zbar_image_set_format(image, ctypes.c_ulong(int.from_bytes(b'Y800', 'little')))
        z.zbar_image_set_size(image, width, height)
        z.zbar_image_set_data(image, data, ctypes.c_ulong(len(data)), None)
        scanner = ctypes.c_void_p(z.zbar_image_scanner_create())
        assert z.zbar_scan_image(scanner, image) == 1
        print(z.zbar_symbol_get_data(ctypes.c_void_p(z.zbar_image_first_symbol(image))).decode())
        """

    @Test func withoutTheLibraryThereIsNothingToDrawWith() {
        #expect(QRLibrary("libtamga-that-does-not-exist.so.4") == nil)
        // A library without these functions is none.
        #expect(QRLibrary("libc.so.6") == nil)
    }
}
