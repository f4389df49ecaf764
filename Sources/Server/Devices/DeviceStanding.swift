import Storage

/// How a device stands as a whole, for its owner: one word out of the device's own state and its keys'.
public enum DeviceStanding: String, Sendable, CaseIterable {
    case active = "ACTIVE"
    case suspended = "SUSPENDED"
    /// No key of it can ever sign again.
    case locked = "LOCKED"
    case revoked = "REVOKED"

    public init(device: Device.State, keys: [KeyRecord.State]) {
        switch device {
        case .revoked: self = .revoked
        case .suspended: self = .suspended
        case .active:
            if !keys.isEmpty, keys.allSatisfy({ $0 == .locked }) {
                self = .locked
            } else {
                self = keys.contains(.suspended) ? .suspended : .active
            }
        }
    }
}
