import Bluetooth
import Testing

@testable import VirtualRadio

/// What the specification disallows, and when (Core Vol 4, Part E, 7.8).
struct RuleTests {
    /// Commands before, then the command in question, and its status.
    static let rows: [(String, before: [String], String, status: UInt8)] = [
        ("parameters while advertising", ["01 0A 20 01 01"], advertisingParameters, 0x0C),
        ("random address while advertising", ["01 0A 20 01 01"], randomAddress, 0x0C),
        ("random address while scanning", ["01 0C 20 02 01 00"], randomAddress, 0x0C),
        ("random address while connecting", [connect], randomAddress, 0x0C),
        ("scan parameters while scanning", ["01 0C 20 02 01 00"], scanParameters, 0x0C),
        ("scanning twice", ["01 0C 20 02 01 00"], "01 0C 20 02 01 00", 0x00),
        ("connecting twice", [connect], connect, 0x0C),
        ("cancelling nothing", [], "01 0E 20 00", 0x0C),
        (
            "advertising under a random address that was never set", [randomOwn],
            "01 0A 20 01 01", 0x12
        ),
        (
            "advertising under a random address", [randomAddress, randomOwn], "01 0A 20 01 01", 0
        ),
        ("a window longer than the interval", [], "01 0B 20 07 00 10 00 11 00 00 00", 0x12),
        ("an interval too short", [], "01 0B 20 07 00 03 00 03 00 00 00", 0x12),
        (
            "advertising too often", [],
            "01 06 20 0F 1F 00 1F 00 00 00 00 00 00 00 00 00 00 07 00", 0x12
        ),
        (
            "advertising on no channel", [],
            "01 06 20 0F A0 00 A0 00 00 00 00 00 00 00 00 00 00 00 00", 0x12
        ),
        (
            "a supervision timeout that is too short", [],
            "01 0D 20 19 60 00 60 00 00 01 01 00 00 00 00 C0 00 28 00 28 00 00 00 09 00 00 00 00 00",
            0x12
        ),
        (
            "the accept list while scanning by it",
            ["01 0B 20 07 00 10 00 10 00 00 01", "01 0C 20 02 01 00"], acceptListAdd, 0x0C
        ),
        ("the accept list while scanning for all", ["01 0C 20 02 01 00"], acceptListAdd, 0x00),
        (
            "the accept list while connecting by it", [acceptListAdd, connectByList],
            "01 10 20 00", 0x0C
        ),
        ("the resolving list in use", ["01 2D 20 01 01", "01 0A 20 01 01"], "01 29 20 00", 0x0C),
        ("resolution while advertising", ["01 0A 20 01 01"], "01 2D 20 01 01", 0x0C),
        ("nobody's resolvable address", [], "01 2B 20 07 01 01 00 00 00 00 C0", 0x02),
        ("a peer twice in the resolving list", [resolvingListAdd], resolvingListAdd, 0x12),
        ("privacy of nobody", [], "01 4E 20 08 01 01 00 00 00 00 C0 00", 0x02),
        ("a resolvable address for ever", [], "01 2E 20 02 00 00", 0x12),
        ("extended after legacy", [advertisingParameters], extendedParameters, 0x0C),
        ("legacy after extended", [extendedParameters], advertisingParameters, 0x0C),
        ("legacy after reading how many sets", ["01 3B 20 00"], advertisingParameters, 0x00),
        ("legacy after a reset", [extendedParameters, "01 03 0C 00"], advertisingParameters, 0x00),
        ("an unknown set", [], "01 39 20 06 01 01 05 00 00 00", 0x42),
        ("data of an unknown set", [], "01 37 20 04 05 03 00 00", 0x42),
        ("removing an unknown set", [], "01 3C 20 01 05", 0x42),
        ("a set twice", [extendedParameters], "01 39 20 0A 01 02 01 00 00 00 01 00 00 00", 0x12),
        ("enabling no set", [extendedParameters], "01 39 20 02 01 00", 0x12),
        (
            "removing a set that advertises",
            [extendedParameters, "01 39 20 06 01 01 01 00 00 00"],
            "01 3C 20 01 01", 0x0C
        ),
        (
            "clearing sets that advertise", [extendedParameters, "01 39 20 06 01 01 01 00 00 00"],
            "01 3D 20 00", 0x0C
        ),
        (
            "data in parts to legacy PDUs", [extendedParameters], "01 37 20 05 01 01 00 01 00",
            0x12
        ),
        (
            "connectable and scannable extended PDUs", [],
            "01 36 20 19 01 03 00 A0 00 00 A0 00 00 07 00 00 00 00 00 00 00 00 00 7F 01 00 01 00 00",
            0x12
        ),
        (
            "the coded PHY", [],
            "01 36 20 19 01 00 00 A0 00 00 A0 00 00 07 00 00 00 00 00 00 00 00 00 7F 03 00 03 00 00",
            0x11
        ),
        ("extended scanning, two lengths", [], "01 41 20 08 00 00 05 01 10 00 10 00", 0x12),
        (
            "a duration without end of its period", [], "01 42 20 06 01 00 90 01 01 00", 0x12
        ),
        ("a handle that is not there", [], "01 06 04 03 40 00 13", 0x02),
        ("features of nobody", [], "01 16 20 02 40 00", 0x02),
        ("strength of nobody", [], "01 05 14 02 40 00", 0x02),
        ("a key for nobody", [], "01 1B 20 02 40 00", 0x02),
        ("packets that are too short", [], "01 24 20 04 1A 00 48 08", 0x12),
        ("a preference for no PHY", [], "01 31 20 03 00 00 01", 0x12),
        ("no channel", [], "01 14 20 05 00 00 00 00 E0", 0x12),
        ("host flow that is not defined", [], "01 31 0C 01 04", 0x12),
        ("no buffers at all", [], "01 33 0C 07 FB 00 00 00 00 00 00", 0x12),
        ("confirmed packets, cut short", [], "01 35 0C 05 02 40 00 01 00", 0x12),
    ]

    static let randomAddress = "01 05 20 06 01 02 03 04 05 C6"
    static let randomOwn = "01 06 20 0F A0 00 A0 00 00 01 00 00 00 00 00 00 00 07 00"
    static let advertisingParameters =
        "01 06 20 0F A0 00 A0 00 00 00 00 00 00 00 00 00 00 07 00"
    static let scanParameters = "01 0B 20 07 00 10 00 10 00 00 00"
    static let connect =
        "01 0D 20 19 60 00 60 00 00 01 01 00 00 00 00 C0 00 18 00 18 00 00 00 F4 01 00 00 00 00"
    static let connectByList =
        "01 0D 20 19 60 00 60 00 01 00 00 00 00 00 00 00 00 18 00 18 00 00 00 F4 01 00 00 00 00"
    static let acceptListAdd = "01 11 20 07 01 01 00 00 00 00 C0"
    static let resolvingListAdd =
        "01 27 20 27 01 01 00 00 00 00 C0 " + String(repeating: "11 ", count: 32)
    static let extendedParameters =
        "01 36 20 19 01 13 00 A0 00 00 A0 00 00 07 00 00 00 00 00 00 00 00 00 7F 01 00 01 00 00"

    @Test(arguments: rows)
    func `a rule of the specification`(
        _ what: String, _ before: [String], _ command: String, _ status: UInt8
    ) {
        let bench = HostBench("A")
        bench.open()
        for text in before { #expect(bench["A"].command(text).first == 0, "\(text)") }
        #expect(bench["A"].command(command).first == status, "\(what)")
    }

    @Test func `lists have an end`() {
        let bench = HostBench("A")
        bench.open()
        func add(_ command: String, _ number: Int, _ tail: String = "") -> UInt8? {
            bench["A"].command(
                "\(command) 01 \(hex([UInt8(number)])) 00 00 00 00 C0 \(tail)"
            ).first
        }
        for number in 0..<32 { #expect(add("01 11 20 07", number) == 0) }
        #expect(add("01 11 20 07", 32) == 0x07)
        #expect(add("01 11 20 07", 5) == 0)
        #expect(add("01 12 20 07", 5) == 0)
        #expect(add("01 11 20 07", 32) == 0)
        let keys = String(repeating: "22 ", count: 32)
        for number in 0..<16 { #expect(add("01 27 20 27", number, keys) == 0) }
        #expect(add("01 27 20 27", 16, keys) == 0x07)
        #expect(add("01 28 20 07", 3) == 0)
        #expect(add("01 28 20 07", 3) == 0x02)
        #expect(add("01 27 20 27", 16, keys) == 0)
        for number in 0..<16 {
            let parameters = Self.extendedParameters.dropFirst("01 36 20 19 01".count)
            let text = "01 36 20 19 \(hex([UInt8(number)]))\(parameters)"
            #expect(bench["A"].command(text) == [0, 0])
        }
        #expect(bench["A"].command("01 36 20 19 10" + Self.extendedParameters.dropFirst(14)) == [7])
    }
}
