import Crypto
import Storage
import Wire

extension SessionService {
    /// The citizen lets the relying party have this document's signing certificate: the session ends with it. Nothing
    /// is signed.
    ///
    /// A repetition by the same phone, whose answer was lost, gets the same answer.
    ///
    /// - Throws: as `live`; SESSION_TYPE_MISMATCH, DOCUMENT_UNUSABLE, NO_SUITABLE_ACCOUNT.
    func chooseCertificate(
        id: String, by device: DeviceIdentity, from address: IPAddress, deadline: StorageDeadline
    ) throws(ServiceError) {
        let session = try visible(id, device, deadline)
        guard session.flow == SessionFlow.certificateChoice.rawValue else { throw ServiceError(.sessionTypeMismatch) }
        if session.isLive {
            let certificate = try certificate(of: device.documentNumber, slot: session.slot, deadline)
            guard session.wantedLevel.isMet(by: certificate.level) else { throw ServiceError(.noSuitableAccount) }
            let completion = SessionCompletion(
                sessionId: id, endResult: "OK", documentNumber: device.documentNumber,
                certificateSerial: certificate.serial, deviceAddress: address.description)
            let done = try ServiceError.storing { () throws(StorageError) in
                try stores.sessions.complete(completion, deadline: deadline)
            }
            if done {
                signals.ended(sessions: [id])
                return
            }
        }
        // Somebody was faster: this phone itself, another one, or the clock.
        let now = try visible(id, device, deadline)
        guard now.endResult == "OK", now.boundDocument == device.documentNumber else { throw ended(now) }
    }

    /// The signing certificate of a document, for a relying party that knows the document already.
    ///
    /// - Throws: DOCUMENT_NOT_FOUND for an unknown one, DOCUMENT_UNUSABLE for one that cannot sign now,
    ///   NO_SUITABLE_ACCOUNT when its certificate promises less than was asked for.
    func signingCertificate(
        document number: String, level: CertificateLevel, deadline: StorageDeadline
    ) throws(ServiceError) -> CertificateRecord {
        let number = number.lowercased()
        guard UUIDText.isValid(number) else { throw ServiceError(.documentNotFound) }
        let device = try ServiceError.storing { () throws(StorageError) in
            try stores.devices.byDocumentNumber(number, deadline: deadline)
        }
        guard let device else { throw ServiceError(.documentNotFound) }
        guard device.state == .active else { throw ServiceError(.documentUnusable) }
        let certificate = try certificate(of: number, slot: SessionFlow.signature.slot, deadline)
        guard level.isMet(by: certificate.level) else { throw ServiceError(.noSuitableAccount) }
        return certificate
    }

    private func certificate(
        of document: String, slot: String, _ deadline: StorageDeadline
    ) throws(ServiceError) -> CertificateRecord {
        let held = try ServiceError.storing { () throws(StorageError) in
            try stores.keys.load(documentNumber: document, slot: slot, deadline: deadline)
        }
        guard let held, held.key.state == .active, let certificate = held.certificate else {
            throw ServiceError(.documentUnusable)
        }
        return certificate
    }
}
