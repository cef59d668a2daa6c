import Device
import Foundation
import JudgedDesk
import MetaWear
import MetaWearBoard
import MetaWearSimulator
import Testing
import VirtualTime

/// Several boards that record, and are collected.
@Suite struct GroupCaptureTests {
    typealias Member = GroupCaptureCoordinator.Member
    typealias Phase = GroupCaptureCoordinator.Phase

    private static let selections: [GroupSelection] = [
        .acceleration(odrHz: 50, rangeG: 4), .rotation(odrHz: 50, rangeDPS: 500),
    ]

    /// A desk with boards, each with what part of its log is full.
    private static func withDesk(
        _ boards: [(BoardProfile, Double)], allowing allowed: Set<String> = [],
        _ work: @escaping @MainActor (SimulatedDesk, [Member]) async throws -> Void
    ) async throws {
        let desk = SimulatedDesk(seed: 7)
        for (profile, fill) in boards { try desk.add(profile).fillRecording(to: fill) }
        try await withJudgedDesk(desk, allowing: allowed) { @MainActor in
            try await work(desk, members(desk))
            try await Task.sleep(for: .seconds(2))
        }
    }

    private static func members(_ desk: SimulatedDesk) -> [Member] {
        desk.boards.enumerated().map { number, board in
            Member(
                device: MetaWearDevice(
                    identifier: board.identifier,
                    transport: desk.radio.transport(to: board.identifier)),
                name: "board \(number)")
        }
    }

    private static func saved(_ phase: Phase?) -> Int? {
        if case .saved(let count) = phase { count } else { nil }
    }

    /// What part of its log takes so long to erase.
    private static func fill(_ seconds: Double, _ profile: BoardProfile) -> Double {
        seconds / 0.02 / Double(profile.flash.pages)
    }

    @Test func `boards with different chips record at one time`() async throws {
        let s = BoardProfile.metaMotionS
        try await Self.withDesk([(s, Self.fill(80, s)), (.metaMotionRL, 0), (.metaMotionR, 0)]) {
            desk, members in
            let captures = Captures()
            let group = GroupCaptureCoordinator { await captures.add($0) }
            #expect(group.boards.isEmpty && group.lastPass == nil && !group.isBusy)
            let begin = ContinuousClock.now
            await group.startAll(members: members, selections: Self.selections)
            // The coordinator waits for the erasure, one minute in the clear.
            #expect(ContinuousClock.now - begin > .seconds(5))
            #expect(group.lastPass == .start && !group.isBusy)
            #expect(group.boards.map(\.phase) == [.logging, .logging, .logging])
            #expect(group.boards.map(\.name) == ["board 0", "board 1", "board 2"])
            #expect(Set(group.sessions.values.map(\.groupID)).count == 1)
            for member in members { #expect(await member.device.state == .disconnected) }
            try await Task.sleep(for: .seconds(20))
            let end = Date.now
            await group.stopAndDownloadAll(members: members)
            #expect(group.lastPass == .stopAndDownload && group.activeDownload == nil)
            let all = await captures.all
            #expect(all.count == 3 && group.sessions.isEmpty && group.unsaved.isEmpty)
            for (capture, board) in zip(all, group.boards) {
                #expect(capture.name == board.name && capture.device.identifier == board.id)
                #expect(Self.saved(board.phase) == capture.sampleCount)
                #expect(capture.recordings.map(\.selection) == Self.selections)
                for recording in capture.recordings {
                    let last = try #require(recording.samples.last).date
                    #expect(end.timeIntervalSince(last) < 0.2)
                    let kept = recording.samples.count {
                        $0.date > capture.session.start && $0.date < end
                    }
                    let wanted = end.timeIntervalSince(capture.session.start) * 50
                    #expect(abs(Double(kept) / wanted - 1) < 0.05)
                }
            }
            // Nothing is left on the boards.
            for member in members {
                try await member.device.connect()
                #expect(try await member.device.queryActiveLoggers().isEmpty)
                #expect(try await member.device.read(MWLogLength()).value < 2)
                try await member.device.disconnect()
            }
        }
    }

    @Test func `a board proves that it records before the next one begins`() async throws {
        var profile = BoardProfile.metaMotionS
        // The clear believes the length and ends after 4 s.
        profile.quirks.insert(.noDropNotice)
        try await Self.withDesk([(profile, Self.fill(40, profile)), (profile, 0)]) { _, members in
            let group = GroupCaptureCoordinator { _ in }
            let pass = Task {
                await group.startAll(members: members, selections: [.acceleration(odrHz: 50)])
            }
            var phases: [Phase] = []
            var verifying = 0
            while group.boards.last?.phase != .logging {
                try await Task.sleep(for: .milliseconds(100))
                guard let phase = group.boards.first?.phase else { continue }
                if phases.last != phase { phases.append(phase) }
                if phase == .verifying { verifying += 1 }
                if phase != .logging { #expect(group.boards[1].phase == .pending) }
            }
            await pass.value
            #expect(phases == [.connecting, .starting, .verifying, .logging])
            #expect((300...420).contains(verifying))
            let two = group.sessions.values.map(\.start).sorted()
            #expect(two.count == 2)
            await group.stopAndDownloadAll(members: members)
        }
    }

    @Test func `a session is neither started nor collected twice`() async throws {
        try await Self.withDesk([(.metaMotionS, 0)]) { _, members in
            let captures = Captures()
            let group = GroupCaptureCoordinator { await captures.add($0) }
            await group.stopAndDownloadAll(members: members)
            #expect(group.boards[0].phase == .skipped("It has no recording of this group."))
            await group.startAll(members: members, selections: Self.selections)
            let sessions = group.sessions
            await group.startAll(members: members, selections: Self.selections)
            #expect(
                group.boards[0].phase == .skipped("It has a recording that was not collected."))
            #expect(group.sessions == sessions)
            await group.stopAndDownloadAll(members: members)
            await group.stopAndDownloadAll(members: members)
            #expect(await captures.all.count == 1)
        }
    }

    @Test func `a pass goes on after a board that is unknown, absent or lacks a sensor`()
        async throws
    {
        try await Self.withDesk([(.metaWearR, 0.1), (.metaMotionS, 0)]) { desk, members in
            let stranger = UUID(bluetoothAddress: "C0:00:00:00:00:01")
            let unknown = Member(
                device: MetaWearDevice(
                    identifier: stranger, transport: desk.radio.transport(to: stranger)),
                name: "unknown")
            let group = GroupCaptureCoordinator { _ in }
            await group.startAll(members: [unknown] + members, selections: Self.selections)
            guard case .failed = group.boards[0].phase,
                case .failed(let text) = group.boards[1].phase
            else {
                Issue.record("\(group.boards)")
                return
            }
            #expect(text.contains("cannot record acceleration"))
            #expect(group.boards[2].phase == .logging)
            #expect(group.sessions.count == 1)
            // It kept its log.
            try await members[0].device.connect()
            #expect(try await members[0].device.read(MWLogLength()).value > 100)
            try await members[0].device.disconnect()
            await group.stopAndDownloadAll(members: members)
        }
    }

    @Test func `another run of the program collects`() async throws {
        try await Self.withDesk([(.metaMotionS, 0), (.metaMotionRL, 0)]) { desk, members in
            let first = GroupCaptureCoordinator { _ in }
            await first.startAll(members: members, selections: Self.selections)
            let kept = try JSONEncoder().encode(first.sessions)
            try await Task.sleep(for: .seconds(10))
            let captures = Captures()
            let second = GroupCaptureCoordinator(
                sessions: try JSONDecoder().decode([UUID: GroupSession].self, from: kept)
            ) { await captures.add($0) }
            await second.stopAndDownloadAll(members: Self.members(desk))
            let counts = await captures.all.flatMap { $0.recordings.map(\.samples.count) }
            #expect(counts.count == 4 && counts.allSatisfy { $0 > 480 })
        }
    }

    @Test func `what cannot be saved stays in memory`() async throws {
        try await Self.withDesk([(.metaMotionS, 0)]) { _, members in
            let group = GroupCaptureCoordinator { _ in
                throw MWError.operationFailed("the disk is full")
            }
            await group.startAll(members: members, selections: [.magneticField])
            try await Task.sleep(for: .seconds(10))
            await group.stopAndDownloadAll(members: members)
            #expect(group.boards[0].phase == .failed("Operation failed: the disk is full"))
            #expect(group.sessions.isEmpty && group.unsaved.count == 1)
            #expect(try #require(group.unsaved.first).sampleCount > 90)
            await #expect(throws: MWError.self) {
                try await group.saveUnsaved()
            }
            #expect(group.unsaved.count == 1 && !group.isBusy)
        }
    }

    @Test func `what could not be saved is saved when there is room`() async throws {
        try await Self.withDesk([(.metaMotionS, 0)]) { _, members in
            let captures = Captures()
            let group = GroupCaptureCoordinator { capture in
                await captures.add(capture)
                let isFirst = await captures.all.count == 1
                if isFirst { throw MWError.operationFailed("the disk is full") }
            }
            await group.startAll(members: members, selections: [.magneticField])
            try await Task.sleep(for: .seconds(10))
            await group.stopAndDownloadAll(members: members)
            #expect(group.unsaved.count == 1)
            try await group.saveUnsaved()
            #expect(group.unsaved.isEmpty && !group.isBusy)
            #expect(await captures.all.count == 2)
        }
    }

    @Test func `a recording that is given up is not collected`() async throws {
        try await Self.withDesk([(.metaMotionS, 0), (.metaMotionRL, 0)]) { _, members in
            let captures = Captures()
            let group = GroupCaptureCoordinator { await captures.add($0) }
            await group.startAll(members: members, selections: Self.selections)
            let pass = Task { await group.stopAndDownloadAll(members: members) }
            try await Task.sleep(for: .milliseconds(500))
            // Not during a pass.
            group.forget(members[1].id)
            #expect(group.sessions[members[1].id] != nil)
            await pass.value
            #expect(await captures.all.count == 2)
            await group.startAll(members: members, selections: Self.selections)
            group.forget(members[0].id)
            await group.stopAndDownloadAll(members: members)
            #expect(group.boards[0].phase == .skipped("It has no recording of this group."))
            #expect(await captures.all.count == 3)
        }
    }

    @Test func `a download that a lost link ends goes on in the next pass`() async throws {
        // The host is gone before it can confirm a page.
        try await Self.withDesk([(.metaMotionS, 0)], allowing: ["MW-READOUT-01"]) { desk, members in
            let captures = Captures()
            let group = GroupCaptureCoordinator { await captures.add($0) }
            await group.startAll(members: members, selections: Self.selections)
            try await Task.sleep(for: .seconds(30))
            let pass = Task { await group.stopAndDownloadAll(members: members) }
            while (group.activeDownload?.percentComplete ?? 0) < 0.3 {
                try await Task.sleep(for: .milliseconds(50))
            }
            desk.loseLink(to: members[0].id)
            await pass.value
            guard case .failed = group.boards[0].phase else {
                Issue.record("\(group.boards)")
                return
            }
            #expect(group.sessions.count == 1 && group.activeDownload == nil)
            try await Task.sleep(for: .seconds(10))
            await group.stopAndDownloadAll(members: members)
            let capture = try #require(await captures.all.first)
            #expect(Self.saved(group.boards[0].phase) == capture.sampleCount)
            for recording in capture.recordings {
                let dates = recording.samples.map(\.date)
                #expect(dates.count > 1500)
                #expect(
                    zip(dates, dates.dropFirst()).allSatisfy { $1.timeIntervalSince($0) < 0.05 })
            }
        }
    }

    @Test func `a board that records flashes without a link, and no longer afterwards`()
        async throws
    {
        try await Self.withDesk([(.metaMotionS, 0)]) { desk, members in
            /// Whether the LED was on at some time of six seconds.
            func flashes() async throws -> Bool {
                var isLit = false
                for _ in 0..<120 {
                    try await Task.sleep(for: .milliseconds(50))
                    isLit = isLit || desk.boards[0].brightness(of: .red) > 0
                }
                return isLit
            }
            let group = GroupCaptureCoordinator { _ in }
            await group.startAll(members: members, selections: Self.selections)
            #expect(try await flashes())
            // Also after a visit of somebody else.
            try await members[0].device.connect()
            try await members[0].device.disconnect()
            #expect(try await flashes())
            await group.stopAndDownloadAll(members: members)
            #expect(try await !flashes())
            try await members[0].device.connect()
            try await members[0].device.disconnect()
            #expect(try await !flashes())
        }
    }

    @Test func `a second pass waits for nothing, and a cancelled one leaves no link`() async throws
    {
        let s = BoardProfile.metaMotionS
        try await Self.withDesk([(s, Self.fill(30, s)), (s, 0)]) { desk, members in
            let group = GroupCaptureCoordinator { _ in }
            let pass = Task {
                await group.startAll(members: members, selections: Self.selections)
            }
            try await Task.sleep(for: .seconds(5))
            #expect(group.isBusy && group.boards[0].phase == .starting)
            await group.stopAndDownloadAll(members: members)
            #expect(group.isBusy && group.lastPass == .start)
            pass.cancel()
            await pass.value
            #expect(!group.isBusy && group.sessions.isEmpty)
            #expect(group.boards[1].phase == .pending)
            #expect(await members[0].device.state == .disconnected)
            try await Task.sleep(for: .seconds(60))
            #expect(!desk.boards[0].recording.isRecording)
        }
    }

    @Test func `a board that never records fails, and is left in peace`() async throws {
        var profile = BoardProfile.metaMotionS
        profile.quirks.remove(.slowGarbageCollection)
        try await Self.withDesk([(profile, 0)]) { desk, members in
            let device = members[0].device
            try await device.connect()
            // Nothing is logged, so that nothing grows.
            let start = ContinuousClock.now
            #expect(try await !RecordingHeartbeat().isHeard(of: device))
            #expect(ContinuousClock.now - start >= .seconds(90))
            #expect(
                try await !RecordingHeartbeat(pause: .milliseconds(500), polls: 2)
                    .isHeard(of: device))
            try await device.disconnect()
        }
    }
}
