import Glibc
import Wire

/// What many parked polls cost: memory of the process that holds them, the time until a change that another process
/// has made reaches its poll, and what a log-in loses beside them.
///
/// Sessions are opened at one process and polled at another one on the same database, as behind a load balancer that
/// knows nothing of sessions.
struct PollsBench {
    private let settings: PollsSettings
    private let service: ServiceProcess
    private let parking: ServeProcess
    private let phone: BenchPhone
    private let opener: LoadConnections
    private let polls: LoadConnections
    /// Connections over which sessions are opened at once.
    private static let openers = 8
    private static let warmUps = 10

    init(_ settings: PollsSettings, process: ProcessSettings) throws(BenchError) {
        self.settings = settings
        // The load comes from one address, as a proxy's does.
        service = try ServiceProcess(process, suite: 1, trustedProxies: "127.0.0.0/8")
        parking = try service.replica()
        phone = try BenchPhone(baseURL: parking.baseURL, suite: 1)
        try phone.enrol()
        opener = try LoadConnections(baseURL: service.baseURL)
        polls = try LoadConnections(baseURL: parking.baseURL)
    }

    func run() throws(BenchError) -> PollsFigures {
        for _ in 0..<Self.warmUps { _ = try logIn() }
        let idle = try logIns()
        let before = try parking.residentBytes()
        let began = WallClock.now()
        let parked = try park()
        let parkingMilliseconds = WallClock.now() - began
        let after = try parking.residentBytes()
        let busy = try logIns()
        let wakes = try wake(parked)
        return PollsFigures(
            polls: settings.polls, residentBefore: before, residentAfter: after,
            parkingMilliseconds: parkingMilliseconds, wakes: wakes, idleLogIns: idle, busyLogIns: busy)
    }

    /// From the relying party's request to its result: opened at one process; polled and signed at the other.
    private func logIn() throws(BenchError) -> Double {
        let start = WallClock.now()
        let session = try service.relyingParty.open(documentNumber: phone.documentNumber)
        let poll = try polls.open()
        try polls.send(service.relyingParty.poll(session), on: poll)
        try phone.sign(session)
        let answer = try polls.answer(on: poll)
        guard answer.response.status == 200 else { throw BenchError("the session did not end well") }
        return WallClock.now() - start
    }

    private func logIns() throws(BenchError) -> Samples {
        var samples = Samples()
        for _ in 0..<settings.logIns { samples.add(try logIn()) }
        return samples
    }

    /// Opens the sessions and parks a poll for each; a session is polled as soon as it is there, because it lives for
    /// two minutes only.
    /// - Returns: session and connection of each poll
    private func park() throws(BenchError) -> [(session: String, poll: Int)] {
        var parked: [(session: String, poll: Int)] = []
        parked.reserveCapacity(settings.polls)
        var asked = 0
        for connection in 0..<min(Self.openers, settings.polls) {
            guard try opener.open() == connection else { throw BenchError("the openers were open already") }
            try opener.send(service.relyingParty.link(), on: connection)
            asked += 1
        }
        while parked.count < settings.polls {
            let answers = try opener.answers(milliseconds: 10_000)
            guard !answers.isEmpty else { throw BenchError("no session within ten seconds") }
            for answer in answers {
                let session = try BenchRelyingParty.session(in: answer.response)
                let poll = try polls.open()
                try polls.send(service.relyingParty.poll(session), on: poll)
                parked.append((session, poll))
                guard asked < settings.polls else { continue }
                try opener.send(service.relyingParty.link(), on: answer.connection)
                asked += 1
            }
        }
        try settle()
        return parked
    }

    /// Waits until the parking process has taken every poll in: its processor time stands still.
    private func settle() throws(BenchError) {
        var last = -1.0
        for _ in 0..<100 {
            let now = try ProcessTime.milliseconds(of: parking.pid)
            // A sweep in the background costs some milliseconds in this time; parking costs all of it.
            if now - last < 50 { return }
            last = now
            usleep(250_000)
        }
        throw BenchError("the polls were not taken in")
    }

    /// Ends sessions at one process, one after the other, and sees the polls at the other answer.
    /// - Returns: from the request that ends the session to the poll's answer
    private func wake(_ parked: [(session: String, poll: Int)]) throws(BenchError) -> Samples {
        var samples = Samples()
        // Spread over the whole table; the oldest are nearest to their end.
        let step = max(1, parked.count / max(1, settings.wakes))
        for index in stride(from: 0, to: parked.count, by: step).prefix(settings.wakes) {
            let start = WallClock.now()
            try opener.send(service.relyingParty.cancellation(parked[index].session), on: 0)
            let answer = try polls.answer(on: parked[index].poll)
            samples.add(answer.arrived - start)
            guard answer.response.status == 200 else { throw BenchError("a poll was refused") }
            _ = try opener.answer(on: 0)
        }
        return samples
    }
}
