import Foundation

/// `BN_mod_exp_mont_consttime` called from Python through ctypes.
enum PythonFloor {
    static let isAvailable = (try? run("import ctypes.util; assert ctypes.util.find_library('crypto')")) != nil

    /// The median of r^N mod N², |N| = 2048, on Python's own clock of the thread.
    static func noiseMilliseconds(rounds: Int) throws -> Double {
        let output = try run(program.replacingOccurrences(of: "ROUNDS", with: String(rounds)))
        guard let value = Double(output.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw Failure(output: output)
        }
        return value
    }

    struct Failure: Error { let output: String }

    private static let program = """
        import ctypes, ctypes.util, secrets, statistics, time
        c = ctypes.CDLL(ctypes.util.find_library('crypto'))
        for name in ('BN_new', 'BN_CTX_new', 'BN_MONT_CTX_new', 'BN_bin2bn'):
            getattr(c, name).restype = ctypes.c_void_p
        p = ctypes.c_void_p
        def number(value):
            data = value.to_bytes((value.bit_length() + 7) // 8, 'big')
            return p(c.BN_bin2bn(data, len(data), None))
        n = secrets.randbits(2048) | 1 << 2047 | 1
        scratch, montgomery, result = p(c.BN_CTX_new()), p(c.BN_MONT_CTX_new()), p(c.BN_new())
        N, N2 = number(n), number(n * n)
        assert c.BN_MONT_CTX_set(montgomery, N2, scratch) == 1
        times = []
        for _ in range(ROUNDS):
            base = number(secrets.randbelow(n * n))
            start = time.thread_time_ns()
            assert c.BN_mod_exp_mont_consttime(result, base, N, N2, scratch, montgomery) == 1
            times.append((time.thread_time_ns() - start) / 1e6)
        print(statistics.median(times))
        """

    private static func run(_ program: String) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", program]
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(output: output) }
        return output
    }
}
