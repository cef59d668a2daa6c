import Foundation
import JSON
import MetaWear
import MetaWearBoard
import MetaWearFirmware
import MetaWearSimulator
import PageModel
import Testing
import VirtualRadio

@testable import AppPage

/// Name, log, reset and firmware of a board.
@MainActor @Suite struct SettingsTests {
    @Test func `a board is renamed`() async throws {
        try await AppBench.run { bench in
            try await bench.connect()
            for name in ["", "<b>", "näme", String(repeating: "x", count: 27), "a\nb"] {
                try bench.send("rename", ["name": .string(name)])
                try await bench.until("refused") {
                    bench.errors == ["A name has 1 to 26 letters, digits, spaces, _ or -."]
                }
                try bench.dismissAll()
                try await bench.quiet()
            }
            try bench.send("rename", ["name": .string("MetaWear left")])
            try await bench.until("renamed") { bench.at("board", "name")?.text == "MetaWear left" }
            try bench.send("disconnect")
            try await bench.until("disconnected") { bench.at("board") == nil }
            try await bench.restart()
            #expect(bench.at("boards", "remembered", "0", "name")?.text == "MetaWear left")
            try await Task.sleep(for: .seconds(5))
            #expect(bench.at("boards", "remembered", "0", "name")?.text == "MetaWear left")
            #expect(bench.at("boards", "remembered", "0", "status")?.text == "available")
        }
    }

    @Test func `the log is cleared only after a yes`() async throws {
        try await AppBench.run { bench in
            try bench.send("clearLog")
            try await bench.until("refused") { bench.errors == ["No board is connected."] }
            try await bench.connect()
            try await bench.choose("accelerometer")
            try bench.send("startLog")
            try await bench.quiet()
            try await Task.sleep(for: .seconds(10))
            try bench.send("countLog")
            try await bench.until("counted") { bench.at("board", "log", "loggers")?.number == 2 }
            #expect((bench.at("board", "log", "entries")?.number ?? 0) > 900)
            try bench.send("clearLog")
            try await bench.until("asked") {
                bench.at("question", "title")?.text == "Clear the log?"
            }
            try bench.send("answer", ["yes": .bool(false)])
            try await bench.quiet()
            #expect(bench.at("board", "log", "isRunning")?.flag == true)
            try bench.send("clearLog")
            try bench.send("answer", ["yes": .bool(true)])
            try await bench.until("cleared") { bench.notices.contains("The log was cleared.") }
            try await bench.quiet()
            #expect(bench.at("board", "log", "isRunning")?.flag == false)
            try bench.send("countLog")
            try await bench.quiet()
            #expect(bench.at("board", "log", "entries")?.number == 0)
            #expect(bench.at("board", "log", "loggers")?.number == 0)
            // An answer without a question does nothing.
            try bench.send("answer", ["yes": .bool(true)])
            try await bench.quiet()
            try bench.send("startLog")
            try await bench.quiet()
            #expect(bench.at("board", "log", "isRunning")?.flag == true)
        }
    }

    @Test func `a factory reset asks first, and the board starts again`() async throws {
        try await AppBench.run { bench in
            try await bench.connect()
            try await bench.choose("accelerometer")
            try bench.send("startLog")
            try await Task.sleep(for: .seconds(5))
            try bench.send("factoryReset")
            try await bench.until("asked") {
                bench.at("question", "button")?.text == "Reset the board"
            }
            try bench.send("answer", ["yes": .bool(true)])
            try await bench.until("gone") { bench.at("board") == nil }
            try await bench.quiet()
            #expect(bench.notices == ["MetaWear was reset and is restarting."])
            try await bench.connect()
            #expect(bench.at("board", "log", "isRunning")?.flag == false)
            try bench.send("countLog")
            try await bench.quiet()
            #expect(bench.at("board", "log", "entries")?.number == 0)
            #expect(bench.at("board", "log", "loggers")?.number == 0)
        }
    }

    // MARK: Firmware

    private static func server(_ revision: String) -> MWFirmwareServer {
        MWFirmwareServer(fetcher: DemoFirmware(revision: revision))
    }

    @Test func `newer firmware is found and installed, and the board is connected again`()
        async throws
    {
        try await AppBench.run(server: Self.server("1.7.9")) { bench in
            try await bench.connect()
            try bench.send("checkFirmware")
            try await bench.until("found") {
                bench.at("board", "firmware", "latest")?.text == "1.7.9"
            }
            try await bench.quiet()
            try bench.send("updateFirmware")
            var phases: [String] = []
            var percents: [Double] = []
            try await bench.until("installed", within: .seconds(300)) {
                if let progress = bench.at("board", "firmware", "progress") {
                    let phase = progress["phase"]?.text ?? ""
                    if phases.last != phase { phases.append(phase) }
                    if phase == "uploading" { percents.append(progress["percent"]?.number ?? -1) }
                    #expect(bench.at("board", "activity")?.text == "Updating")
                    // Not as its bootloader advertises.
                    #expect(bench.at("boards", "remembered", "0", "name")?.text == "MetaWear")
                }
                return bench.notices.contains("The board now has firmware 1.7.9.")
            }
            try await bench.quiet()
            #expect(phases.contains("uploading") && phases.contains("starting"))
            #expect(percents == percents.sorted() && Set(percents).count > 3)
            #expect(bench.at("board", "information", "firmware")?.text == "1.7.9")
            #expect(bench.at("board", "phase")?.text == "ready" && bench.errors.isEmpty)
            try bench.send("checkFirmware")
            try await bench.quiet()
            #expect(bench.at("board", "firmware", "isChecked")?.flag == true)
            #expect(bench.at("board", "firmware", "latest") == nil)
            try bench.send("identify")
            try await bench.quiet()
            #expect(bench.errors.isEmpty)
        }
    }

    @Test func `without a server the board keeps its firmware and its link`() async throws {
        try await AppBench.run { bench in
            try await bench.connect()
            try bench.send("checkFirmware")
            try await bench.until("an error") {
                bench.errors == ["The firmware server answered with status 503."]
            }
            try bench.dismissAll()
            try bench.send("updateFirmware")
            try await bench.until("an error") { bench.errors.count == 1 }
            try await bench.quiet()
            #expect(bench.at("board", "phase")?.text == "ready")
            try bench.dismissAll()
            try await bench.choose("accelerometer")
            try bench.send("startStream")
            try await bench.quiet()
            try bench.send("updateFirmware")
            try await bench.until("refused") {
                bench.errors == ["Stop the live stream to update the firmware."]
            }
        }
    }

    @Test func `a cancelled update is repeated from the bootloader`() async throws {
        try await AppBench.run(server: Self.server("1.7.9")) { bench in
            try await bench.connect()
            try bench.send("checkFirmware")
            try await bench.quiet()
            try bench.send("updateFirmware")
            try await bench.until("half of it", within: .seconds(300)) {
                (bench.at("board", "firmware", "progress", "percent")?.number ?? 0) > 40
            }
            try bench.send("cancelFirmware")
            try await bench.quiet()
            #expect(
                bench.errors.first?.hasPrefix("The update was cancelled. The board waits") == true)
            #expect(bench.at("board", "firmware", "isInBootloader")?.flag == true)
            try bench.dismissAll()
            try await Task.sleep(for: .seconds(5))
            try bench.send("updateFirmware")
            try await bench.until("installed", within: .seconds(300)) {
                bench.notices.contains("The board now has firmware 1.7.9.")
            }
            try await bench.quiet()
            #expect(bench.at("board", "phase")?.text == "ready" && bench.errors.isEmpty)
        }
    }

    @Test func `an update that is cancelled early changes nothing`() async throws {
        try await AppBench.run(server: Self.server("1.7.9")) { bench in
            try await bench.connect()
            let before = bench.at("board", "information", "firmware")?.text
            try bench.send("checkFirmware")
            try await bench.quiet()
            try bench.send("updateFirmware")
            try await bench.until("on its way", within: .seconds(30)) {
                bench.at("board", "firmware", "progress", "phase")?.text == "bootloaderHandoff"
            }
            try bench.send("cancelFirmware")
            try await bench.until("back", within: .seconds(120)) {
                bench.at("board", "phase")?.text == "ready"
            }
            try await bench.quiet()
            #expect(bench.at("board", "information", "firmware")?.text == before)
        }
    }
}
