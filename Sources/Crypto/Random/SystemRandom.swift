import COpenSSL
import Glibc

/// The kernel's generator, getrandom(2).
///
/// Every call goes to the kernel: there is no state in the process that a fork, a snapshot or a core dump could
/// duplicate. When the kernel refuses, the process ends: no caller could go on safely without randomness.
public struct SystemRandom: RandomSource {
    public init() {}

    public func fill(_ buffer: UnsafeMutableRawBufferPointer) {
        guard let base = buffer.baseAddress else { return }
        var done = 0
        while done < buffer.count {
            let got = tamga_getrandom(base + done, buffer.count - done)
            if got > 0 {
                done += got
            } else if got == 0 || errno != EINTR {
                fatalError("the kernel gives no randomness")
            }
        }
    }
}
