/// Every store on one pool. A class, so that to hand it on costs one reference and not one for each store.
public final class Stores: Sendable {
    public let pool: Pool
    public let service: ServiceStore
    public let relyingParties: RelyingPartyStore
    public let citizens: CitizenStore
    public let kyc: KYCStore
    public let enrolments: EnrolmentStore
    public let enrolmentReview: EnrolmentReview
    public let devices: DeviceStore
    public let administration: DeviceAdministration
    public let keys: KeyStore
    public let refreshes: RefreshStore
    public let proofs: ProofStore
    public let sessions: SessionStore
    public let organisations: OrganisationStore
    public let register: RegisterStore
    public let signing: SigningStore
    public let nonces: SpentNonceStore
    public let attestedKeys: AttestedKeyStore
    public let receipts: ReceiptStore
    public let pairing: PairingStore
    public let replicas: ReplicaStore
    public let eras: EraStore
    public let audit: AuditLog

    public init(pool: Pool) {
        self.pool = pool
        service = ServiceStore(pool: pool)
        relyingParties = RelyingPartyStore(pool: pool)
        citizens = CitizenStore(pool: pool)
        kyc = KYCStore(pool: pool)
        enrolments = EnrolmentStore(pool: pool)
        enrolmentReview = EnrolmentReview(pool: pool)
        devices = DeviceStore(pool: pool)
        administration = DeviceAdministration(pool: pool)
        keys = KeyStore(pool: pool)
        refreshes = RefreshStore(pool: pool)
        proofs = ProofStore(pool: pool)
        sessions = SessionStore(pool: pool)
        organisations = OrganisationStore(pool: pool)
        register = RegisterStore(pool: pool)
        signing = SigningStore(pool: pool)
        nonces = SpentNonceStore(pool: pool)
        attestedKeys = AttestedKeyStore(pool: pool)
        receipts = ReceiptStore(pool: pool)
        pairing = PairingStore(pool: pool)
        replicas = ReplicaStore(pool: pool)
        eras = EraStore(pool: pool)
        audit = AuditLog(pool: pool)
    }
}
