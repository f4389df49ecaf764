import TestSupport

/// One server, one or two phones with the same key, and what the network holds back.
struct ModelWorld: Hashable, Sendable {
    var server: ModelServer
    /// The genuine phone; behind it its copy.
    var phones: [ModelPhone]
    /// An S3 that was taken for lost and may still arrive.
    var delayed: ModelMessage?
    /// What the last S3 was answered with: for the rules that a search checks; no part of a world between two events.
    var lastAnswer: ModelAnswer?

    init(sessions: Int) {
        server = ModelServer(sessions: sessions, token: 1)
        phones = [ModelPhone(tokens: [1])]
    }

    // MARK: What a phone does

    /// Begins a session, or begins it again.
    mutating func begin(_ phone: Int, session: Int, losesAnswer: Bool) {
        phones[phone].run = ModelPhone.Run(session: session, s1: server.draw())
        sendCommit(phone, losesAnswer: losesAnswer)
    }

    /// Sends S1, the same bytes each time.
    mutating func sendCommit(_ phone: Int, losesAnswer: Bool) {
        guard let run = phones[phone].run else { return }
        let answer = server.commit(session: run.session, s1: run.s1)
        if losesAnswer { return }
        if let attempt = answer.attempt {
            phones[phone].run?.attempt = attempt
        } else {
            phones[phone].run = nil
        }
    }

    /// Makes an S3 with a fresh token and stores both.
    mutating func makeProof(_ phone: Int) {
        guard let attempt = phones[phone].run?.attempt else { return }
        let token = server.draw(), held = phones[phone].tokens
        guard let grown = phones[phone].adding(token) else { return }
        phones[phone].tokens = grown
        phones[phone].run?.s3 = ModelMessage(attempt: attempt, candidates: held, next: token, maker: phone)
    }

    enum Fate: String, CaseIterable, Sendable {
        case arrives, losesRequest, losesAnswer, stallsAfterT1, crashesAfterT1
    }

    /// Sends the stored S3.
    mutating func sendProof(_ phone: Int, _ fate: Fate) {
        guard let message = phones[phone].run?.s3 else { return }
        if fate == .losesRequest {
            // With two phones it is lost for good: what arrives late belongs to the search over one.
            if phones.count == 1 { delayed = message }
            return
        }
        let answer = deliver(message, stopsAfterT1: fate == .stallsAfterT1 || fate == .crashesAfterT1)
        if fate == .crashesAfterT1 { server.crash() }
        guard fate == .arrives else { return }
        switch answer {
        case .c3:
            phones[phone].run?.hasC3 = true
            phones[phone].run?.s3 = nil
            phones[phone].tokens = [message.next]
        case .refused("SIGNING_RESTART"): phones[phone].run = nil
        case .refused("IN_PROGRESS"), .pending: break
        case .refused: phones[phone].run = nil
        }
    }

    /// The server's side of an S3, whoever waits for the answer.
    mutating func deliver(_ message: ModelMessage, stopsAfterT1: Bool) -> ModelAnswer {
        let before = server.store.ratchet
        let answer = server.prove(message, stopsAfterT1: stopsAfterT1)
        lastAnswer = answer
        if server.store.ratchet != before, phones.count > 1, let maker = message.maker {
            phones[maker].hasProved = true
        }
        return answer
    }

    /// Sends the signature that c3 has given.
    mutating func sendFinish(_ phone: Int, losesAnswer: Bool) {
        guard let run = phones[phone].run, let attempt = run.attempt else { return }
        _ = server.finish(attempt, .signature(failing: nil), bytes: 1)
        if !losesAnswer { phones[phone].run = nil }
    }

    /// Somebody copies everything that the phone remembers, its PIN included.
    mutating func copyPhone() {
        phones[0].run?.s3?.maker = nil
        delayed = nil
        phones.append(phones[0])
    }

    // MARK: Equality

    /// The same world with its names made canonical: what no rule can tell apart is one state of a search.
    var canonical: ModelWorld { ModelNames(self).world }
}
