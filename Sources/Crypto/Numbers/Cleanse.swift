import COpenSSL

/// Overwrites limbs in a way that the compiler may not leave out.
func cleanse(_ limbs: UnsafeMutablePointer<UInt>, limbs count: Int) {
    OPENSSL_cleanse(limbs, count * MemoryLayout<UInt>.stride)
}

func cleanse(_ buffer: UnsafeMutableRawPointer, bytes count: Int) { OPENSSL_cleanse(buffer, count) }
