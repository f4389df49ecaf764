import CGMP
import COpenSSL
import Glibc

/// Makes every block that GMP gives back or moves zeroised first.
///
/// `mpz` values grow by reallocation, which would leave a copy of a secret in freed memory. GMP keeps its scratch space
/// for small operands on the stack, which these hooks cannot reach.
enum ZeroisingAllocator {
    /// Touched before the first `mpz` is made; this process has no other user of GMP.
    static let installed: Void = __gmp_set_memory_functions(allocate, reallocate, release)

    private static let allocate: @convention(c) (Int) -> UnsafeMutableRawPointer? = { size in
        guard let block = malloc(size) else { abort() }
        return block
    }

    private static let reallocate: @convention(c) (UnsafeMutableRawPointer?, Int, Int) -> UnsafeMutableRawPointer? = {
        old, oldSize, newSize in
        guard let block = malloc(newSize) else { abort() }
        if let old {
            memcpy(block, old, min(oldSize, newSize))
            OPENSSL_cleanse(old, oldSize)
            free(old)
        }
        return block
    }

    private static let release: @convention(c) (UnsafeMutableRawPointer?, Int) -> Void = { block, size in
        guard let block else { return }
        OPENSSL_cleanse(block, size)
        free(block)
    }
}
