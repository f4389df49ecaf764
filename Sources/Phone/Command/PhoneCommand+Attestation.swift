import Crypto
import Wire

/// A phone without an enclave attests with one that is synthetic, whose file lies beside the state.
extension PhoneCommand {
    /// Makes the enclave of a phone that is to attest.
    /// - Throws: `USAGE`, `ATTESTATION_HARDWARE`
    func makeHardware(_ options: CommandOptions) throws(PhoneError) {
        guard options.value("attestation-seed") != nil else { return }
        let hardware = try hardware(options)
        guard !hardware.exists else { return }
        try hardware.create(seed: seed(options), appID: options.required("attestation-app-id"))
    }

    /// The same way to the server, with every request signed when this phone has an enclave.
    func attesting(_ options: CommandOptions, _ transport: any Transport) throws(PhoneError) -> any Transport {
        let hardware = try hardware(options)
        guard hardware.exists else { return transport }
        return AttestingTransport(transport, hardware: hardware, milliseconds: environment.milliseconds)
    }

    func reattest(_ options: CommandOptions, _ output: CommandOutput) throws(PhoneError) {
        let registry = try registry(options)
        guard let transport = try transport(options, registry) as? AttestingTransport else {
            throw .check(code: "ATTESTATION_HARDWARE", reason: "this phone does not attest")
        }
        try Reattester(registry: registry, transport: transport, environment: environment).reattest(
            pins: pins(options), authCode: options.value("auth-code"))
        output.say("reattested", "The document has another attested key now.")
    }

    /// What a server must trust for phones of a seed to be let in.
    func roots(_ options: CommandOptions, to output: CommandOutput) throws(PhoneError) {
        let bytes = try seed(options)
        let pem = try PhoneError.checking { () throws(CryptoError) -> String in
            var secret = SecretBytes(count: bytes.count)
            secret.withUnsafeMutableBytes { $0.copyBytes(from: bytes) }
            let authority = try SyntheticAppAttestAuthority(seed: secret, now: environment.now())
            return PEM.encode(authority.root) + PEM.encode(authority.receiptRoot)
        }
        output.say("roots", pem, ["pem": .string(pem)])
    }

    private func hardware(_ options: CommandOptions) throws(PhoneError) -> SyntheticHardwareFile {
        SyntheticHardwareFile(path: try options.required("state") + ".attestation", now: environment.now)
    }

    /// - Throws: `USAGE`
    private func seed(_ options: CommandOptions) throws(PhoneError) -> [UInt8] {
        let seed = try Self.read(options.required("attestation-seed"))
        guard (32...256).contains(seed.count) else {
            throw CommandOptions.usage("--attestation-seed names a file of 32 to 256 bytes")
        }
        return seed
    }
}
