import COpenSSL
import Synchronization

/// Makes OpenSSL overwrite every block that it gives back or moves.
///
/// By itself it does so where it knows of a secret, which is not everywhere: the P-256 code of OpenSSL 3.0 gives back
/// the bytes of the scalar of k·P as they are (`ecp_nistz256.c`, `p_str`), and the reading of a PKCS#8 key leaves its
/// DER behind.
public enum LibraryMemory {
    private static let isErasing = Atomic(false)

    /// For the life of the process; the library takes another allocator only before its own first block.
    /// - Returns: whether it does so now; false when it is too late
    @discardableResult
    public static func eraseWhatIsFreed() -> Bool {
        if tamga_erase_what_is_freed() == 1 { isErasing.store(true, ordering: .relaxed) }
        return isErased
    }

    /// Whether `eraseWhatIsFreed` came in time.
    public static var isErased: Bool { isErasing.load(ordering: .relaxed) }
}
