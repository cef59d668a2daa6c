public import Foundation
public import Observation

/// Has several boards record, and collects what they recorded: one board at a time, and every board ends disconnected.
///
/// A board counts as recording once its log has grown (``RecordingHeartbeat``). What a pass does to each board is in ``boards``, for
/// a view.
@Observable @MainActor public final class GroupCaptureCoordinator {
    /// A board of the group.
    public struct Member: Sendable, Identifiable {
        /// The board.
        public let device: MetaWearDevice
        /// What the app calls it.
        public let name: String
        /// The device's identifier.
        public var id: UUID { device.identifier }

        /// A board and its name.
        public init(device: MetaWearDevice, name: String) {
            self.device = device
            self.name = name
        }
    }

    /// What a pass is doing with a board, or has come to.
    public enum Phase: Sendable, Equatable {
        /// Its turn has not come.
        case pending
        /// It is being connected, for 15 s at most.
        case connecting
        /// Its log is cleared, and its sensors start.
        case starting
        /// It must prove that it records.
        case verifying
        /// It records.
        case logging
        /// Its recording ends.
        case stopping
        /// Its log is read.
        case downloading
        /// So many samples were saved.
        case saved(Int)
        /// So many samples were saved, and what is wrong.
        case savedWithIssues(Int, String)
        /// There was nothing to do, and why.
        case skipped(String)
        /// It did not work, and why.
        case failed(String)
    }

    /// A board in a pass.
    public struct Board: Sendable, Equatable, Identifiable {
        /// The device's identifier.
        public let id: UUID
        /// What the app calls it.
        public let name: String
        /// How far it is.
        public internal(set) var phase: Phase
    }

    /// What is done with all boards.
    public enum Pass: Sendable, Equatable {
        /// ``GroupCaptureCoordinator/startAll(members:selections:)``.
        case start
        /// ``GroupCaptureCoordinator/stopAndDownloadAll(members:)``.
        case stopAndDownload
    }

    /// A download under way.
    public struct ActiveDownload: Sendable, Equatable {
        /// The board's identifier.
        public let id: UUID
        /// 0 to 1.
        public let percentComplete: Double
    }

    /// Whether a pass is under way.
    public private(set) var isBusy = false
    /// The boards of the pass under way, or of the last one.
    public private(set) var boards: [Board] = []
    /// The pass under way, or the last one.
    public private(set) var lastPass: Pass?
    /// The download under way.
    public internal(set) var activeDownload: ActiveDownload?
    /// What boards record that were not collected yet, by the identifiers of their devices. Keep it beyond the end of the program.
    public internal(set) var sessions: [UUID: GroupSession]
    /// What was downloaded and could not be saved. The boards no longer have it.
    public internal(set) var unsaved: [GroupCapture] = []

    /// What came of boards whose collection failed then.
    @ObservationIgnored var received: [UUID: [RawLogEntry]] = [:]

    /// Saves what a board has recorded.
    let save: @Sendable (GroupCapture) async throws -> Void

    /// A coordinator.
    ///
    /// - Parameters:
    ///   - sessions: those of an earlier run of the program.
    ///   - save: saves what a board has recorded; the board is still connected.
    public init(
        sessions: [UUID: GroupSession] = [:],
        save: @escaping @Sendable (GroupCapture) async throws -> Void
    ) {
        self.sessions = sessions
        self.save = save
    }

    /// Clears and starts all boards. Those that already record for this group are skipped. Does nothing during a pass.
    ///
    /// - Parameters:
    ///   - members: the boards.
    ///   - selections: what each of them records; a board that lacks one of these fails, and keeps its log.
    public func startAll(members: [Member], selections: [GroupSelection]) async {
        let group = UUID()
        await walk(.start, members) { await self.start($0, selections, in: group) }
    }

    /// Stops all boards, downloads what they recorded, saves it and clears their logs. Those without a session are skipped. If a
    /// board fails, its session stays: collect it again. Does nothing during a pass.
    public func stopAndDownloadAll(members: [Member]) async {
        await walk(.stopAndDownload, members) { await self.collect($0) }
    }

    /// Forgets what a board records, for example because the board is lost: it is not collected any more. Does nothing during a pass.
    public func forget(_ id: UUID) {
        guard !isBusy else { return }
        sessions[id] = nil
        received[id] = nil
    }

    /// Saves what could not be saved before; what still cannot stays in ``unsaved``. Does nothing during a pass.
    ///
    /// - Throws: the first error.
    public func saveUnsaved() async throws {
        guard !isBusy else { return }
        isBusy = true
        defer { isBusy = false }
        while let capture = unsaved.first {
            try await save(capture)
            unsaved.removeFirst()
        }
    }

    private func walk(
        _ pass: Pass, _ members: [Member], _ visit: (Member) async -> Void
    ) async {
        guard !isBusy else { return }
        isBusy = true
        lastPass = pass
        boards = members.map { Board(id: $0.id, name: $0.name, phase: .pending) }
        for member in members where !Task.isCancelled { await visit(member) }
        isBusy = false
    }

    /// Says how far a board is.
    func set(_ phase: Phase, of member: Member) {
        guard let index = boards.firstIndex(where: { $0.id == member.id }) else { return }
        boards[index].phase = phase
    }

    /// Connects a board, does something with it, and disconnects it; an error is its last phase.
    func withLink(to member: Member, _ body: () async throws -> Phase) async {
        set(.connecting, of: member)
        let device = member.device
        do {
            try await device.connect(within: .seconds(15))
        } catch {
            // There is no link then.
            set(.failed(error.localizedDescription), of: member)
            return
        }
        let last: Phase
        do {
            last = try await body()
        } catch {
            last = .failed(error.localizedDescription)
        }
        try? await device.disconnect()
        set(last, of: member)
    }
}

extension MetaWearDevice {
    /// ``connect()`` with a limit.
    ///
    /// - Throws: `MWError.operationFailed` after that time; what ``connect()`` throws.
    func connect(within time: Duration) async throws {
        let start = ContinuousClock.now
        let watchdog = Task {
            guard (try? await Task.sleep(for: time)) != nil else { return }
            try? await disconnect()
        }
        defer { watchdog.cancel() }
        do {
            try await connect()
        } catch  where ContinuousClock.now - start >= time {
            throw MWError.operationFailed("the board did not connect within \(time)")
        }
    }
}
