import Testing

@testable import Wire

@Suite("UUID texts")
struct UUIDTextTests {
    @Test("The example of RFC 9562 A.3 is valid and reads back")
    func example() {
        let text = "919108f7-52d1-4320-9bac-f847db4148a8"
        #expect(UUIDText.isValid(text))
        #expect(UUIDText.bytes(text).flatMap(UUIDText.format) == text)
        #expect(UUIDText.bytes(text)?.first == 0x91)
    }

    @Test("Version and variant are set, the other 122 bits stay")
    func version4() {
        #expect(UUIDText.v4([UInt8](repeating: 0, count: 16)) == "00000000-0000-4000-8000-000000000000")
        #expect(UUIDText.v4([UInt8](repeating: 0xFF, count: 16)) == "ffffffff-ffff-4fff-bfff-ffffffffffff")
        #expect(UUIDText.v4([UInt8](repeating: 0, count: 15)) == nil)
        #expect(UUIDText.format([]) == nil)
    }

    @Test(
        "Any other text of a UUID is refused",
        arguments: [
            "", "919108F7-52d1-4320-9bac-f847db4148a8", "919108f752d143209bacf847db4148a8",
            "{919108f7-52d1-4320-9bac-f847db4148a8}", "919108f7-52d1-4320-9bac-f847db4148a",
            "919108f7-52d1-4320-9bac-f847db4148a88", "919108f7-52d1-4320-9bac-f847db4148g8",
            "919108f7052d1-4320-9bac-f847db4148a8", "-919108f52d1-4320-9bac-f847db4148a8-",
            "919108f7-52d1-4320-9bac-f847db4148\u{e9}",
        ])
    func refused(text: String) {
        #expect(!UUIDText.isValid(text))
    }
}
