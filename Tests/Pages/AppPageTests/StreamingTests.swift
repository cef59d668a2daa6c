import Checkout
import Foundation
import JSON
import MetaWear
import MetaWearBoard
import MetaWearSimulator
import Motion
import PageModel
import Testing
import VirtualRadio

@testable import AppPage

/// Sensors that are chosen and set up, and their live stream.
@MainActor @Suite struct StreamingTests {
    @Test func `a sensor offers what the chip can do`() async throws {
        try await AppBench.run { bench in
            try await bench.connect()
            let acceleration = try #require(bench.sensor("accelerometer"))
            #expect(acceleration["ranges"]?.items.compactMap(\.number) == [2, 4, 8, 16])
            #expect(acceleration["rates"]?.items.first?.number == 0.78125)
            #expect(acceleration["rates"]?.items.last?.number == 800)
            #expect(bench.sensor("gyroscope")?["rates"]?.items.first?.number == 25)
            #expect(bench.sensor("quaternion")?["modes"]?.items.count == 4)
            #expect(bench.sensor("temperature")?["channels"]?.items.count ?? 0 > 1)
            #expect(bench.sensor("humidity") == nil)
            // A wish becomes the nearest that there is.
            try bench.send("rate", ["sensor": .string("accelerometer"), "value": .number(90)])
            try bench.send("range", ["sensor": .string("accelerometer"), "value": .number(7)])
            try bench.send("channel", ["sensor": .string("temperature"), "value": .integer(1)])
            try bench.send("mode", ["sensor": .string("euler"), "value": .string("m4g")])
            try await Task.sleep(for: .milliseconds(20))
            #expect(bench.sensor("accelerometer")?["rate"]?.number == 100)
            #expect(bench.sensor("accelerometer")?["range"]?.number == 8)
            #expect(bench.sensor("temperature")?["channel"]?.number == 1)
            // Outputs of the fusion share its mode, which decides on their rate.
            #expect(bench.sensor("quaternion")?["mode"]?.text == "m4g")
            #expect(bench.sensor("quaternion")?["rate"]?.number == 50)
            #expect(bench.errors.isEmpty)
            try await bench.restart()
            try await bench.connect()
            #expect(bench.sensor("accelerometer")?["rate"]?.number == 100)
        }
    }

    @Test func `fusion and its sensors exclude each other, and one output runs at a time`()
        async throws
    {
        try await AppBench.run { bench in
            try await bench.connect()
            @MainActor func chosen() -> [String] {
                (bench.at("board", "sensors")?.items ?? []).filter { $0["isChosen"]?.flag == true }
                    .compactMap { $0["id"]?.text }
            }
            try await bench.choose("accelerometer", "gyroscope", "barometer")
            #expect(chosen() == ["accelerometer", "gyroscope", "barometer"])
            try await bench.choose("quaternion")
            #expect(chosen() == ["barometer", "quaternion"])
            try await bench.choose("gravity")
            #expect(chosen() == ["barometer", "gravity"])
            try await bench.choose("magnetometer")
            #expect(chosen() == ["magnetometer", "barometer"])
            try bench.send("choose", ["sensor": .string("barometer"), "on": .bool(false)])
            try await Task.sleep(for: .milliseconds(20))
            #expect(chosen() == ["magnetometer"])
        }
    }

    @Test func `many samples are warned of, and all rates are halved`() async throws {
        try await AppBench.run { bench in
            try await bench.connect()
            try await bench.choose("accelerometer", "gyroscope", rate: 50)
            #expect(bench.at("board", "totalRate")?.number == 100)
            #expect(bench.at("board", "rateWarning") == nil)
            try await bench.choose("accelerometer", "gyroscope", rate: 200)
            #expect(bench.at("board", "rateWarning")?.text?.contains("400 samples") == true)
            for total in [200.0, 100, 50, 37.5, 31.25] {
                try bench.send("halveRates")
                try await Task.sleep(for: .milliseconds(20))
                #expect(bench.at("board", "totalRate")?.number == total)
            }
            for _ in 0..<10 { try bench.send("halveRates") }
            try await Task.sleep(for: .milliseconds(20))
            // The gyroscope has nothing slower than 25 Hz.
            #expect(bench.at("board", "totalRate")?.number == 25.78)
        }
    }

    private static let swing: [Move] = [
        .swing(Swing(amplitude: 0.6, frequency: 0.5, cycles: 60, radius: 0))
    ]

    @Test(
        .slow,
        arguments: [
            BoardProfile.metaMotionS, .metaMotionRL, .metaMotionR, .metaMotionC, .metaEnvironment,
        ])
    func `every sensor of a board streams at the rate that it shows`(profile: BoardProfile)
        async throws
    {
        try await AppBench.run([profile], moving: Self.swing) { bench in
            try await bench.connect()
            let sensors = (bench.at("board", "sensors")?.items ?? []).compactMap { $0["id"]?.text }
            #expect(sensors.count >= 3)
            for id in sensors {
                try bench.dismissAll()
                try await bench.choose(id)
                try bench.send("startStream")
                try await bench.quiet()
                try await Task.sleep(for: .seconds(12))
                let channel = try #require(bench.at("board", "stream", "channels", "0"))
                let wanted = try #require(channel["wanted"]?.number)
                let rate = try #require(channel["rate"]?.number, "\(id)")
                #expect(abs(rate / wanted - 1) < 0.12, "\(id): \(rate) instead of \(wanted)")
                #expect(abs((channel["count"]?.number ?? 0) - 12 * wanted) < 0.15 * 12 * wanted + 3)
                #expect(channel["latest"]?.items.count == channel["axes"]?.items.count)
                try bench.send("stopStream")
                try await bench.quiet()
                try bench.send("choose", ["sensor": .string(id), "on": .bool(false)])
                #expect(bench.errors.isEmpty, "\(id): \(bench.errors)")
                _ = bench.page.takeSamples()
            }
            #expect(bench.at("sessions")?.items.count == sensors.count)
            // Written is not yet arrived.
            try await Task.sleep(for: .milliseconds(500))
            #expect(bench.desk.boards[0].streamingKeys.isEmpty)
        }
    }

    @Test func `the samples of several sensors arrive in blocks at their times`() async throws {
        try await AppBench.run { bench in
            try await bench.connect()
            try await bench.choose("accelerometer", "gyroscope", rate: 100)
            try bench.send("startStream")
            try await bench.quiet()
            _ = bench.page.takeSamples()
            var counts: [UInt16: Int] = [:]
            var ends: [UInt16: Double] = [:]
            for _ in 0..<100 {
                try await Task.sleep(for: .milliseconds(100))
                for block in bench.page.takeSamples() {
                    #expect(block.channels == 3 && block.step == 0.01)
                    counts[block.stream, default: 0] += block.values.count / 3
                    if let end = ends[block.stream] { #expect(abs(block.start - end) < 0.3) }
                    ends[block.stream] = block.start + Double(block.values.count / 3) * block.step
                }
            }
            let numbers = bench.at("board", "stream", "channels")?.items.compactMap {
                $0["number"]?.number
            }
            #expect(Set(counts.keys.map(Double.init)) == Set(numbers ?? []))
            for count in counts.values { #expect((960...1040).contains(count)) }
            #expect(bench.at("board", "stream", "duration")?.number ?? 0 > 9.9)
        }
    }

    @Test func `samples that no browser takes are bounded`() async throws {
        let outlet = AppOutlet()
        for place in 0..<200_000 {
            outlet.add([1, 2, 3], to: place / 5_000, at: Double(place), step: 1)
        }
        let blocks = outlet.takeSamples()
        #expect(blocks.reduce(0) { $0 + $1.values.count } <= 40_000)
        #expect(blocks.last?.stream == 39)
        #expect(outlet.takeSamples().isEmpty)
    }

    @Test func `a pause stops the sensors, and the stream goes on afterwards`() async throws {
        try await AppBench.run { bench in
            try await bench.connect()
            try await bench.choose("accelerometer", "temperature")
            try bench.send("startStream")
            try await Task.sleep(for: .seconds(5))
            try bench.send("pauseStream")
            try await bench.until("paused") {
                bench.at("board", "stream", "phase")?.text == "paused"
            }
            try await bench.quiet()
            #expect(bench.desk.boards[0].streamingKeys.isEmpty)
            @MainActor func counts() -> [Double] {
                (bench.at("board", "stream", "channels")?.items ?? []).compactMap {
                    $0["count"]?.number
                }
            }
            let before = counts()
            #expect(before[0] > 220 && before[1] > 3)
            try await Task.sleep(for: .seconds(10))
            #expect(counts() == before)
            let duration = try #require(bench.at("board", "stream", "duration")?.number)
            #expect((4.5...5.5).contains(duration))
            try bench.send("resumeStream")
            try await Task.sleep(for: .seconds(5))
            #expect(counts()[0] > before[0] + 220 && counts()[1] > before[1] + 3)
            #expect((9...11).contains(bench.at("board", "stream", "duration")?.number ?? 0))
            #expect(bench.at("board", "stream", "channels", "0", "rate")?.number ?? 0 > 45)
            try bench.send("stopStream")
            try await bench.until("in the history") { bench.at("sessions")?.items.count == 2 }
            #expect(bench.at("board", "stream") == nil)
        }
    }

    @Test func `the samples are exported with the documented names`() async throws {
        try await AppBench.run { bench in
            try await bench.connect()
            try await bench.choose("accelerometer")
            try bench.send("exportStream", ["sensor": .string("accelerometer")])
            try await bench.until("refused") { bench.errors == ["This sensor does not stream."] }
            try bench.send("startStream")
            try await Task.sleep(for: .seconds(5))
            try bench.send("exportStream", ["sensor": .string("accelerometer")])
            let file = try await bench.takeFile()
            #expect(file.name.wholeMatch(of: /MetaWear-accel-2026-01-01T00-00-\d\d\.csv/) != nil)
            let lines = file.text.split(separator: "\n")
            #expect(lines[0] == "time,x,y,z")
            #expect((230...260).contains(lines.count))
            let times = lines.dropFirst().compactMap {
                $0.split(separator: ",").first.flatMap { Double($0) }
            }
            #expect(times.count == lines.count - 1)
            let steps = zip(times, times.dropFirst()).map { $1 - $0 }
            #expect(steps.allSatisfy { $0 > 0 && $0 < 0.1 })
            #expect(lines[1].split(separator: ",").allSatisfy { $0.contains(".") })
            // Each file goes to one browser.
            #expect(bench.at("files")?.items.isEmpty == true)
        }
    }

    @Test func `a link that is lost leaves the samples in the history`() async throws {
        try await AppBench.run { bench in
            try await bench.connect()
            try await bench.choose("accelerometer", "temperature")
            try bench.send("startStream")
            try await Task.sleep(for: .seconds(5))
            bench.desk.air.move(bench.desk.boards[0].address, to: 10_000)
            try await bench.until("kept") { bench.at("sessions")?.items.count == 2 }
            #expect(bench.errors == ["The connection to MetaWear was lost."])
            #expect(bench.at("board") == nil)
            bench.desk.air.move(bench.desk.boards[0].address, to: 1)
            try await bench.connect()
            try bench.send("startStream")
            try await Task.sleep(for: .seconds(2))
            #expect(bench.at("board", "stream", "phase")?.text == "running")
            // A disconnection keeps them as well.
            try bench.send("disconnect")
            try await bench.until("kept") { bench.at("sessions")?.items.count == 4 }
        }
    }

    /// At many moments of the start.
    @Test(.slow, arguments: 0..<10)
    func `a start that fails leaves no stream`(step: Int) async throws {
        // The link may be lost between a subscription and a start.
        try await AppBench.run(allowing: ["MW-STRM-01"]) { bench in
            try await bench.connect()
            try await bench.choose("magnetometer", "gyroscope", "light")
            try bench.send("startStream")
            try await Task.sleep(for: .milliseconds(40 * step + 3))
            bench.desk.radioState = .poweredOff
            try await bench.until("lost") { bench.at("board") == nil }
            bench.desk.radioState = .poweredOn
            try await bench.quiet()
            try await bench.connect()
            try bench.send("startStream")
            try await bench.until("streams") {
                bench.at("board", "stream", "phase")?.text == "running"
            }
        }
    }

    @Test func `nothing is started without a choice, or twice`() async throws {
        try await AppBench.run { bench in
            try await bench.connect()
            try bench.send("startStream")
            try await bench.until("refused") { bench.errors == ["Choose a sensor first."] }
            try bench.dismissAll()
            try await bench.choose("accelerometer")
            try bench.send("startStream")
            try bench.send("startStream")
            try await bench.until("refused") { bench.errors.count == 1 }
            try await bench.quiet()
            try bench.dismissAll()
            try bench.send("choose", ["sensor": .string("gyroscope"), "on": .bool(true)])
            try await bench.until("refused") {
                bench.errors == ["Stop the live stream to change its sensors."]
            }
            try bench.dismissAll()
            for command in ["startStream", "startLog"] {
                try bench.send(command)
                try await bench.until("refused") { bench.errors.count == 1 }
                #expect(bench.errors[0].hasPrefix("Stop the live stream to"))
                try bench.dismissAll()
            }
        }
    }
}
