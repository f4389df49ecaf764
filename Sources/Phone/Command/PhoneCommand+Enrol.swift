import Crypto
import Wire

extension PhoneCommand {
    func enrol(_ options: CommandOptions, _ output: CommandOutput) throws(PhoneError) {
        let pin1 = try pin("pin1", options)
        guard let pin2 = try pin("pin2", options) else { throw CommandOptions.usage("--pin2 is missing") }
        let store = try FileStateStore(path: try options.required("state"))
        let known = try store.load()?.baseURL
        guard let url = options.value("url") ?? known else { throw CommandOptions.usage("--url is missing") }
        let registry = try PhoneRegistry(store: store, baseURL: url)
        try makeHardware(options)
        let transport = try attesting(options, way(to: url, registry.state))
        let enroller = Enroller(
            registry: registry, transport: transport, trust: try trust(options), roots: try roots(options),
            environment: environment
        ) { output.progress($0) }

        let registration: Registration
        if registry.state.pendingEnrolment != nil {
            output.say("resuming", "An enrolment waits for its answer; asking again.")
            registration = try enroller.resume()
        } else {
            registration = try enroller.enrol(
                request(options, PhoneClient(transport: transport), output), pin2: pin2, pin1: pin1)
        }
        output.say(
            "enrolled",
            "Enrolled: document \(registration.documentNumber) with "
                + registration.slots.map(\.slot.rawValue).joined(separator: " and ") + ".",
            [
                "documentNumber": .string(registration.documentNumber),
                "slots": .array(registration.slots.map { .string($0.slot.rawValue) }),
            ])
    }

    private func request(
        _ options: CommandOptions, _ client: PhoneClient, _ output: CommandOutput
    ) throws(PhoneError) -> EnrolmentRequest {
        var request = EnrolmentRequest(authCode: try authCode(options, client, output))
        if let name = options.value("device-name") { request.deviceName = name }
        if let suite = try options.integer("suite", in: 1...2) { request.suite = UInt64(suite) }
        switch (options.value("given-name"), options.value("surname")) {
        case (let givenName?, let surname?):
            request.latinName = LatinName(givenName: givenName, surname: surname)
        case (nil, nil): break
        default: throw CommandOptions.usage("--given-name and --surname go together")
        }
        return request
    }

    /// The code of a finished identity proofing, or of one that starts here.
    func authCode(
        _ options: CommandOptions, _ client: PhoneClient, _ output: CommandOutput
    ) throws(PhoneError) -> String {
        if let code = options.value("auth-code") { return code }
        guard let number = options.value("register-number") else {
            throw CommandOptions.usage("--register-number or --auth-code is missing")
        }
        let method = options.value("kyc-method") ?? "dan"
        let start = try client.kycInit(method: method, registrationNumber: number)
        if !start.verificationURL.isEmpty {
            output.say(
                "verification", "Prove who you are: \(start.verificationURL)",
                ["verificationUrl": .string(start.verificationURL)])
        }
        let deadline = environment.milliseconds() + (start.expiresIn ?? 600) * 1_000
        while environment.milliseconds() < deadline {
            switch try client.kycStatus(method: method, state: start.state).progress {
            case .verified: return start.state
            case .pending: environment.pause(1_000)
            case .failed: throw .check(code: "KYC_FAILED", reason: "the identity was not verified")
            case .expired: throw Self.kycExpired
            }
        }
        throw Self.kycExpired
    }

    private static let kycExpired = PhoneError.check(
        code: "KYC_EXPIRED", reason: "the identity was not verified in time")

    func trust(_ options: CommandOptions) throws(PhoneError) -> ServiceTrust {
        let pins = try options.all("core-pin").mapTyped { (text) throws(PhoneError) in try hash(text, "core-pin") }
        let parameters = try options.value("parameters-hash").map { (text) throws(PhoneError) in
            try hash(text, "parameters-hash")
        }
        return ServiceTrust(parametersHash: parameters, corePins: pins)
    }

    private func hash(_ text: String, _ name: String) throws(PhoneError) -> [UInt8] {
        guard let bytes = Hex.decode(text), bytes.count == 32 else {
            throw CommandOptions.usage("--\(name) has 64 hexadecimal digits")
        }
        return bytes
    }

    private func roots(_ options: CommandOptions) throws(PhoneError) -> [[UInt8]] {
        var roots: [[UInt8]] = []
        for path in options.all("root") {
            let bytes = try Self.read(path)
            // A file that begins with a hyphen is PEM; DER begins with the tag of a SEQUENCE.
            guard bytes.first == UInt8(ascii: "-") else {
                roots.append(bytes)
                continue
            }
            roots += try PhoneError.checking { () throws(CryptoError) in
                try PEM.decode(String(decoding: bytes, as: UTF8.self))
            }
        }
        return roots
    }
}
