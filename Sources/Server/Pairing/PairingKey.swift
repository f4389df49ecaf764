import Crypto

/// What a code looks like in the database: a MAC under a key of the service over the code and its row's id. Six digits
/// under a plain hash would be found again in a moment.
struct PairingKey: Sendable {
    let key: SharedSecret

    /// - Parameter text: whatever came as a code
    func hash(_ text: String, id: String) -> [UInt8] {
        var transcript = Transcript("pairing-code")
        transcript.append(text: id)
        transcript.append(text: text)
        return key.authenticate(transcript.preimage)
    }
}
