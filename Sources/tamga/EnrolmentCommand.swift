import Server
import Storage
import Wire

/// `tamga enrolment show|allow REGISTER`: a citizen whose enrolments were rejected too often, for a person to look at.
enum EnrolmentCommand {
    private static let usage = "tamga enrolment show REGISTER | allow REGISTER --reason TEXT [--by NAME]"
    /// Enrolments and entries of the audit that are shown.
    private static let shown = 20

    static func run(_ arguments: [String]) throws -> Int32 {
        let arguments = try Arguments(arguments, valued: ["reason", "by"])
        guard arguments.words.count == 2, let verb = arguments.words.first, ["show", "allow"].contains(verb) else {
            throw UsageError(usage)
        }
        let act = verb == "allow" ? try OperatorAct(arguments, usage: usage) : nil
        let stores = Settings.stores(try Settings.load())
        defer { stores.pool.close() }
        guard let citizen = try stores.citizens.bySemanticId(arguments.words[1], deadline: deadline()) else {
            throw DeviceFailure("no citizen has this civil id or registration number")
        }
        if let act {
            let count = try stores.enrolmentReview.allow(citizenId: citizen.id, act, deadline: deadline())
            print(count == 0 ? "nothing is counted against this citizen" : "\(count) rejected enrolments count no more")
        }
        try show(citizen, stores)
        return 0
    }

    private static func show(_ citizen: Citizen, _ stores: Stores) throws {
        let enrolments = try stores.enrolmentReview.enrolments(
            citizenId: citizen.id, limit: shown, deadline: deadline())
        let load = try stores.enrolments.standing(citizenId: citizen.id, kycState: "", deadline: deadline())
        print("citizen   \(citizen.id)")
        print("rejected  \(load.failures) of \(EnrolmentStore.rejectionLimit) in 24 h, open \(load.open)")
        if load.failures >= EnrolmentStore.rejectionLimit, let seconds = load.secondsLeft {
            print("refused   for \(seconds) s more")
        }
        for enrolment in enrolments {
            let reason = enrolment.reason.map { "  \($0)" } ?? ""
            print(
                "\(time(enrolment.createdAt))  \(enrolment.documentNumber)  \(enrolment.platform)  "
                    + "\(enrolment.state.rawValue)\(reason)\(enrolment.isCounted ? "  counted" : "")")
        }
        for event in try stores.audit.ofEnrolments(citizenId: citizen.id, limit: shown, deadline: deadline()) {
            print("\(time(event.at))  \(event.kind)  \(event.detailJSON)")
        }
    }

    private static func time(_ milliseconds: Int64) -> String {
        Timestamp.format(unixSeconds: milliseconds / 1_000)
    }

    private static func deadline() -> StorageDeadline { StorageDeadline(milliseconds: 5_000) }
}
