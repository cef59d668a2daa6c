import Foundation
import MetaWear
import MetaWearBoard
import MetaWearSimulator
import Simulation
import VirtualTime

/// A group of boards whose logs take up to 90 s to erase, with the habits that their seed says (real boards of 2026, sections 1
/// and 2).
struct GroupWorld: Sendable {
    /// In all combinations, one after the other.
    static let quirks: [Quirk] = [
        .noDropNotice, .slowFlush, .flushNeedsLogging, .lengthOneAfterDrop, .staleTriggersBlock,
        .lengthWithoutRAMPage,
    ]

    let seed: UInt64
    let profile: BoardProfile
    /// For each board, what part of its log is full.
    let fills: [Double]
    /// Boards that another host has left while they recorded.
    let abandoned: [Bool]

    init(seed: UInt64) {
        self.seed = seed
        var profile = BoardProfile.metaMotionS
        for (bit, quirk) in Self.quirks.enumerated() where seed >> UInt64(bit) & 1 != 0 {
            profile.quirks.insert(quirk)
        }
        self.profile = profile
        var random = RandomStream(seed: seed, purpose: "group")
        func part(_ parts: UInt64) -> UInt64 { random.next() % parts }
        let count = 2 + Int(part(4))
        // 20 ms a page.
        let whole = Double(profile.flash.pages) * 0.02
        fills = (0..<count).map { _ in Double(part(91)) / whole }
        abandoned = (0..<count).map { _ in part(3) == 0 }
    }

    /// What a session should hold, and what it does.
    struct Outcome: Sendable {
        /// When the client believed that the board records.
        let start: Date
        /// When it began to stop the boards.
        let end: Date
        /// When the samples were recorded.
        let dates: [Date]

        /// Whether something is missing: a fifth of a second at one of the ends, or in between.
        var isLost: Bool {
            var last = start
            for date in dates where date > start && date < end {
                if date.timeIntervalSince(last) > 0.2 { return true }
                last = date
            }
            return end.timeIntervalSince(last) > 0.2
        }
    }

    /// What becomes of each board's session with a client that is given the boards and records for ten seconds.
    func outcomes(
        of client: @escaping @MainActor (SimulatedDesk, [MetaWearDevice]) async throws -> [Outcome]
    ) async throws -> [Outcome] {
        let desk = SimulatedDesk(seed: seed)
        for fill in fills { try desk.add(profile).fillRecording(to: fill) }
        return try await withVirtualTime(desk) { @MainActor in
            for (board, isAbandoned) in zip(desk.boards, abandoned) where isAbandoned {
                let other = Self.device(board, desk)
                try await other.connect()
                try await other.startLogging(MWGyroscopeBMI270(odr: .hz25, range: .dps500))
                try await other.disconnect()
            }
            try await Task.sleep(for: .seconds(2))
            return try await client(desk, desk.boards.map { Self.device($0, desk) })
        }
    }

    private static func device(_ board: MetaWearBoard, _ desk: SimulatedDesk) -> MetaWearDevice {
        MetaWearDevice(
            identifier: board.identifier, transport: desk.radio.transport(to: board.identifier))
    }
}

/// What a group has saved.
actor Captures {
    private(set) var all: [GroupCapture] = []
    func add(_ capture: GroupCapture) { all.append(capture) }
}

extension GroupWorld {
    /// With the coordinator of the SDK.
    func outcomesOfCoordinator() async throws -> [Outcome] {
        try await outcomes { _, devices in
            let captures = Captures()
            let group = GroupCaptureCoordinator { await captures.add($0) }
            let members = devices.enumerated().map {
                GroupCaptureCoordinator.Member(device: $1, name: "board \($0)")
            }
            await group.startAll(
                members: members, selections: [.acceleration(odrHz: 25, rangeG: 4)])
            let sessions = group.sessions
            try await Task.sleep(for: .seconds(10))
            let end = Date.now
            await group.stopAndDownloadAll(members: members)
            let all = await captures.all
            return devices.map { device in
                let capture = all.first { $0.device === device }
                return Outcome(
                    start: sessions[device.identifier]?.start ?? .distantPast, end: end,
                    dates: capture?.recordings.first?.samples.map(\.date) ?? [])
            }
        }
    }

    /// What a program does that knows nothing of the erasure: it clears and starts at once.
    func outcomesOfNaiveClient() async throws -> [Outcome] {
        try await outcomes { _, devices in
            let sensor = MWAccelerometerBMI270(odr: .hz25, range: .g4)
            var starts: [Date] = []
            for device in devices {
                try await device.connect()
                for clear in RawCommand.clear { try await device.send(clear) }
                try await device.startLogging(sensor)
                starts.append(.now)
                try await device.disconnect()
            }
            try await Task.sleep(for: .seconds(10))
            let end = Date.now
            var outcomes: [Outcome] = []
            for (device, start) in zip(devices, starts) {
                try await device.connect()
                try await device.stopLogging(sensor)
                var entries: [RawLogEntry] = []
                for try await part in try await device.downloadLogs(expectEntries: true) {
                    entries = part.data
                }
                let samples = try await device.decodeEntries(entries, for: sensor)
                outcomes.append(Outcome(start: start, end: end, dates: samples.map(\.date)))
                try await device.disconnect()
            }
            return outcomes
        }
    }
}

/// A packet as a program writes it that knows the protocol.
private struct RawCommand: MWCommand {
    let commandData: Data

    /// End of the recording, of the entries and of the loggers.
    static let clear = [[0x0B, 0x01, 0], [0x0B, 0x09, 0xFF, 0xFF, 0xFF, 0xFF], [0x0B, 0x0A]]
        .map { RawCommand(commandData: Data($0)) }
}
