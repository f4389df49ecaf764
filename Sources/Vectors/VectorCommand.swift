import Crypto
import Wire

/// `vectors verify` and `vectors show` of the command line.
public enum VectorCommand {
    /// Verifies everything below a folder.
    /// - Parameters:
    ///   - directory: a folder of `<family>/{valid,invalid}.json`, or one file
    ///   - output: receives one line per family, then the failures, last `N passed, N failed`
    /// - Returns: the exit status: 0 when at least one vector passed and none failed, else 1
    public static func verify(directory: String, output: (String) -> Void) -> Int32 {
        var report = VectorReport()
        for source in VectorFile.find(in: directory) {
            VectorRunner.run(source, into: &report)
            if let line = report.lines.last {
                output("\(line.file): \(line.passed) passed, \(line.failed) failed")
            }
        }
        for failure in report.failures {
            output("FAILED \(failure.file) \(failure.id): " + failure.reasons.prefix(5).joined(separator: "; "))
        }
        output("\(report.passed) passed, \(report.failed) failed")
        return report.failed == 0 && report.passed > 0 ? 0 : 1
    }

    /// Explains a file of vectors in plain words: where it comes from, what each vector is, and what is done with it.
    /// - Parameter file: a file or a folder of `{valid,invalid}.json`
    /// - Returns: the exit status: 1 when the file cannot be read
    public static func show(file path: String, output: (String) -> Void) -> Int32 {
        let sources = VectorFile.find(in: path)
        if sources.isEmpty {
            output("no vectors below \(path)")
            return 1
        }
        for source in sources {
            do {
                try VectorDescription.show(source, output)
            } catch {
                output(error.description)
                return 1
            }
        }
        return 0
    }
}
