#if FUZZING
    import Glibc

    /// The target that `scripts/fuzz` names, read once.
    private let target: FuzzTarget = {
        let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
        guard let target = FuzzTarget(rawValue: name) else { fatalError("FUZZ_TARGET names no target") }
        return target
    }()

    /// What libFuzzer calls.
    @_cdecl("LLVMFuzzerTestOneInput")
    public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
        target.run([UInt8](UnsafeBufferPointer(start: data, count: count)))
        return 0
    }
#endif
