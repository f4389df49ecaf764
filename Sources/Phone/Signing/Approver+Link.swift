extension Approver {
    /// Answers the session of a device link: shows it to the server, which makes it this document's, then as
    /// `answer(_:pins:decide:)`.
    ///
    /// - Parameters:
    ///   - link: the text of the QR code, or the address that the app was started by
    ///   - base: what links of this service begin with, where the phone knows it
    /// - Throws: `DEVICE_LINK_FORMAT` before anything is sent; `DEVICE_LINK_TYPE`, `SESSION_OTHER`; the server's codes
    public func answer(
        link: String, base: String? = nil, pins: PINs, decide: (ApprovalRequest) -> ApprovalDecision
    ) throws(PhoneError) -> ApprovalOutcome {
        let scanned = try ScannedLink(link, base: base)
        _ = try registry.settleRefresh(client)
        var clock = Stopwatch(environment)
        let session = try client.openDeviceLink(link)
        try scanned.check(session)
        if let outcome = try resume(session.sessionId, pins) { return outcome }
        return try answer(session, pins, &clock, decide)
    }
}
