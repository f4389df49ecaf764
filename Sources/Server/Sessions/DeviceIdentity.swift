import Storage

/// The phone that a request came from, after its token was checked.
public struct DeviceIdentity: Sendable, Equatable {
    public let documentNumber: String
    public let citizenId: String
    /// `ios` or `android`.
    public let platform: String

    public init(_ device: Device) {
        documentNumber = device.documentNumber
        citizenId = device.citizenId
        platform = device.platform
    }

    /// Checks a document number that the request names beside the token. It must be the token's, byte for byte; any
    /// other one does not exist for this phone.
    public func require(document: String) throws(ServiceError) {
        guard document.utf8.elementsEqual(documentNumber.utf8) else { throw ServiceError(.documentNotFound) }
    }
}
