import Wire

/// `slot` and `ratchetHash` of a status query: both or neither.
struct RatchetQuery: Sendable {
    let slot: String
    /// 32 bytes
    let hash: [UInt8]
}

extension RatchetQuery? {
    /// - Throws: `QUERY_INVALID`
    init(_ call: Call) throws(ServiceError) {
        let query = try call.query()
        guard let hashText = query["ratchetHash"] else {
            guard query["slot"] == nil else {
                throw ServiceError(.queryInvalid, expected: "ratchetHash beside slot")
            }
            self = nil
            return
        }
        guard let hash = Base64URL.decode(hashText), hash.count == 32 else {
            throw ServiceError(.queryInvalid, expected: "ratchetHash: 32 bytes as base64url without padding")
        }
        guard let slot = query["slot"], ["AUTH", "SIGN"].contains(slot) else {
            throw ServiceError(.queryInvalid, expected: "slot: AUTH or SIGN")
        }
        self = RatchetQuery(slot: slot, hash: hash)
    }
}
