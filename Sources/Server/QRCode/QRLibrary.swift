import CQRencode
import Glibc

/// libqrencode, loaded when a code is to be drawn. The program is not linked with it.
///
/// `@unchecked Sendable` is sound: the addresses are written once, before anybody else has the value, and the functions
/// behind them keep no state.
public final class QRLibrary: @unchecked Sendable {
    public static let name = "libqrencode.so.4"

    private let encodeFunction: UnsafeMutableRawPointer
    private let freeFunction: UnsafeMutableRawPointer

    /// Nil when it cannot be loaded or lacks a function (Debian: libqrencode4). It stays loaded for the life of the
    /// process.
    public init?(_ name: String = QRLibrary.name) {
        guard let library = dlopen(name, RTLD_NOW | RTLD_LOCAL), let encode = dlsym(library, "QRcode_encodeString"),
            let free = dlsym(library, "QRcode_free")
        else { return nil }
        encodeFunction = encode
        freeFunction = free
    }

    /// The smallest code that holds the text, with 15 % of it restored when damaged (level M).
    /// - Parameter text: UTF-8 without NUL
    /// - Returns: nil for a text that fits in no code
    public func encode(_ text: String) -> QRMatrix? {
        guard !text.utf8.contains(0), let code = tamga_qr_encode(encodeFunction, text, Int32(TAMGA_QR_LEVEL_M)) else {
            return nil
        }
        defer { tamga_qr_free(freeFunction, code) }
        let width = Int(code.pointee.width)
        guard (21...177).contains(width), let data = code.pointee.data else { return nil }
        return QRMatrix(width: width, modules: (0..<(width * width)).map { data[$0] & 1 == 1 })
    }
}
