@testable import Wire

/// What a parser made of some bytes, in a form that compares.
enum Event: Equatable {
    case expectContinue
    case request(method: String, target: String, fields: [HTTPHeaders.Field], body: [UInt8], keepAlive: Bool)
    case refused(HTTPRefusal)
}

/// Ways to hand bytes to a parser. The outcome must not depend on them.
enum Feeding {
    static func parser() -> RequestParser {
        RequestParser { _, path in path.utf8.elementsEqual("/large".utf8) ? 512 * 1024 : 64 * 1024 }
    }

    /// Everything that comes out when the bytes arrive in pieces of the sizes that `piece` gives.
    static func events(_ bytes: [UInt8], piece: () -> Int) -> [Event] {
        var parser = parser()
        var events: [Event] = []
        var at = 0
        while at < bytes.count {
            let end = min(bytes.count, at + max(1, piece()))
            parser.append(Array(bytes[at..<end]))
            at = end
            drain(&parser, into: &events)
            if case .refused = events.last { break }
        }
        return events
    }

    static func whole(_ bytes: [UInt8]) -> [Event] {
        events(bytes) { bytes.count }
    }

    static func byteByByte(_ bytes: [UInt8]) -> [Event] {
        events(bytes) { 1 }
    }

    private static func drain(_ parser: inout RequestParser, into events: inout [Event]) {
        while true {
            switch parser.next() {
            case .needMore: return
            case .expectContinue: events.append(.expectContinue)
            case .request(let request):
                events.append(
                    .request(
                        method: request.method, target: request.target, fields: request.headers.fields,
                        body: request.body, keepAlive: request.keepAlive))
            case .refused(let refusal):
                events.append(.refused(refusal))
                return
            }
        }
    }
}
