/// CPU of a real `serve` process and of its database while a phone and a relying party drive it over HTTP.
public struct ProcessFigures: Sendable {
    /// User and system time of the server's process, per signature or key.
    public let server: Samples
    /// The same of all processes of the PostgreSQL cluster: the mean over the whole run, because background processes
    /// work whenever they like. Nil when the cluster is not on this machine.
    public let postgresMilliseconds: Double?
    /// The floor as it was measured between these rounds.
    public let floorTotal: Samples
    /// Bytes of HTTP from and to the phone and the relying party are not counted here; rounds that were driven.
    public let rounds: Int
}
