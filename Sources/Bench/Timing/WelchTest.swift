/// Welch's t between two samples: how far their means differ, in units of the error of that difference. Above 4.5 a
/// difference is no accident (one in a hundred thousand).
struct WelchTest {
    /// Mean and variance by Welford's recurrence, which does not cancel.
    private struct Moments {
        var count = 0.0
        var mean = 0.0
        var squares = 0.0

        mutating func add(_ value: Double) {
            count += 1
            let distance = value - mean
            mean += distance / count
            squares += distance * (value - mean)
        }

        var errorOfMean: Double { squares / (count - 1) / count }
    }

    private var first = Moments()
    private var second = Moments()

    mutating func add(_ value: Double, isFirst: Bool) {
        if isFirst { first.add(value) } else { second.add(value) }
    }

    /// 0 where a sample has fewer than two values or nothing varies.
    var t: Double {
        guard first.count > 1, second.count > 1 else { return 0 }
        let error = (first.errorOfMean + second.errorOfMean).squareRoot()
        return error > 0 ? (first.mean - second.mean) / error : 0
    }
}
