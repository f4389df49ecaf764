/// CPU of the server's steps of one signature in one mode.
public struct ModeFigures: Sendable {
    public let mode: SigningMode
    public let server: Samples
    /// Its exponentiations alone.
    public let powers: Samples
    /// The median of the floor, milliseconds.
    public let floor: Double

    public var ratio: Double { server.median / floor }

    /// What the core does besides exponentiations, milliseconds.
    public var outside: Double { server.median - powers.median }
    /// As a share of the mode's own CPU: it grows as the powers get faster.
    public var outsideShare: Double { outside / server.median }
    /// As a share of the floor, which stays.
    public var outsideOfFloor: Double { outside / floor }

    /// The limit for the ratio that the project has set.
    var limit: Double {
        switch mode {
        case .ahead: 0.92
        case .joint: 0.86
        }
    }
}
