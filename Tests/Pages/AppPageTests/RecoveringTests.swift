import Foundation
import JSON
import MetaWear
import MetaWearBoard
import MetaWearFirmware
import MetaWearSimulator
import Testing

@testable import AppPage

/// Boards that wait in their bootloader.
@MainActor @Suite struct RecoveringTests {
    /// A board whose bootloader is older than the newest firmware wants.
    private static var board: BoardProfile {
        var profile = BoardProfile.metaMotionS
        profile.bootloaderRevision = "0.3.1"
        return profile
    }

    private static let server = MWFirmwareServer(
        fetcher: DemoFirmware(revision: "1.7.9", bootloader: "0.4.0"))

    /// Sends the board that is connected to its bootloader, as a firmware does that breaks.
    private func strand(_ bench: AppBench) async throws {
        let device = try #require(bench.model.link?.device)
        try await device.send(MWDebug.JumpToBootloader())
        try await bench.until("it is seen in its bootloader", within: .seconds(20)) {
            bench.boards.first?["status"]?.text == "bootloader"
                && bench.at("reconnecting") == nil
        }
    }

    private func choose(_ bench: AppBench, _ isYes: Bool) async throws {
        try bench.send("connect", ["id": bench.boards.first?["id"] ?? .null])
        try await bench.until("asked") {
            bench.at("question", "title")?.text == "Install the firmware again?"
        }
        try bench.send("answer", ["yes": .bool(isYes)])
        try await Task.sleep(for: .milliseconds(20))
    }

    @Test func `a stuck board is found and recovered, its bootloader first`() async throws {
        try await AppBench.run([Self.board], server: Self.server) { bench in
            try await bench.connect()
            try await strand(bench)
            #expect(bench.errors.contains { $0.hasPrefix("MetaWear waits in its bootloader.") })
            #expect(bench.boards.first?["name"]?.text == "MetaWear")
            try bench.dismissAll()
            try await choose(bench, false)
            #expect(bench.at("recovery") == nil)
            try await choose(bench, true)
            var parts: Set<Double> = []
            try await bench.until("recovered", within: .seconds(300)) {
                if let part = bench.at("recovery", "progress", "part")?.number {
                    parts.insert(part)
                    #expect(bench.at("recovery", "name")?.text == "MetaWear")
                }
                return bench.notices.contains("MetaWear has its firmware again.")
            }
            try await bench.until("connected") { bench.at("board", "phase")?.text == "ready" }
            try await bench.quiet()
            #expect(parts == [1, 2])
            #expect(bench.at("board", "information", "firmware")?.text == "1.7.9")
            #expect(bench.desk.boards[0].bootloaderRevision == "0.4.0")
            #expect(bench.at("recovery") == nil && bench.errors.isEmpty, "\(bench.errors)")
        }
    }

    @Test func `a recovery is cancelled and tried again, also after a restart of the app`()
        async throws
    {
        try await AppBench.run([Self.board], server: Self.server) { bench in
            try await bench.connect()
            try await strand(bench)
            try await bench.restart()
            try await bench.until("it is seen in its bootloader", within: .seconds(20)) {
                bench.boards.first?["status"]?.text == "bootloader"
            }
            try await choose(bench, true)
            try await bench.until("half of it", within: .seconds(300)) {
                (bench.at("recovery", "progress", "percent")?.number ?? 0) > 40
            }
            try bench.send("cancelFirmware")
            try await bench.quiet()
            #expect(
                bench.errors
                    == ["The update was cancelled. MetaWear still waits in its bootloader."])
            try bench.dismissAll()
            try await bench.until("it is seen again", within: .seconds(20)) {
                bench.boards.first?["status"]?.text == "bootloader"
            }
            try await choose(bench, true)
            try await bench.until("connected", within: .seconds(300)) {
                bench.at("board", "phase")?.text == "ready"
            }
            #expect(bench.at("board", "information", "firmware")?.text == "1.7.9")
        }
    }

    @Test func `without a server the board stays where it is, and the reason is said`()
        async throws
    {
        try await AppBench.run([Self.board]) { bench in
            try await bench.connect()
            try await strand(bench)
            try bench.dismissAll()
            try await choose(bench, true)
            try await bench.until("an error") {
                bench.errors == ["The firmware server answered with status 503."]
            }
            try await bench.quiet()
            #expect(bench.at("recovery") == nil)
            #expect(bench.desk.boards[0].isInBootloader)
        }
    }
}
