import Checkout
import Device
import Foundation
import JSON
import MetaWear
import MetaWearBoard
import MetaWearSimulator
import Motion
import Peripheral
import Testing
import VirtualRadio

@testable import AppPage

/// Boards that record together.
@MainActor @Suite struct GroupTests {
    private static let three = [BoardProfile.metaMotionS, .metaMotionRL, .metaMotionR]

    /// Puts boards of the desk into the group.
    private func choose(_ bench: AppBench, _ places: [Int]) async throws {
        for place in places {
            let id = bench.desk.boards[place].identifier.uuidString
            try bench.send("member", ["id": .string(id), "on": .bool(true)])
        }
        try await Task.sleep(for: .milliseconds(20))
    }

    private func start(_ bench: AppBench) async throws {
        try bench.send("startGroup")
        try await bench.until("asked") { bench.at("question") != nil }
        try bench.send("answer", ["yes": .bool(true)])
        try await wait(bench)
    }

    /// Until the walk over the group has ended.
    private func wait(_ bench: AppBench) async throws {
        try await bench.until("the group is busy", within: .seconds(2)) {
            bench.at("group", "isBusy")?.flag == true
        }
        try await bench.until("the group is done", within: .seconds(600)) {
            bench.at("group", "isBusy")?.flag == false
        }
    }

    private func board(_ bench: AppBench, _ place: Int) -> JSONValue? {
        let id = bench.desk.boards[place].identifier.uuidString
        return bench.at("group", "boards")?.items.first { $0["id"]?.text == id }
    }

    private func phases(_ bench: AppBench, _ places: [Int]) -> [String?] {
        places.map { board(bench, $0)?["phase"]?.text }
    }

    @Test(.slow) func `boards are started, verified and collected together`() async throws {
        try await AppBench.run(Self.three) { bench in
            try await bench.until("found") { bench.boards.count == 3 }
            try await choose(bench, [0, 1, 2])
            try bench.send("groupRate", ["value": .number(51)])
            try bench.send("startGroup")
            try await bench.until("asked") { bench.at("question") != nil }
            #expect(bench.at("question", "title")?.text == "Start the group?")
            try bench.send("answer", ["yes": .bool(true)])
            var seen: [String] = []
            try await bench.until("they record", within: .seconds(300)) {
                if let phase = phases(bench, [0])[0], seen.last != phase { seen.append(phase) }
                return bench.notices == ["All 3 boards record."]
            }
            try await bench.quiet()
            #expect(seen.suffix(4) == ["connecting", "starting", "verifying", "logging"])
            #expect(phases(bench, [0, 1, 2]) == ["logging", "logging", "logging"])
            #expect(bench.at("group", "rate")?.number == 50)
            #expect(
                board(bench, 0)?["records"]?.items.map(\.text) == ["Accelerometer", "Gyroscope"])
            // They record alone, and say so with their LEDs.
            for board in bench.desk.boards { #expect(!board.isConnected) }
            var flashes = 0
            for _ in 0..<600 {
                try await Task.sleep(for: .milliseconds(10))
                if bench.desk.boards.contains(where: { $0.brightness(of: .red) > 0 }) {
                    flashes += 1
                }
            }
            #expect((5...60).contains(flashes), "\(flashes)")
            try await Task.sleep(for: .seconds(14))
            try bench.dismissAll()
            try bench.send("collectGroup")
            try await wait(bench)
            #expect(
                bench.notices == ["All 3 boards were collected; the history has them."],
                "\(bench.notices)")
            #expect(phases(bench, [0, 1, 2]) == ["saved", "saved", "saved"])
            let sessions = bench.at("sessions")?.items ?? []
            #expect(sessions.count == 6)
            #expect(Set(sessions.map { $0["group"]?.text }).count == 1)
            for session in sessions {
                #expect((session["count"]?.number ?? 0) > 900)
                #expect(session["board"]?.text?.hasPrefix("MetaWear") == true)
            }
        }
    }

    @Test(.slow) func `a board that fails is named, and the rest goes on`() async throws {
        try await AppBench.run(
            [.metaMotionS, .metaMotionS, .metaMotionRL]
        ) { bench in
            try await bench.until("found") { bench.boards.count == 3 }
            try await choose(bench, [0, 1, 2])
            bench.desk.boards[1].setDeviceName("MetaWear knee")
            bench.desk.boards[1].powerOff()
            try await start(bench)
            #expect(bench.errors.count == 1)
            #expect(
                bench.errors.first?.hasPrefix("2 of 3 boards record. Not: MetaWear") == true,
                "\(bench.errors)")
            #expect(phases(bench, [0, 1, 2]) == ["logging", "failed", "logging"])
            #expect(board(bench, 1)?["words"]?.text?.isEmpty == false)
        }
    }

    @Test(.slow) func `a lost link is tried again after the others, and the download goes on`()
        async throws
    {
        try await AppBench.run(Self.three) { bench in
            try await bench.until("found") { bench.boards.count == 3 }
            try await choose(bench, [0, 1, 2])
            try await start(bench)
            try await Task.sleep(for: .seconds(30))
            try bench.dismissAll()
            try bench.send("collectGroup")
            let first = bench.desk.boards.map(\.identifier.uuidString).sorted()[0]
            @MainActor func percent() -> Double? {
                bench.at("group", "boards")?.items.first { $0["id"]?.text == first }?["fraction"]?
                    .number
            }
            try await bench.until("half of it") { (percent() ?? 0) > 0.4 }
            let id = try #require(UUID(uuidString: first))
            bench.desk.loseLink(to: id)
            try await bench.until("done", within: .seconds(600)) {
                bench.at("group", "isBusy")?.flag == false
            }
            #expect(phases(bench, [0, 1, 2]) == ["saved", "saved", "saved"])
            for session in bench.at("sessions")?.items ?? [] {
                // Nothing of what came before the loss is missing.
                #expect((session["count"]?.number ?? 0) > 1_400, "\(session)")
            }
        }
    }

    @Test(.slow, arguments: [false, true])
    func `a recording goes on over a restart of the app`(isKilled: Bool) async throws {
        try await AppBench.run([.metaMotionS, .metaMotionRL]) { bench in
            try await bench.until("found") { bench.boards.count == 2 }
            try await choose(bench, [0, 1])
            try await start(bench)
            try await bench.restart(isKilled: isKilled)
            try await Task.sleep(for: .seconds(10))
            #expect(board(bench, 0)?["since"] != nil && board(bench, 1)?["since"] != nil)
            try bench.send("collectGroup")
            try await wait(bench)
            #expect(bench.at("sessions")?.items.count == 4 && bench.errors.isEmpty)
            #expect(board(bench, 0)?["since"] == nil)
        }
    }

    @Test func `a board of the group is left alone, and what the app logs itself is kept`()
        async throws
    {
        try await AppBench.run([.metaMotionS, .metaMotionRL]) { bench in
            try await bench.connect(0)
            try bench.send("startGroup")
            try await bench.until("refused") {
                bench.errors == ["Choose the boards of the group first."]
            }
            try bench.dismissAll()
            try await bench.choose("accelerometer")
            try bench.send("startLog")
            try await bench.quiet()
            try await choose(bench, [0, 1])
            try bench.send("startGroup")
            try await bench.until("refused") {
                bench.errors.first?.contains("holds a log that the app has recorded") == true
            }
            try bench.dismissAll()
            try bench.send("clearLog")
            try await bench.until("asked") { bench.at("question") != nil }
            try bench.send("answer", ["yes": .bool(true)])
            try await bench.quiet()
            // The board that is connected is started as the others are.
            try await start(bench)
            #expect(phases(bench, [0, 1]) == ["logging", "logging"])
            #expect(bench.at("board") == nil)
            try await bench.connect(0)
            #expect(bench.at("board", "log", "orphans") == nil)
            for command in ["startLog", "startStream"] {
                try bench.dismissAll()
                try bench.send(command)
                try await bench.until("refused") {
                    bench.errors.first?.hasPrefix("This board records for the group.") == true
                }
            }
            try bench.dismissAll()
            try bench.send("collectGroup")
            try await wait(bench)
            #expect(phases(bench, [0, 1]) == ["saved", "saved"], "\(bench.errors)")
        }
    }

    @Test func `a lost board is forgotten, and a cancelled start leaves no half of it`()
        async throws
    {
        try await AppBench.run([.metaMotionS, .metaMotionRL]) { bench in
            try await bench.until("found") { bench.boards.count == 2 }
            try await choose(bench, [0, 1])
            try bench.send("startGroup")
            try await bench.until("asked") { bench.at("question") != nil }
            try bench.send("answer", ["yes": .bool(true)])
            try await bench.until("the first one records", within: .seconds(100)) {
                phases(bench, [0])[0] == "logging" && phases(bench, [1])[0] == "starting"
            }
            try bench.send("cancelGroup")
            try await bench.until("done") { bench.at("group", "isBusy")?.flag == false }
            try await Task.sleep(for: .seconds(5))
            #expect(phases(bench, [0])[0] == "logging" && board(bench, 1)?["since"] == nil)
            #expect(!bench.desk.boards[1].isConnected)
            let id = bench.desk.boards[0].identifier.uuidString
            try bench.send("forgetRecording", ["id": .string(id)])
            try await bench.until("asked") { bench.at("question") != nil }
            try bench.send("answer", ["yes": .bool(true)])
            try await Task.sleep(for: .seconds(1))
            #expect(board(bench, 0)?["since"] == nil)
            try bench.dismissAll()
            try bench.send("collectGroup")
            try await bench.until("refused") {
                bench.errors == ["No board records for the group."]
            }
        }
    }
}
