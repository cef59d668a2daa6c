internal import CoreBluetooth
package import Foundation
internal import MetaWear
package import MetaWearFirmware
package import MetaWearPersistence
package import MetaWearTransport

/// The app: boards nearby, one of them connected, its sensors, its log, and the sessions that were kept.
///
/// All of it happens on the main actor. What a browser shows is published as a finished state, which the server's thread
/// takes when it wants.
@MainActor package final class AppModel {
    /// What takes longer than a moment; of each there is one at a time.
    enum Job: String, CaseIterable {
        case connecting, resuming, controls, streaming, logging, downloading, history, settings
        case firmware, group
    }

    /// A message to the person, until it is dismissed.
    struct Notice {
        enum Kind: String { case error, information }
        let id: Int
        let kind: Kind
        let text: String
    }

    /// Something destructive that waits for a yes.
    struct Question {
        let action: AppCommand.Destruction
        let title: String
        let text: String
        let button: String
    }

    let radio: any BLERadio
    let scanner: MetaWearScanner
    let store: MWPersistenceStore
    let server: MWFirmwareServer
    let folder: AppFolder
    let isDemo: Bool
    let outlet = AppOutlet()
    /// Boards that record together.
    let group: GroupCaptureCoordinator
    /// What a first walk over the group has come to, where a second one is under way; by the boards' identifiers.
    var groupPhases: [UUID: GroupCaptureCoordinator.Phase] = [:]
    /// The board of the group whose recording is being ended.
    var silencing: UUID?
    /// What the records hold of the group's recordings.
    var keptRecordings: [UUID: GroupSession] = [:]
    /// The page's time counts from here.
    let start = Date.now

    var records: AppRecords {
        didSet {
            guard records != oldValue else { return }
            do {
                records = try folder.save(records, since: keptRecords)
                keptRecords = records
            } catch {
                report(error)
            }
        }
    }
    /// What the folder held when it was read or written last.
    private var keptRecords: AppRecords
    /// The board that is connected or being connected.
    var link: BoardLink?
    /// Of a board whose link was lost.
    var reconnection: Reconnection?
    /// Of a board that is stuck in its bootloader.
    var recovery: Recovery?
    var jobs: [Job: (task: Task<Void, Never>, id: Int)] = [:]
    var notices: [Notice] = []
    var question: Question?
    var sessions: [MWSessionSnapshot] = []
    /// Sessions whose samples somebody looks at, the newest last.
    var details: [SessionDetails] = []
    /// Entries that were fetched and could not be saved, by board.
    var waitingEntries: [UUID: [RawLogEntry]] = [:]
    private var lastNumber = 0
    private var isPublishing = false
    private var isStale = false
    private var isClosed = false

    /// - Parameters:
    ///   - radio: by which boards are found and connected.
    ///   - store: for sessions.
    ///   - folder: for the app's own records; nil keeps them in memory.
    ///   - server: of firmware.
    ///   - isDemo: whether the boards are simulated, which the page says.
    package init(
        radio: any BLERadio, store: MWPersistenceStore, folder: URL?,
        server: MWFirmwareServer = MWFirmwareServer(), isDemo: Bool = false
    ) {
        self.radio = radio
        scanner = MetaWearScanner(radio: radio)
        self.store = store
        self.folder = AppFolder(url: folder)
        self.server = server
        self.isDemo = isDemo
        let found = Result { [folder = self.folder] in try folder.load() }
        records = (try? found.get()) ?? AppRecords()
        keptRecords = records
        keptRecordings = records.groupSessions
        let keeper = GroupKeeper(store: store)
        group = GroupCaptureCoordinator(sessions: keptRecordings) { try await keeper.keep($0) }
        if case .failure(let error) = found { report(error) }
        publish()
    }

    /// Begins to scan and to publish.
    package func begin() {
        scanner.startScan()
        run(.history) { model in try await model.loadHistory() }
        Task { [weak self] in
            // What changes without a command: signal strengths, counts, progress.
            while let self, !self.isClosed {
                self.keepRecordings()
                self.publish()
                try? await Task.sleep(for: .milliseconds(self.isBusy ? 50 : 200))
            }
        }
    }

    /// Ends everything that runs; the board keeps its settings and goes on recording.
    package func close() async {
        isClosed = true
        scanner.stopScan()
        for job in jobs.values { job.task.cancel() }
        // A board that was being started is left without a half of it.
        await cancel(.group)
        keepRecordings()
        await stopReconnecting()
        await dropLink(saving: true)
    }

    private var isBusy: Bool { link?.stream != nil || !jobs.isEmpty }

    // MARK: Jobs

    /// Runs something that takes time; its error becomes a notice. A second one of the same kind is refused while the
    /// first runs.
    func run(
        _ job: Job, _ work: @escaping @MainActor (AppModel) async throws -> Void
    ) {
        guard jobs[job] == nil else {
            return say("Please wait: \(job.words) is still in progress.", .error)
        }
        let id = nextNumber()
        let task = Task { [weak self] in
            do {
                if let self { try await work(self) }
            } catch {
                if !(error is CancellationError) { self?.report(error) }
            }
            self?.end(job, id)
        }
        jobs[job] = (task, id)
        publish()
    }

    private func end(_ job: Job, _ id: Int) {
        if jobs[job]?.id == id { jobs[job] = nil }
        publish()
    }

    /// Cancels a job and waits for its end.
    func cancel(_ job: Job) async {
        guard let (task, id) = jobs[job] else { return }
        task.cancel()
        await task.value
        end(job, id)
    }

    // MARK: Messages

    func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    func say(_ text: String, _ kind: Notice.Kind = .information) {
        // A repeated text replaces the earlier one.
        notices.removeAll { $0.text == text }
        notices.append(Notice(id: nextNumber(), kind: kind, text: text))
        if notices.count > 5 { notices.removeFirst() }
        publish()
    }

    func report(_ error: any Error) { say(Texts.error(error), .error) }

    // MARK: Publishing

    /// Publishes the present state, once for everything that happens at one moment.
    func publish() {
        isStale = true
        guard !isPublishing else { return }
        isPublishing = true
        Task { [weak self] in
            guard let self else { return }
            isPublishing = false
            guard isStale else { return }
            isStale = false
            outlet.state = state
        }
    }
}

extension AppModel.Job {
    /// For messages.
    fileprivate var words: String {
        switch self {
        case .connecting: "connecting"
        case .resuming: "asking the board what it has logged"
        case .controls: "the last command"
        case .streaming: "starting or stopping the stream"
        case .logging: "starting or stopping the log"
        case .downloading: "the download"
        case .history: "reading the history"
        case .settings: "the last change of settings"
        case .firmware: "the firmware"
        case .group: "the group"
        }
    }
}
