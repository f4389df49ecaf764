import Crypto
import Wire

/// Brings another attested key to a document whose former one is gone: the app was installed anew, the phone restored
/// or replaced (mobile-api §2). The citizen enters the PIN once.
public struct Reattester {
    private let registry: PhoneRegistry
    private let transport: AttestingTransport
    private let environment: PhoneEnvironment

    public init(
        registry: PhoneRegistry, transport: AttestingTransport, environment: PhoneEnvironment = PhoneEnvironment()
    ) {
        self.registry = registry
        self.transport = transport
        self.environment = environment
    }

    /// - Parameter authCode: a fresh proof of identity, which a phone with suspended keys needs besides
    /// - Throws: `NOT_ENROLLED`, what the PIN and the server refuse, `SLOT_LOCKED` when no share is left
    public func reattest(pins: PINs, authCode: String? = nil) throws(PhoneError) {
        let registration = try registry.registration()
        let slot: Slot = registration.slot(.authentication)?.status == .active ? .authentication : .signature
        let record = try registry.slot(slot)
        let unlocked = try PINVault(registry: registry, random: environment.random).unlock(slot, pin: pins.pin(slot))
        let answer = try transport.introduce { (keyId, nonce) throws(PhoneError) in
            let reattestation = Reattestation(
                documentNumber: registration.documentNumber, keyId: record.keyId, attestedKey: keyId, nonce: nonce)
            let proof = try PhoneError.checking { () throws(CryptoError) in
                try SchnorrProof.prove(
                    reattestation.statement(Q1: record.Q1.encoding), secret: unlocked.share.x1,
                    random: environment.random)
            }
            return Self.request(proof, slot, authCode, deviceToken: registration.deviceToken)
        }
        guard answer.status == 200 else { throw .server(ServerProblem(answer)) }
    }

    private static func request(
        _ proof: SchnorrProof, _ slot: Slot, _ authCode: String?, deviceToken: String
    ) -> PhoneRequest {
        var body = JSONWriter()
        body.object { w in
            w.member("proof", base64: proof.encoding)
            w.member("slot", slot.rawValue)
            w.memberIfPresent("danAuthCode", authCode)
        }
        return PhoneRequest(
            method: "POST", path: "/v3/mobile/reattest",
            headers: [
                "Accept": "application/json", "Content-Type": "application/json", "X-Device-Token": deviceToken,
            ], body: body.bytes)
    }
}
