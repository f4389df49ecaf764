import Storage

/// Reports what goes wrong where no request waits for an answer: one log line with its cause, one count.
struct TaskFailures: Sendable {
    private let total: Counter
    private let logger: Logger

    init(_ metrics: Metrics, logger: Logger) {
        total = metrics.counter(
            "tamga_task_failures_total", help: "Background tasks that failed and will be tried again, by cause.",
            labels: ["task", "cause"])
        self.logger = logger
    }

    func report(_ task: StaticString, _ error: StorageError) {
        let cause = FailureCause(error)
        total.add(1, [task.description, cause.kind.rawValue])
        logger.log(.warning, "a background task failed; it will be tried again", [.task(task), .cause(cause)])
    }
}
