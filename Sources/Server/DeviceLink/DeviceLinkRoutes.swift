import Wire

/// The phone's call with a link that it has scanned or was started by (mobile-api.md §5).
public struct DeviceLinkRoutes: Sendable {
    private let sessions: SessionService
    private let devices: DeviceAuthenticator

    public init(sessions: SessionService, devices: DeviceAuthenticator) {
        self.sessions = sessions
        self.devices = devices
    }

    public var routes: [Route] {
        [Route("POST", "/mobile/device-link") { call throws(ServiceError) in try open(call) }]
    }

    private func open(_ call: Call) throws(ServiceError) -> RouteOutcome {
        let deadline = call.context.storageDeadline
        let device = try devices.authenticate(call, deadline: deadline)
        let body = try call.json()
        let link = try ServiceError.decoding { () throws(FieldError) in
            try body.string("link", maxCharacters: Limits.linkCharacters)
        }
        let session = try sessions.openLink(link, by: device, deadline: deadline)
        return .respond(PhoneSessionEncoder.details(session, schemeName: sessions.settings.schemeName))
    }
}
