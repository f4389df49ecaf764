/// Pairing of a phone with this installation (docs/protocol.md).
extension CodeTable {
    static let pairing: [Row] = [
        Row(
            .pairingCodeMissing, 400, .info, "The pairing code is missing.",
            "Холбох код алга."),
        Row(
            .pairingCodeInvalid, 401, .info, "The pairing code is wrong, used or expired.",
            "Холбох код буруу, ашиглагдсан эсвэл хугацаа нь дууссан."),
        Row(
            .pairingCodeLocked, 429, .warning, "The pairing code was tried too often. Ask for a new one.",
            "Холбох кодыг хэт олон удаа буруу оруулсан. Шинэ код авна уу."),
        Row(
            .pairingProof, 403, .warning, "The signature of the pairing does not verify.",
            "Холболтын гарын үсэг таарахгүй байна."),
        Row(
            .pairingTokenMissing, 401, .info, "The token of the pairing is missing.",
            "Холболтын токен алга."),
        Row(
            .pairingTokenInvalid, 401, .warning, "The token of the pairing is not valid. Pair again.",
            "Холболтын токен хүчингүй байна. Дахин холбоно уу."),
        Row(
            .pairingRevoked, 403, .info, "The pairing was revoked. Pair again.",
            "Холболтыг цуцалсан. Дахин холбоно уу."),
        Row(
            .pairingDisabled, 503, .info, "Pairing is off.",
            "Холболт идэвхгүй байна."),
    ]
}
