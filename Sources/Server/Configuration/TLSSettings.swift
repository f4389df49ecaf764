import Crypto
import Wire

/// What an operator says about TLS in the process; without it the service speaks plain HTTP only.
public struct TLSSettings: Sendable, Equatable {
    /// PEM files of the operator's.
    public struct Files: Sendable, Equatable {
        /// The certificate, then its intermediates.
        public let certificate: String
        public let key: String
    }

    /// Whether clients are asked for a certificate.
    public enum Clients: Sendable, Equatable {
        case notAsked
        /// Any certificate; its hash is compared where somebody has pinned one.
        case pinned
        /// Only one that an authority of this PEM file has issued.
        case issued(file: String)
    }

    public let listen: SocketAddress
    /// Nil: the self-signed pair that `tamga setup` has made.
    public let files: Files?
    public let clients: Clients

    static let names = [
        "TAMGA_LISTEN_TLS", "TAMGA_TLS_CERTIFICATE_FILE", "TAMGA_TLS_KEY_FILE", "TAMGA_TLS_CLIENT_CERTIFICATES",
        "TAMGA_TLS_CLIENT_CA_FILE",
    ]

    /// - Returns: nil when there is no listener for TLS
    /// - Throws: for a setting without the others that it needs: a certificate that nobody serves is a mistake
    static func read(_ environment: Environment) throws(ConfigurationError) -> TLSSettings? {
        guard environment.text("TAMGA_LISTEN_TLS") != nil else {
            for name in names where environment.text(name) != nil {
                throw ConfigurationError("\(name) is set and TAMGA_LISTEN_TLS is not: nothing would use it")
            }
            return nil
        }
        return TLSSettings(
            listen: try environment.address("TAMGA_LISTEN_TLS", default: ""), files: try files(environment),
            clients: try clients(environment))
    }

    private static func files(_ environment: Environment) throws(ConfigurationError) -> Files? {
        switch (environment.text("TAMGA_TLS_CERTIFICATE_FILE"), environment.text("TAMGA_TLS_KEY_FILE")) {
        case (let certificate?, let key?): return Files(certificate: certificate, key: key)
        case (nil, nil): return nil
        default:
            throw ConfigurationError("TAMGA_TLS_CERTIFICATE_FILE and TAMGA_TLS_KEY_FILE belong together: set both")
        }
    }

    private static func clients(_ environment: Environment) throws(ConfigurationError) -> Clients {
        let asks = try environment.flag(
            "TAMGA_TLS_CLIENT_CERTIFICATES", default: environment.text("TAMGA_TLS_CLIENT_CA_FILE") != nil)
        switch (asks, environment.text("TAMGA_TLS_CLIENT_CA_FILE")) {
        case (true, let file?): return .issued(file: file)
        case (true, nil): return .pinned
        case (false, nil): return .notAsked
        case (false, _?):
            throw ConfigurationError("TAMGA_TLS_CLIENT_CA_FILE is set and TAMGA_TLS_CLIENT_CERTIFICATES is false")
        }
    }
}

extension ServerConfiguration {
    /// What the self-signed certificate is good for: this machine, where it listens, where phones reach it.
    public var certificateNames: [ServerCertificate.Name] {
        var names: [ServerCertificate.Name] = []
        if let publicURL, let host = (try? HTTPBaseURL(publicURL))?.host {
            names.append(ServerCertificate.Name(host: host))
        }
        if let address = tls?.listen.address, !address.isUnspecified {
            names.append(ServerCertificate.Name(host: address.description))
        }
        for host in ["localhost", "127.0.0.1", "::1"] {
            let name = ServerCertificate.Name(host: host)
            if !names.contains(name) { names.append(name) }
        }
        return names
    }

    /// Insecure combinations of listeners do not start.
    func checkListeners() throws(ConfigurationError) {
        guard let tls else { return }
        guard tls.listen != listen || listen.port == 0, tls.listen != adminListen || adminListen.port == 0 else {
            throw ConfigurationError("TAMGA_LISTEN_TLS is the address of another listener")
        }
        guard listen.address.isLoopback || !trustedProxies.isEmpty || demo else {
            throw ConfigurationError(
                "TAMGA_LISTEN offers the same service without TLS on an address that others can reach: bind it to "
                    + "127.0.0.1, or name the proxy that it is for in TAMGA_TRUSTED_PROXIES")
        }
        guard identityProvider != .dev || tls.listen.address.isLoopback || demo else {
            throw ConfigurationError(
                "TAMGA_KYC_PROVIDER=dev lets anybody enrol as anybody and TAMGA_LISTEN_TLS is not loopback: "
                    + "set TAMGA_DEMO=true if that is wanted")
        }
    }

    /// Whether tokens cross a network in the clear, as far as the settings say.
    var isExposedWithoutTLS: Bool {
        !listen.address.isLoopback && trustedProxies.isEmpty
    }
}

extension ServerCertificate.Name {
    /// An address when it is one, else a host name.
    init(host: String) {
        guard let address = IPAddress(host) else {
            self = .host(host)
            return
        }
        self = .address(address.bytes, text: address.description)
    }
}
