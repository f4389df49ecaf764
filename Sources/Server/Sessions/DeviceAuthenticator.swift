import Crypto
import Storage
import Wire

/// Finds the phone behind `X-Device-Token` (mobile-api.md §2). Only SHA-256 of a token is stored, so the look-up
/// compares hashes: its time tells nothing about the token.
public struct DeviceAuthenticator: Sendable {
    private let stores: Stores

    public init(stores: Stores) {
        self.stores = stores
    }

    /// The identity behind the request's token. The first use of a token is noted, which erases the stored answer of
    /// the enrolment that made it.
    ///
    /// - Parameter document: the document number in the path, which must be the token's.
    /// - Throws: DEVICE_TOKEN_MISSING, DEVICE_TOKEN_INVALID, DOCUMENT_NOT_FOUND for another document,
    ///   DEVICE_SUSPENDED, DEVICE_REVOKED.
    public func authenticate(
        _ request: HTTPRequest, document: String? = nil, deadline: StorageDeadline
    ) throws(ServiceError) -> DeviceIdentity {
        let device = try device(of: request, deadline: deadline)
        let identity = DeviceIdentity(device)
        if let document { try identity.require(document: document) }
        switch device.state {
        case .active: break
        case .suspended: throw ServiceError(.deviceSuspended)
        case .revoked: throw ServiceError(.deviceRevoked)
        }
        if device.tokenUsedAt == nil {
            try ServiceError.storing { () throws(StorageError) in
                try stores.devices.markTokenUsed(documentNumber: device.documentNumber, deadline: deadline)
            }
        }
        return identity
    }

    /// The device behind the request's token, whatever its state: for what a suspended or revoked phone may still ask,
    /// and for the end of what it had begun.
    ///
    /// - Throws: DEVICE_TOKEN_MISSING, DEVICE_TOKEN_INVALID.
    public func device(of request: HTTPRequest, deadline: StorageDeadline) throws(ServiceError) -> Device {
        let values = request.headers.all("X-Device-Token")
        guard let token = values.first, !token.isEmpty else { throw ServiceError(.deviceTokenMissing) }
        guard values.count == 1, token.utf8.count <= Limits.deviceTokenBytes,
            token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw ServiceError(.deviceTokenInvalid) }
        let hash = SHA256.hash(Array(token.utf8))
        let found = try ServiceError.storing { () throws(StorageError) in
            try stores.devices.byTokenHash(hash, deadline: deadline)
        }
        guard let device = found else { throw ServiceError(.deviceTokenInvalid) }
        return device
    }
}
