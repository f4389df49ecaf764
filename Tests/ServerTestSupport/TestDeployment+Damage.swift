import Crypto
import Server
import Storage
import TestSupport
import Wire

extension TestDeployment {
    /// Seals another x2 into the row of a SIGN key: the server then computes, and signs, a c3 that is wrong.
    /// - Parameter context: what a share is bound to
    /// - Returns: SQL that puts the right one back
    public func replaceShare(of document: String, context: (KeyRecord) -> [UInt8]) throws -> String {
        let kek = try KeyEncryptionKeyFile.load(configuration().keyFile, random: SystemRandom())
        let pool = database.pool(capacity: 2)
        defer { pool.close() }
        let held = try Stores(pool: pool).keys.load(
            documentNumber: document, slot: "SIGN", deadline: StorageDeadline(milliseconds: 5_000))
        guard let key = held?.key else { throw TestFailure("the phone has no SIGN key") }
        let sealed = try Envelope.seal(
            secret: Scalar.random(from: SystemRandom()).secretBytes, associatedData: context(key), under: kek,
            random: SystemRandom())
        func setting(_ bytes: [UInt8]) -> String {
            "UPDATE key_share SET sealed_x2 = '\\x\(Hex.encode(bytes))' WHERE key_id = '\(key.keyId)'"
        }
        try sql(setting(sealed))
        return setting(key.sealedX2)
    }
}
