import JSON
import PageModel
import Simulation
import Testing

@testable import LivePage

/// Packets reach the page as data: names and numbers, and words beside them.
@Suite struct LiveTrafficTests {
    private static func text(_ event: JSONValue?, _ key: String) -> String? {
        if case .string(let text)? = event?[key] { text } else { nil }
    }

    /// `name=value` of each field.
    private static func fields(_ event: JSONValue?) -> [String] {
        guard case .array(let items)? = event?["fields"] else { return [] }
        return items.map { field in
            let value =
                switch field["value"] {
                case .integer(let number)?: "\(number)"
                case .number(let number)?: "\(number)"
                case .string(let text)?: "`\(text)`"
                default: "?"
                }
            return "\(text(field, "name") ?? "?")=\(value)"
        }
    }

    private static func events(
        _ steps: String, board: String = "MetaMotion S, sensors: ideal", world: String = "",
        seconds: Double = 4
    ) throws -> [JSONValue] {
        let bench = try LiveBench(
            """
            version: 1
            boards: [{name: wrist, model: \(board)}]
            \(world)
            clients:
              - name: phone
                steps:
                  - connect: wrist
                  - initialise
            \(steps.split(separator: "\n").map { "      - \($0)" }.joined(separator: "\n"))
                  - wait: 3600 s
            """)
        bench.runs(seconds)
        return bench.page.takeEvents()
    }

    @Test func `fields are names and numbers, whatever their words are`() throws {
        let events = try Self.events(
            """
            write: "02 03 00 02 1F 00 00 00 F4 01 00 00 E8 03 00 00 FF"
            write: "0F 02 00"
            write: "0F 03 02 01 01 07"
            write: "02 03 00"
            write: "02 01 01"
            """)
        func sent(_ bytes: String) -> JSONValue? {
            events.first { Self.text($0, "bytes") == bytes && Self.text($0, "to") == "board" }
        }
        // A tail of bytes is one value.
        #expect(Self.fields(sent("0f 03 02 01 01 07")) == ["bytes=`02 01 01 07`"])
        let pattern = Self.fields(sent("02 03 00 02 1f 00 00 00 f4 01 00 00 e8 03 00 00 ff"))
        #expect(
            pattern.contains("high intensity=31") && pattern.contains("period=1000"), "\(pattern)")
        // What is wrong is no field.
        let short = sent("02 03 00")
        #expect(
            Self.text(short, "fault") == "too short: needs 2 bytes, got 1", "\(Self.fields(short))")
        #expect(Self.fields(short) == ["channel=0"], "\(Self.fields(short))")
        #expect(Self.text(sent("02 01 01"), "module") == "LED")
        let information = try #require(
            events.first { Self.text($0, "id") == "03 00" && Self.text($0, "to") == "host" })
        #expect(Self.text(information, "module") == "accelerometer")
        #expect(Self.text(information, "register") == "information")
        #expect(Self.fields(information) == [])
    }

    @Test func `signed numbers have their sign`() throws {
        let events = try Self.events(
            """
            write: "04 81 00"
            write: "03 8F"
            """, world: "world: {temperature: -29 degC}")
        let answer = events.last { Self.text($0, "id") == "04 01" && Self.text($0, "to") == "host" }
        #expect(Self.fields(answer).last == "1/8 °C=-232", "\(Self.fields(answer))")
        #expect(Self.fields(answer).first == "index=0")
        // The chip's own thermometer, which is off.
        let chip = events.last { Self.text($0, "id") == "03 0f" && Self.text($0, "to") == "host" }
        #expect(Self.fields(chip) == ["value=-32768"])
    }

    @Test func `a cap's traffic is in words`() throws {
        let bench = try LiveBench(
            """
            version: 1
            boards: [{name: cap, model: Triki, sensors: ideal}]
            clients:
              - name: game
                steps:
                  - connect: cap
                  - stream: {signals: [acceleration], for: 2 s}
                  - wait: 3600 s
            """)
        var events: [JSONValue] = []
        for _ in 0..<40 {
            bench.runs(0.1)
            events += bench.page.takeEvents()
        }
        let packets = events.filter { Self.text($0, "e") == "packet" }
        let start = packets.first { Self.text($0, "bytes")?.hasPrefix("20 10") == true }
        #expect(Self.text(start, "text")?.hasPrefix("start the stream: ") == true)
        #expect(Self.fields(start).contains("rate=104"), "\(Self.fields(start))")
        let frame = packets.last { Self.text($0, "bytes")?.hasPrefix("22 00") == true }
        #expect(Self.text(frame, "text")?.hasPrefix("motion: ") == true)
        // At rest it feels one g, along whichever axis of the chip points up.
        let counts = Self.fields(frame).filter { $0.hasPrefix("acceleration ") }
            .compactMap { Int($0.split(separator: "=")[1]) }
        #expect(counts.count == 3)
        let square = counts.reduce(0.0) { $0 + Double($1 * $1) }
        #expect(abs(square.squareRoot() - 2048) < 20, "\(counts)")
        #expect(packets.contains { Self.text($0, "text") == "stop the stream" })
        #expect(packets.contains { Self.text($0, "text") == "the stream begins" })
        #expect(!packets.contains { Self.text($0, "text")?.contains("characteristic 6E4") == true })
    }
}
