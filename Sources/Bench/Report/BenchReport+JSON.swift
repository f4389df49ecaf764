import Crypto
import Wire

extension BenchReport {
    /// One JSON object. Times are CPU milliseconds; the plain members are medians, `spread` holds p10 and p90.
    public var json: [UInt8] {
        var writer = JSONWriter(reserving: 4_096)
        writer.object { w in
            w.member("subject", subject)
            w.member("suite", Int64(suite))
            w.member("rounds", rounds)
            w.memberObject("core") { core in
                core.member("serverCpuMs", milliseconds: server.median)
                core.member("phoneCpuMs", milliseconds: phone.median)
                core.memberObject("perStep") { Self.write(steps, to: &$0) }
                core.memberObject("spread") { spread in
                    spread.memberObject("server") { Self.write(server, to: &$0) }
                    spread.memberObject("phone") { Self.write(phone, to: &$0) }
                }
            }
            writeProcess(to: &w)
            writeFloor(to: &w)
            w.member("ratio", decimal: ratio)
            if let processRatio {
                w.member("processRatio", decimal: processRatio)
            } else {
                w.memberNull("processRatio")
            }
            writeModes(to: &w)
            w.member("bytesUp", bytesUp)
            w.member("bytesDown", bytesDown)
            w.goals(goals)
        }
        return writer.bytes
    }

    /// Of a signature: both modes beside `core`, which is the first of them.
    private func writeModes(to w: inout JSONWriter) {
        guard let kernel else { return }
        w.member("kernel", kernel.rawValue)
        if let checkKernel { w.member("faultCheckKernel", checkKernel.rawValue) }
        w.memberObject("modes") { w in
            for figures in modes {
                w.memberObject(figures.mode.rawValue) { w in
                    w.member("serverCpuMs", milliseconds: figures.server.median)
                    w.member("ratio", decimal: figures.ratio)
                    w.member("exponentiationMs", milliseconds: figures.powers.median)
                    w.member("outsideMs", milliseconds: figures.outside)
                    w.member("outsideShare", decimal: figures.outsideShare)
                    w.member("outsideOfFloor", decimal: figures.outsideOfFloor)
                    w.memberObject("spread") { spread in
                        spread.memberObject("server") { Self.write(figures.server, to: &$0) }
                    }
                }
            }
        }
    }

    private func writeProcess(to w: inout JSONWriter) {
        guard let process else {
            w.memberNull("process")
            return
        }
        w.memberObject("process") { w in
            w.member("serverCpuMs", milliseconds: process.server.median)
            if let postgres = process.postgresMilliseconds {
                w.member("postgresCpuMs", milliseconds: postgres)
            } else {
                w.memberNull("postgresCpuMs")
            }
            w.member("rounds", process.rounds)
            w.member("floorMs", milliseconds: process.floorTotal.median)
            w.memberObject("spread") { spread in
                spread.memberObject("server") { Self.write(process.server, to: &$0) }
            }
        }
    }

    private func writeFloor(to w: inout JSONWriter) {
        w.memberObject("floor") { w in
            w.member("rN", milliseconds: rN.median)
            if let cV { w.member("cV", milliseconds: cV.median) }
            if let ec { w.member("ec", milliseconds: ec.median) }
            w.member("totalMs", milliseconds: floorTotal.median)
            w.memberObject("terms") { Self.write(floorTerms, to: &$0) }
            w.memberObject("spread") { spread in spread.memberObject("total") { Self.write(floorTotal, to: &$0) } }
        }
    }

    private static func write(_ entries: [Entry], to w: inout JSONWriter) {
        for entry in entries { w.memberObject(entry.name) { write(entry.samples, to: &$0) } }
    }

    private static func write(_ samples: Samples, to w: inout JSONWriter) {
        w.member("median", milliseconds: samples.median)
        w.member("p10", milliseconds: samples.p10)
        w.member("p90", milliseconds: samples.p90)
    }
}

extension JSONWriter {
    /// The member `goals`.
    mutating func goals(_ goals: [BenchReport.Goal]) {
        memberObject("goals") { list in
            for goal in goals {
                list.memberObject(goal.name) {
                    $0.member("value", decimal: goal.value)
                    $0.member("limit", decimal: goal.limit)
                    $0.member("met", goal.isMet)
                }
            }
        }
    }

    fileprivate mutating func member(_ name: String, milliseconds value: Double) {
        member(name, json: Array(Decimals.milliseconds(value).utf8))
    }

    mutating func member(_ name: String, decimal value: Double) {
        member(name, json: Array(Decimals.ratio(value).utf8))
    }
}
