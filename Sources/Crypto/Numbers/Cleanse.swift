import CModExp
import COpenSSL

/// Overwrites limbs in a way that the compiler may not leave out.
func cleanse(_ limbs: UnsafeMutablePointer<UInt>, limbs count: Int) {
    OPENSSL_cleanse(limbs, count * MemoryLayout<UInt>.stride)
}

func cleanse(_ buffer: UnsafeMutableRawPointer, bytes count: Int) { OPENSSL_cleanse(buffer, count) }

/// Overwrites what calls of the caller have left on the stack: moves of values and registers that were spilled. What
/// the caller's own frame holds is not reached, so the work is done in a function that is never inlined into it.
func cleanseStack() { tamga_wipe_stack() }
