import Device
import Foundation
import JSON
import MetaWear
import MetaWearBoard
import MetaWearSimulator
import PageModel
import Testing

@testable import AppPage

/// LED, motor and values that are read once.
@MainActor @Suite struct ControlTests {
    @Test func `the LED shows every colour and preset, and goes dark`() async throws {
        try await AppBench.run { bench in
            try await bench.connect()
            let board = bench.desk.boards[0]
            for color in LEDColor.allCases {
                try bench.send(
                    "light", ["color": .string(color.rawValue), "preset": .string("solid")])
                try await bench.quiet()
                try await Task.sleep(for: .milliseconds(200))
                let lit = [(Light.red, MWLED.Color.red), (.green, .green), (.blue, .blue)]
                for (light, part) in lit {
                    let isOn = board.brightness(of: light) > 0.5
                    #expect(isOn == color.parts.contains(part), "\(color) \(part)")
                }
            }
            for preset in LEDPreset.allCases {
                try bench.send(
                    "light", ["color": .string("red"), "preset": .string(preset.rawValue)])
                try await bench.quiet()
                try await bench.until("lit") { board.brightness(of: .red) > 0.5 }
            }
            try bench.send("darken")
            try await bench.quiet()
            try await Task.sleep(for: .seconds(1))
            #expect(board.brightness(of: .red) == 0)
            try bench.send("identify")
            try await bench.until("flashes") { board.brightness(of: .green) > 0.5 }
            #expect(bench.errors.isEmpty)
        }
    }

    @Test func `the motor runs as long as it was told`() async throws {
        try await AppBench.run { bench in
            try await bench.connect()
            let board = bench.desk.boards[0]
            try bench.send(
                "pulse",
                ["mode": .string("motor"), "duty": .integer(80), "milliseconds": .integer(500)])
            try await bench.until("it runs", within: .seconds(1)) { board.isVibrating }
            try await Task.sleep(for: .milliseconds(700))
            #expect(!board.isVibrating)
            for (duty, time) in [(101, 500), (-1, 500), (50, 0), (50, 10_001)] {
                #expect(throws: PageError.self) {
                    try bench.send(
                        "pulse",
                        [
                            "mode": .string("motor"), "duty": .integer(duty),
                            "milliseconds": .integer(time),
                        ])
                }
            }
            #expect(throws: PageError.self) {
                try bench.send(
                    "pulse",
                    ["mode": .string("x"), "duty": .integer(1), "milliseconds": .integer(1)])
            }
        }
    }

    @Test(arguments: [BoardProfile.metaMotionS, .metaEnvironment])
    func `every value that a board measures can be read`(profile: BoardProfile) async throws {
        try await AppBench.run([profile]) { bench in
            try await bench.connect()
            @MainActor func read(_ quantity: String, _ range: ClosedRange<Double>) async throws {
                try bench.send("read", ["quantity": .string(quantity)])
                try await bench.quiet()
                let reading = bench.at("board", "readings", quantity)
                #expect(range.contains(reading?["value"]?.number ?? -1), "\(bench.errors)")
            }
            try await read("temperature", 10...40)
            try await read("pressure", 900...1100)
            if bench.at("board", "controls", "light")?.flag == true {
                try await read("light", 0...100_000)
            }
            if profile.name == BoardProfile.metaEnvironment.name {
                try await read("humidity", 10...100)
            }
            for channel in bench.at("board", "controls", "temperature")?.items ?? [] {
                try bench.send(
                    "read",
                    ["quantity": .string("temperature"), "channel": channel["number"] ?? .null])
                try await bench.quiet()
            }
            #expect(bench.errors.isEmpty, "\(bench.errors)")
            #expect(bench.desk.boards[0].streamingKeys.isEmpty)
        }
    }

    @Test func `what a board does not have is refused in words`() async throws {
        try await AppBench.run([.metaMotionS]) { bench in
            try bench.send("identify")
            try await bench.until("refused") { bench.errors == ["No board is connected."] }
            try bench.dismissAll()
            try await bench.connect()
            try bench.send("read", ["quantity": .string("humidity")])
            try await bench.until("refused") { bench.errors == ["This board has no hygrometer."] }
            try bench.dismissAll()
            try bench.send("read", ["quantity": .string("temperature"), "channel": .integer(9)])
            try await bench.until("refused") {
                bench.errors == ["This board has no such thermometer."]
            }
            try bench.dismissAll()
            try bench.send("choose", ["sensor": .string("humidity"), "on": .bool(true)])
            try await bench.until("refused") { bench.errors == ["This board has no humidity."] }
        }
    }

    @Test func `commands that no one would send are refused at once`() async throws {
        try await AppBench.run { bench in
            let wrong: [(String, JSONValue)] = [
                ("nonsense", .object([])), ("connect", .object([])),
                ("connect", .object([("id", .string("x"))])),
                ("connect", .object([("id", .integer(3))])),
                ("scan", .object([("on", .string("true"))])),
                ("light", .object([("color", .string("red")), ("preset", .string("x"))])),
                ("choose", .object([("sensor", .string("nose")), ("on", .bool(true))])),
                (
                    "rate",
                    .object([("sensor", .string("accelerometer")), ("value", .number(.nan))])
                ),
                ("rename", .object([("name", .string(String(repeating: "x", count: 101)))])),
                ("orphans", .object([("answer", .string("eat"))])),
                ("dismiss", .object([("id", .integer(-1))])),
            ]
            for (name, arguments) in wrong {
                #expect(throws: PageError.self, "\(name)") {
                    try bench.page.perform(PageCommand(name, arguments))
                }
            }
            try await bench.quiet()
            #expect(bench.notices.isEmpty)
            #expect(try bench.send("takeFile", ["id": .integer(7)]) == nil)
        }
    }

    @Test func `a link that is lost during a command is an error, and nothing hangs`() async throws
    {
        try await AppBench.run(allowing: ["MW-SUB-04"]) { bench in
            try await bench.connect()
            try bench.send("read", ["quantity": .string("light")])
            try await Task.sleep(for: .milliseconds(40))
            bench.desk.radioState = .poweredOff
            try await bench.until("lost", within: .seconds(10)) { bench.at("board") == nil }
            bench.desk.radioState = .poweredOn
            try await bench.quiet()
            try await bench.connect()
        }
    }

    @Test func `the barometer's thermometer measures, though the barometer is off`() async throws {
        try await AppBench.run { bench in
            try await bench.connect()
            let channels = bench.at("board", "controls", "temperature")?.items ?? []
            let source = try #require(
                channels.first { $0["title"]?.text == "Pressure sensor" }?["number"])
            try bench.send("read", ["quantity": .string("temperature"), "channel": source])
            try await bench.quiet()
            let value = try #require(
                bench.at("board", "readings", "temperature", "value")?.number)
            #expect(abs(value - 22) < 5)
            // A stream of it says what it needs.
            try await bench.choose("temperature")
            try bench.send("channel", ["sensor": .string("temperature"), "value": source])
            for command in ["startStream", "startLog"] {
                try bench.send(command)
                try await bench.quiet()
                #expect(bench.errors.last?.contains("choose Pressure, too") == true)
                try bench.dismissAll()
            }
            try await bench.choose("barometer")
            try bench.send("startStream")
            try await bench.until("samples") {
                bench.at("board", "stream", "channels")?.items.allSatisfy {
                    ($0["count"]?.number ?? 0) > 0
                } == true
            }
            let channel = bench.at("board", "stream", "channels")?.items
                .first { $0["sensor"]?.text == "temperature" }
            #expect(abs((channel?["latest"]?.items.first?.number ?? 0) - 22) < 5)
        }
    }
}
