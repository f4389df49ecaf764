/// Bounds on what a JSON text may make the parser do. The length of the text is bounded before, by the body limit.
public struct JSONLimits: Sendable {
    /// Containers inside each other. The parser recurses once a level; no message of ours nests deeper than 6.
    public var depth = 16
    /// Values in the whole text: bounds the memory that `[[],[],…]` costs beyond its own length.
    public var elements = 100_000

    public init() {}

    public init(depth: Int, elements: Int) {
        self.depth = depth
        self.elements = elements
    }
}
