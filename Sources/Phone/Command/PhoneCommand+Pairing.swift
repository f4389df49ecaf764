import Crypto
import Wire

extension PhoneCommand {
    /// `tamga phone pair URL`: as a scan of the QR code on the operator's screen.
    func pair(_ options: CommandOptions, _ output: CommandOutput) throws(PhoneError) {
        guard options.words.count == 2 else {
            throw CommandOptions.usage("tamga phone pair URL --state FILE [--device-name NAME]")
        }
        let scanned = try Pairer.read(options.words[1])
        let store = try FileStateStore(path: try options.required("state"))
        let registry = try PhoneRegistry(store: store, baseURL: scanned.baseURL)
        let pairing = try Pairer(registry: registry, environment: environment)
            .pair(scanned.text, name: options.value("device-name"))
        output.say(
            "paired", "Paired with \(pairing.baseURL) as \(pairing.deviceId).",
            ["deviceId": .string(pairing.deviceId), "serviceId": .string(pairing.serviceId)])
    }

    /// `tamga phone pairing`: whether the server still knows this phone, without another scan.
    func pairing(_ options: CommandOptions, _ output: CommandOutput) throws(PhoneError) {
        let state = try registry(options, writable: false).state
        guard let pairing = state.pairing else {
            throw .check(code: "NOT_PAIRED", reason: "this phone is not paired")
        }
        let client = PhoneClient(transport: try way(to: pairing.baseURL, state))
        let deviceId = try client.pairingStatus(pairing)
        output.say(
            "pairing", "Still paired with \(pairing.baseURL) as \(deviceId).",
            ["deviceId": .string(deviceId), "serviceId": .string(pairing.serviceId)])
    }

    /// The way to a server. Over https it is the paired one, known by its key, or nobody.
    func way(to url: String, _ state: PhoneState?) throws(PhoneError) -> any Transport {
        guard let pairing = state?.pairing, pairing.covers(url) else { return try connect(url) }
        return try Pairer.tls(url, .publicKey(sha256: pairing.keyPin))
    }
}
