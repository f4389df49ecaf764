/// A right that is to be stored.
public struct NewRepresentation: Sendable {
    public var id: String
    public var register: String
    public var citizenId: String
    public var role: String?
    public var rightType: Representation.RightType

    public init(
        id: String, register: String, citizenId: String, role: String?, rightType: Representation.RightType
    ) {
        self.id = id
        self.register = register
        self.citizenId = citizenId
        self.role = role
        self.rightType = rightType
    }
}
