import Testing

@testable import Wire

enum RefusalCheck {
    /// The last thing that comes out is the expected refusal, however the bytes are cut; nothing comes out before it.
    static func refused(_ request: RefusedRequest) {
        let events = Feeding.whole(request.bytes)
        #expect(Feeding.byteByByte(request.bytes) == events)
        guard case .refused(let refusal)? = events.last else {
            Issue.record("not refused: \(events)")
            return
        }
        #expect(events.count == 1)
        #expect(refusal.code == request.code)
        #expect(refusal.status == request.status)
    }
}
