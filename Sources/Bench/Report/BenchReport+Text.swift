import Crypto

extension BenchReport {
    /// A table for a person, in milliseconds of CPU.
    public var text: String {
        var lines = ["\(subject), suite \(suite), \(rounds) rounds; CPU milliseconds: median (p10 … p90)", "", "floor"]
        lines.append(Self.line("r^N", rN))
        if let cV { lines.append(Self.line("c^v", cV)) }
        if let ec { lines.append(Self.line("P-256", ec)) }
        for term in floorTerms { lines.append(Self.line("  " + term.name, term.samples)) }
        lines.append(Self.line("total", floorTotal))
        lines += ["", "core"]
        for step in steps { lines.append(Self.line(step.name, step.samples)) }
        lines.append(Self.line("server", server))
        lines.append(Self.line("phone", phone))
        lines.append("  up \(bytesUp) bytes, down \(bytesDown) bytes")
        lines += modeLines
        if let process {
            lines += ["", "process, \(process.rounds) rounds"]
            lines.append(Self.line("serve", process.server))
            lines.append(Self.line("floor there", process.floorTotal))
            let postgres = process.postgresMilliseconds.map(Decimals.milliseconds) ?? "not on this machine"
            lines.append("  " + Decimals.padded("postgres", 24) + postgres)
        }
        lines.append("")
        return (lines + goals.map(\.line)).joined(separator: "\n")
    }

    private var modeLines: [String] {
        guard let kernel else { return [] }
        let twice = checkKernel.map { "; c3 a second time in \($0.rawValue)" } ?? ""
        var lines = ["", "modes, kernel \(kernel.rawValue)\(twice)"]
        for figures in modes {
            lines.append(Self.line(figures.mode.rawValue, figures.server))
            lines.append(Self.line("  exponentiations", figures.powers))
            lines.append(
                "    " + Decimals.padded("outside them", 22) + Decimals.milliseconds(figures.outside) + " ("
                    + Decimals.ratio(figures.outsideShare) + " of the mode, "
                    + Decimals.ratio(figures.outsideOfFloor) + " of the floor)")
        }
        return lines
    }

    private static func line(_ name: String, _ samples: Samples) -> String {
        let range = "(\(Decimals.milliseconds(samples.p10)) … \(Decimals.milliseconds(samples.p90)))"
        return "  " + Decimals.padded(name, 24) + Decimals.milliseconds(samples.median) + " " + range
    }
}
