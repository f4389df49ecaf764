import Crypto

extension RandomSource {
    /// Fresh bytes that are no secret of the threshold core: ids, server randoms.
    func bytes(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        bytes.withUnsafeMutableBytes { fill($0) }
        return bytes
    }
}
