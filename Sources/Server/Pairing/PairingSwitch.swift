import Wire

/// The routes of pairing where it is off: each says so.
enum PairingSwitch {
    static var offRoutes: [Route] {
        [
            LocalPairingRoutes.route { _ throws(ServiceError) in throw ServiceError(.pairingDisabled) },
            Route("GET", "/pairing", handler: refuse), Route("POST", "/pairing/claim", handler: refuse),
            Route("GET", "/pairing/status", handler: refuse),
        ]
    }

    private static let refuse: Route.Handler = { _ throws(ServiceError) in throw ServiceError(.pairingDisabled) }
}
