import Crypto
import Storage

extension SessionRecord {
    /// What the relying party wants of the certificate. A name that is none, which no request can have stored, is met
    /// by the highest only.
    var wantedLevel: CertificateLevel { CertificateLevel(rawValue: certificateLevel) ?? .qscd }
}
