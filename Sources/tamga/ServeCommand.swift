import Glibc
import Server

/// `tamga serve`
enum ServeCommand {
    static func run(_ arguments: [String]) throws -> Int32 {
        _ = try Arguments(arguments)
        var configuration = try Settings.load()
        try ProcessHardening.apply()
        let descriptors = DescriptorLimit.raise()
        configuration.connections = DescriptorLimit.connections(
            descriptors: descriptors, listeners: configuration.tls == nil ? 1 : 2)
        // Blocked before any thread exists, so that every thread inherits it and only `sigwait` sees the signal.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGTERM)
        sigaddset(&signals, SIGINT)
        sigaddset(&signals, SIGHUP)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        let writer = LogWriter()
        let logger = Logger(sink: writer.sink)
        let server = try TamgaServer.start(configuration, logger: logger, faults: Faults.fromEnvironment())
        let addresses = server.addresses
        Output.line(
            "tamga serves on http://\(addresses.api)/v3 (admin http://\(addresses.admin), relay \(addresses.relay))")
        if let tls = addresses.tls { Output.line("tamga serves TLS on https://\(tls)/v3") }
        Output.line("up to \(configuration.connections) connections a listener (\(descriptors) descriptors)")
        var received: Int32 = 0
        sigwait(&signals, &received)
        // Certificates are renewed every few weeks; nobody is to be cut off for it.
        while received == SIGHUP {
            server.reloadCertificate()
            sigwait(&signals, &received)
        }
        server.stop()
        writer.stop()
        return 0
    }
}
