extension Limits {
    // MARK: Exchange of receipts for a risk metric

    /// Between two turns.
    public static let riskIntervalMilliseconds = 5_000
    /// Receipts of one turn: with answers of 100 ms two a second, 170,000 a day for each process.
    public static let riskExchangesPerTurn = 10
    /// From when on a turn begins no further exchange; a stop waits for the rest of one.
    public static let riskTurnMilliseconds = 2_000
    /// How long a receipt belongs to the process that exchanges it: far longer than a call may take.
    public static let riskLeaseSeconds = 600
    /// An answer: a receipt of 16 KiB as Base64, and some room.
    public static let riskAnswerBytes = 32 * 1_024
}
