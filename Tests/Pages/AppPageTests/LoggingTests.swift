import CSQLite
import Checkout
import Foundation
import JSON
import MetaWear
import MetaWearBoard
import MetaWearPersistence
import MetaWearSimulator
import Motion
import PageModel
import Testing
import VirtualRadio

@testable import AppPage

/// Logs that run without the app, and their download.
@MainActor @Suite struct LoggingTests {
    private static let swing: [Move] = [
        .swing(Swing(amplitude: 0.6, frequency: 0.5, cycles: 60, radius: 0))
    ]

    private func status(_ bench: AppBench) -> [String] {
        (bench.at("board", "log", "sensors")?.items ?? []).compactMap { $0["status"]?.text }
    }

    @Test(.slow, arguments: [BoardProfile.metaMotionS, .metaMotionRL, .metaEnvironment])
    func `every sensor is logged, downloaded and kept`(profile: BoardProfile) async throws {
        try await AppBench.run([profile], moving: Self.swing) { bench in
            try await bench.connect()
            let all = [
                "accelerometer", "gyroscope", "barometer", "temperature", "humidity", "light",
            ]
            let sensors = all.filter { bench.sensor($0) != nil }
            for sensor in sensors { try await bench.choose(sensor) }
            try bench.send("startLog")
            try await bench.quiet()
            #expect(bench.errors.isEmpty, "\(bench.errors)")
            #expect(bench.at("board", "activity")?.text == "Logging")
            #expect(status(bench) == sensors.map { _ in "running" })
            try await Task.sleep(for: .seconds(20))
            try bench.send("stopLog")
            try await bench.quiet()
            #expect(status(bench) == sensors.map { _ in "stopped" })
            #expect(bench.at("boards", "remembered", "0", "hasLog")?.flag == true)
            try bench.send("download")
            try await bench.until("kept") { bench.at("sessions")?.items.count == sensors.count }
            try await bench.quiet()
            #expect(bench.errors.isEmpty, "\(bench.errors)")
            #expect(status(bench).isEmpty && bench.at("board", "log", "download") == nil)
            for sensor in sensors {
                let title = try #require(AppSensor(rawValue: sensor)).title
                let session = try #require(
                    bench.at("sessions")?.items.first { $0["title"]?.text == title })
                let rate = try #require(bench.sensor(sensor)?["rate"]?.number)
                let count = try #require(session["count"]?.number)
                #expect(abs(count - 20 * rate) < 0.12 * 20 * rate + 3, "\(sensor): \(count)")
            }
            try bench.send("countLog")
            try await bench.until("counted") { bench.at("board", "log", "entries") != nil }
            #expect(bench.at("board", "log", "entries")?.number == 0)
            #expect(bench.at("board", "log", "loggers")?.number == 0)
        }
    }

    @Test(arguments: [false, true])
    func `a log goes on over a restart of the app`(isKilled: Bool) async throws {
        try await AppBench.run(moving: Self.swing) { bench in
            try await bench.connect()
            try await bench.choose("accelerometer", "temperature")
            try bench.send("startLog")
            try await bench.quiet()
            let start = try #require(bench.at("board", "log", "start")?.number)
            try await Task.sleep(for: .seconds(10))
            try await bench.restart(isKilled: isKilled)
            #expect(bench.at("boards", "remembered", "0", "hasLog")?.flag == true)
            try await Task.sleep(for: .seconds(10))
            try await bench.connect()
            #expect(bench.at("board", "log", "start")?.number == start)
            #expect(bench.at("board", "log", "isRunning")?.flag == true)
            #expect(bench.at("board", "activity")?.text == "Logging")
            #expect(bench.at("board", "log", "orphans") == nil)
            try bench.send("startStream")
            try await bench.until("refused") {
                bench.errors == ["Stop logging to start a new one."]
            }
            try bench.dismissAll()
            // The download stops the log by itself.
            try bench.send("download")
            try await bench.until("kept") { bench.at("sessions")?.items.count == 2 }
            try await bench.quiet()
            for session in bench.at("sessions")?.items ?? [] {
                let seconds =
                    ((session["end"]?.number ?? 0) - (session["start"]?.number ?? 0)) / 1000
                #expect(seconds > 20, "\(seconds)")
            }
            #expect(bench.errors.isEmpty, "\(bench.errors)")
        }
    }

    @Test func `a log that the board has lost is reported`() async throws {
        try await AppBench.run { bench in
            try await bench.connect()
            try await bench.choose("accelerometer", "barometer")
            try bench.send("startLog")
            try await bench.quiet()
            try await Task.sleep(for: .seconds(5))
            try bench.send("disconnect")
            try await bench.until("disconnected") { bench.at("board") == nil }
            bench.desk.boards[0].resetByPin()
            try await Task.sleep(for: .seconds(5))
            try await bench.connect()
            try await bench.until("reported") {
                bench.errors.first?.hasPrefix("The board no longer logs accelerometer, pressure.")
                    == true
            }
            #expect(status(bench) == ["failed", "failed"])
            try bench.send("download")
            try await bench.quiet()
            #expect(status(bench).isEmpty)
        }
    }

    @Test func `a log is started once, and again after its download`() async throws {
        try await AppBench.run { bench in
            try await bench.connect()
            try await bench.choose("accelerometer")
            try bench.send("startLog")
            try await bench.quiet()
            try bench.send("startLog")
            try await bench.until("refused") { bench.errors == ["Stop logging to log."] }
            try bench.send("stopLog")
            try await bench.quiet()
            try bench.dismissAll()
            try bench.send("startLog")
            try await bench.until("refused") { bench.errors == ["Download the log first."] }
        }
    }

    @Test func `more sensors than the board can log are refused, and nothing is left`()
        async throws
    {
        // Eight loggers; three vectors take two each.
        try await AppBench.run { bench in
            try await bench.connect()
            try await bench.choose(
                "accelerometer", "gyroscope", "magnetometer", "barometer", "temperature", "light")
            try bench.send("startLog")
            try await bench.until("refused") {
                bench.errors.first?.hasPrefix("The board has no room to log ") == true
            }
            try await bench.quiet()
            #expect(status(bench).isEmpty && bench.at("board", "activity")?.text == "Idle")
            try bench.send("countLog")
            try await bench.quiet()
            #expect(bench.at("board", "log", "loggers")?.number == 0)
            try bench.dismissAll()
            try bench.send("choose", ["sensor": .string("magnetometer"), "on": .bool(false)])
            try bench.send("startLog")
            try await bench.quiet()
            #expect(status(bench).count == 5 && bench.errors.isEmpty, "\(bench.errors)")
        }
    }

    /// At many moments of the start.
    @Test(.slow, arguments: 0..<8)
    func `a start over a lost link is found or forgotten`(step: Int) async throws {
        try await AppBench.run(
            allowing: ["MW-TIMER-02", "MW-EVENT-01", "MW-SUB-05", "MW-FLOW-01", "MW-LOG-07"]
        ) { bench in
            try await bench.connect()
            try await bench.choose("accelerometer", "temperature")
            try bench.send("startLog")
            try await Task.sleep(for: .milliseconds(60 * step + 3))
            bench.desk.radioState = .poweredOff
            try await bench.until("lost") { bench.at("board") == nil }
            bench.desk.radioState = .poweredOn
            try await bench.quiet()
            try await Task.sleep(for: .seconds(3))
            try await bench.connect()
            // A log that runs is the app's own or one that it asks about.
            if bench.at("board", "log", "isRunning")?.flag == true {
                try bench.send("download")
            } else if bench.at("board", "log", "orphans") != nil {
                try bench.send("orphans", ["answer": .string("discard")])
            }
            try await bench.quiet()
            #expect(bench.at("board", "log", "orphans") == nil && status(bench).isEmpty)
            // Loggers may be left that have recorded nothing.
            try bench.send("clearLog")
            try bench.send("answer", ["yes": .bool(true)])
            try await bench.until("cleared") { bench.notices.contains("The log was cleared.") }
            try bench.dismissAll()
            try bench.send("startLog")
            try await bench.quiet()
            #expect(bench.at("board", "log", "isRunning")?.flag == true, "\(bench.errors)")
        }
    }

    // MARK: Downloads that are cut

    private func logged(_ bench: AppBench, seconds: Int) async throws {
        try await bench.connect()
        try await bench.choose("accelerometer", rate: 100)
        try bench.send("startLog")
        try await bench.quiet()
        try await Task.sleep(for: .seconds(seconds))
        try bench.send("stopLog")
        try await bench.quiet()
    }

    private func expectAll(_ bench: AppBench, seconds: Int) async throws {
        try await bench.until("kept", within: .seconds(120)) {
            bench.at("sessions")?.items.count == 1
        }
        try await bench.quiet()
        let session = try #require(bench.at("sessions", "0"))
        let count = try #require(session["count"]?.number)
        #expect(abs(count - Double(100 * seconds)) < Double(5 * seconds), "\(count)")
        try bench.send("openSession", ["id": session["id"] ?? .null])
        try await bench.quiet()
        let id = try #require(session["id"])
        let times = try bench.samples(of: id).times
        #expect(times.count == Int(count))
        #expect(zip(times, times.dropFirst()).allSatisfy { (0.005...0.015).contains($1 - $0) })
    }

    @Test(.slow)
    func `a download shows its progress and can be cancelled; the next one has everything`()
        async throws
    {
        // The board has no command that ends a readout.
        try await AppBench.run(allowing: ["MW-READOUT-01", "MW-READOUT-03"]) { bench in
            try await logged(bench, seconds: 60)
            try bench.send("download")
            try await bench.until("half of it") {
                (bench.at("board", "log", "download", "fraction")?.number ?? 0) > 0.4
            }
            #expect(bench.at("board", "activity")?.text == "Downloading")
            #expect(bench.at("board", "log", "download", "phase")?.text == "Downloading")
            #expect((bench.at("board", "log", "download", "total")?.number ?? 0) > 10_000)
            try bench.send("cancelDownload")
            try await bench.quiet()
            #expect(bench.at("board", "log", "download") == nil)
            #expect(bench.at("sessions")?.items.isEmpty == true && status(bench) == ["stopped"])
            try bench.send("download")
            try await expectAll(bench, seconds: 60)
            #expect(bench.errors.isEmpty)
        }
    }

    @Test(.slow, arguments: [0.05, 0.3, 0.8])
    func `what a cancelled download has fetched survives a restart`(fraction: Double) async throws {
        try await AppBench.run(allowing: ["MW-READOUT-01"]) { bench in
            try await logged(bench, seconds: 60)
            try bench.send("download")
            try await bench.until("a part of it") {
                (bench.at("board", "log", "download", "fraction")?.number ?? 0) > fraction
            }
            try bench.send("cancelDownload")
            try await bench.quiet()
            try await bench.restart()
            try await bench.connect()
            try bench.send("download")
            try await expectAll(bench, seconds: 60)
        }
    }

    @Test(.slow, arguments: 0..<8)
    func `a download over a lost link has every sample once`(step: Int) async throws {
        try await AppBench.run(allowing: ["MW-READOUT-01"]) { bench in
            try await logged(bench, seconds: 20)
            try bench.send("download")
            try await Task.sleep(for: .milliseconds(250 * step + 30))
            bench.desk.radioState = .poweredOff
            try await bench.until("lost or done") {
                bench.at("board") == nil || bench.at("sessions")?.items.count == 1
            }
            bench.desk.radioState = .poweredOn
            try await bench.quiet()
            // Some of the time the app has been restarted meanwhile.
            if step.isMultiple(of: 2) { try await bench.restart() }
            if bench.at("sessions")?.items.isEmpty == true {
                try await bench.connect()
                try bench.send("download")
            }
            try await expectAll(bench, seconds: 20)
        }
    }

    @Test func `entries that come again are joined once`() {
        func entries(_ ticks: Range<UInt32>) -> [RawLogEntry] {
            ticks.map { RawLogEntry(id: 0, resetUID: 1, tick: $0, rawData: 7) }
        }
        for (one, two, all): (Range<UInt32>, Range<UInt32>, Range<UInt32>) in [
            (0..<0, 0..<5, 0..<5), (0..<5, 5..<5, 0..<5), (0..<5, 5..<9, 0..<9),
            (0..<50, 30..<90, 0..<90), (0..<50, 30..<40, 0..<50), (0..<50, 0..<50, 0..<50),
        ] {
            #expect(AppModel.join(entries(one), entries(two)) == entries(all))
        }
        #expect(AppModel.join(entries(0..<9_000), entries(8_000..<9_500)).count == 9_500)
    }

    @Test func `a disk that is full loses nothing`() async throws {
        try await AppBench.run { bench in
            try await logged(bench, seconds: 10)
            let store = bench.folder.appending(path: "sessions.sqlite").path()
            // From now on no sample can be written.
            try Self.execute(
                "CREATE TRIGGER full BEFORE INSERT ON sample"
                    + " BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END", store)
            try bench.send("download")
            try await bench.until("an error") { !bench.errors.isEmpty }
            try await bench.quiet()
            #expect(status(bench) == ["stopped"])
            try Self.execute("DROP TRIGGER full", store)
            // Also after a restart.
            try await bench.restart()
            try await bench.connect()
            try bench.dismissAll()
            try bench.send("download")
            try await expectAll(bench, seconds: 10)
        }
    }

    private static func execute(_ sql: String, _ path: String) throws {
        var database: OpaquePointer?
        try #require(sqlite3_open(path, &database) == SQLITE_OK)
        defer { sqlite3_close(database) }
        try #require(sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK)
    }

    // MARK: Logs of others

    /// Another program has the board log something.
    /// It leaves its sensors running.
    private func logElsewhere(_ bench: AppBench) async throws {
        let id = bench.desk.boards[0].identifier
        let other = MetaWearDevice(
            identifier: id, transport: bench.desk.radio.transport(to: id))
        try await other.connect()
        try await other.startLogging(MWAccelerometerBMI270(odr: .hz50, range: .g4))
        _ = try await other.startLogging(
            MWPolledLogger(readable: MWThermometer(channel: 0), periodMs: 500))
        try await Task.sleep(for: .seconds(10))
        try await other.disconnect()
        try await Task.sleep(for: .seconds(1))
    }

    @Test func `a log of another app is offered and downloaded`() async throws {
        // The other program's timer stays: it may have other uses.
        try await AppBench.run(allowing: ["MW-READ-01"]) { bench in
            try await logElsewhere(bench)
            try await bench.connect()
            try await bench.until("asked") {
                bench.at("board", "log", "orphans", "isAsked")?.flag == true
            }
            #expect((bench.at("board", "log", "orphans", "entries")?.number ?? 0) > 900)
            let signals = bench.at("board", "log", "orphans", "signals")?.items.compactMap(\.text)
            #expect(signals == ["acceleration", "temperature[0]"])
            try bench.send("orphans", ["answer": .string("keep")])
            try await bench.quiet()
            #expect(bench.at("board", "log", "orphans", "isAsked")?.flag == false)
            try await bench.choose("gyroscope")
            try bench.send("startLog")
            try await bench.until("refused") {
                bench.errors == ["The board already holds a log: download or discard it first."]
            }
            try bench.dismissAll()
            try bench.send("orphans", ["answer": .string("download")])
            try await bench.until("kept") { bench.at("sessions")?.items.count == 2 }
            try await bench.quiet()
            let titles = bench.at("sessions")?.items.compactMap { $0["title"]?.text }.sorted()
            #expect(titles == ["Unknown · acceleration", "Unknown · temperature[0]"])
            #expect(bench.at("board", "log", "orphans") == nil && bench.errors.isEmpty)
            try bench.send("startLog")
            try await bench.quiet()
            #expect(bench.at("board", "log", "isRunning")?.flag == true)
        }
    }

    @Test func `a log of another app is discarded, and its sensors are stopped`() async throws {
        try await AppBench.run(allowing: ["MW-READ-01"]) { bench in
            try await logElsewhere(bench)
            try await bench.connect()
            try await bench.until("asked") { bench.at("board", "log", "orphans") != nil }
            try bench.send("orphans", ["answer": .string("discard")])
            try await bench.quiet()
            #expect(bench.at("board", "log", "orphans") == nil)
            try bench.send("countLog")
            try await bench.quiet()
            #expect(bench.at("board", "log", "entries")?.number == 0)
        }
    }

    @Test func `entries without a logger are cleared without a question`() async throws {
        try await AppBench.run { bench in
            try await logElsewhere(bench)
            // The flash keeps the entries, and nothing knows what they are.
            bench.desk.boards[0].resetByPin()
            try await Task.sleep(for: .seconds(3))
            try await bench.connect()
            #expect(bench.at("board", "log", "orphans") == nil)
            try bench.send("countLog")
            try await bench.quiet()
            #expect(bench.at("board", "log", "entries")?.number == 0)
        }
    }
}
