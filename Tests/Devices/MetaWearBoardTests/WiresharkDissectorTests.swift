import Checkout
import Foundation
import Testing
import Wire

@testable import MetaWearBoard

/// What tshark makes of the dissector is looked at by the stage `captures` of `Tests/run.sh`.
@Suite struct WiresharkDissectorTests {
    static let text = WiresharkDissector.lua()

    @Test func `docs/wireshark/metawear.lua is up to date`() throws {
        let file = Repository.top.appendingPathComponent("docs/wireshark/metawear.lua")
        let committed = try? String(contentsOf: file, encoding: .utf8)
        #expect(committed == Self.text, "stale; run ./boardsim dissector --write")
    }

    @Test(.slow) func `every module and register of every board is named`() {
        for entry in BoardProfile.all.flatMap(\.modules) {
            #expect(
                Self.text.contains("[0x\(Hex.text([entry.id]))] = { name = \"\(entry.name)\""))
            for register in entry.declarations {
                #expect(
                    Self.text.contains(
                        "      [0x\(Hex.text([register.id]))] = { name = \"\(register.name)\""))
            }
        }
    }

    @Test func `both chips of the accelerometer have their own table`() {
        #expect(Self.text.contains("[0x05] = { name = \"packed data\", notifies = true"))
        #expect(Self.text.contains("[0x05] = { name = \"data interrupt config\""))
        #expect(Self.text.contains("[0x1c] = { name = \"packed data\", since = 1"))
    }

    @Test func `fields carry place, sign, unit and names`() {
        for row in [
            "{ \"range\", 8, 8, names = { [3] = \"g2\", [5] = \"g4\", [8] = \"g8\", [12] = \"g16\" } }",
            "{ \"z\", 32, 16, signed = true }",
            "{ \"rise time\", 32, 16, unit = \"ms\" }",
            "{ \"supervision timeout\", 48, 16, unit = \"ms\", times = 10 }",
            "{ \"logger\", 72, 5, optional = true }",
            "{ \"bytes\", 0 }",
            // A blink has no rise and fall (protocol, sensors 4).
            "forms = { { field = 2, value = 0, layout = 4 }, { field = 2, value = 1, layout = 4 } }",
        ] {
            #expect(Self.text.contains(row), "\(row)")
        }
    }

    @Test func `the scales are those of the chips`() {
        // 16 g over 32768 counts; 2000 °/s at 16.4 counts (BMI160 and BMI270 datasheets).
        #expect(Self.text.contains("[12] = 2048.0"))
        #expect(Self.text.contains("[0] = 16.4,"))
    }

    @Test func `words of the tables are safe in Lua`() {
        #expect(WiresharkDissector.quoted("a \"b\" \\ c\nd") == "\"a \\\"b\\\" \\\\ c\\nd\"")
    }

    /// Two fields of one filter name must be of one kind, or Wireshark refuses the second.
    @Test func `a field that two chips share has one width class and sign`() {
        var kinds: [String: String] = [:]
        for entry in BoardProfile.all.flatMap(\.modules) {
            for register in entry.declarations {
                let payloads = [
                    register.written, register.request, register.answer, register.created,
                ]
                for field in payloads.flatMap({ $0?.fields ?? [] }) {
                    let name = "\(entry.name)/\(register.name)/\(field.name)"
                    let kind =
                        (field.width ?? 0) == 0
                        ? "bytes"
                        : (field.width ?? 0) > 32 ? "long" : field.isSigned ? "signed" : "plain"
                    #expect(kinds[name] == nil || kinds[name] == kind, "\(name)")
                    kinds[name] = kind
                }
            }
        }
    }
}
