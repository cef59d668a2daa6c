import Declaration
import MetaWearProtocol
import Simulation

/// Downloads a board's log and turns entries into samples, over as many links as necessary.
final class LogReadout {
    /// One sample, joined from its parts.
    struct Sample {
        var route: LogRoute
        var tick: UInt32
        var arrival: Instant
    }

    /// Samples of one signal under one reset uid, which have one clock.
    struct Stretch {
        var signal: String
        var uid: UInt8
        var first: UInt32
        var last: UInt32
        var count: Int

        /// Samples that the rate leaves room for between the first and the last.
        func missing(rate: Double) -> Int {
            max(0, Int((Double(last &- first) * 48 / 32768 * rate).rounded()) + 1 - count)
        }
    }

    /// Samples so far.
    @exclusivity(unchecked) private(set) var samples = 0
    /// Entries of loggers that this client did not set up.
    @exclusivity(unchecked) private(set) var unknown = 0
    private(set) var links = 0
    private var spans: [Stretch] = []
    @exclusivity(unchecked) private var readout: LogDownload
    @exclusivity(unchecked) private var bytes: [UInt8] = []
    private let session: HostSession
    private let timeout: Nanoseconds
    /// Called for every sample with its bytes.
    private let onSample: (Sample, [UInt8]) -> Void
    private var finish: Done<Void>?
    private var watchdog: UInt64?
    @exclusivity(unchecked) private var heard = Instant.zero
    private var ending = 0

    /// - Parameter timeout: how long the board may be silent.
    init(
        _ session: HostSession, timeout: Nanoseconds,
        onSample: @escaping (Sample, [UInt8]) -> Void
    ) {
        self.session = session
        self.timeout = timeout
        self.onSample = onSample
        readout = LogDownload(
            revision: session.modules.revision(of: .logging), filter: session.state.unconfirmed)
    }

    /// Entries that arrived.
    var entries: Int { readout.received + readout.repeated }
    /// Entries that came again after a cut and were known already.
    var repeated: Int { readout.repeated }

    /// Downloads, or continues over a new link with the pages that were not confirmed.
    func run() async throws(StepFailure) { try await session.executor.wait { begin($0) } }

    private func begin(_ done: @escaping Done<Void>) {
        finish = done
        links += 1
        session.observer = { [unowned self] time, packet in take(packet, at: time) }
        ending = session.whenEnded { [unowned self] in
            end(.failure(StepFailure("the link ended in the middle of the download")))
        }
        for packet in readout.begin() { session.send(packet) }
        askForLength(readout.settling())
    }

    /// Until it has settled; the readout begins with the last answer.
    private func askForLength(_ settling: LengthSettling) {
        let link = links
        let ask = { [self] in
            guard finish != nil, link == links else { return }
            for packet in settling.packets { session.send(packet) }
            session.ask(LogCommand.readLength) { [self] result in
                guard finish != nil, link == links else { return }
                switch result {
                case .failure(let failure): end(.failure(failure))
                case .success(let answer):
                    var settling = settling
                    if settling.hasSettled(with: answer) { return take(length: answer) }
                    askForLength(settling)
                }
            }
        }
        if settling.pause == 0 { return ask() }
        session.timers.after(.milliseconds(settling.pause), ask)
    }

    private func take(length answer: [UInt8]) {
        let actions = readout.take(answer)
        if actions != [.finished] {
            heard = session.timers.now
            watch()
        }
        for action in actions { perform(action, at: session.timers.now) }
    }

    /// Cancels the download: no more pages are confirmed, and nothing is called back.
    func abandon() {
        finish = nil
        end(.failure(StepFailure("the download was cancelled")))
    }

    /// One timer watches over any number of packets: when it is due, it checks how long ago the
    /// last one came.
    private func watch() {
        if let watchdog { session.timers.cancel(watchdog) }
        watchdog = session.timers.at(heard + timeout) { [self] in
            watchdog = nil
            if session.timers.now < heard + timeout { return watch() }
            end(.failure(StepFailure("no log data for \(timeout.text)")))
        }
    }

    /// Every packet of the session while the download runs; the answer to the question for the
    /// length comes as an answer.
    private func take(_ packet: Span<UInt8>, at time: Instant) {
        guard packet.count >= 2, packet[0] == MWModule.logging.rawValue, packet[1] != 0x85 else {
            return
        }
        if packet[1] != LogCommand.ReadoutRegister.progress.rawValue { heard = time }
        for action in readout.take(packet) { perform(action, at: time) }
    }

    private func perform(_ action: LogDownload.Action, at time: Instant) {
        switch action {
        case .write(let packet): session.send(packet)
        case .entries(let entries): for entry in entries { take(entry, at: time) }
        case .progress: break
        case .finished: end(.success(()))
        }
    }

    private func take(_ entry: RawLogEntry, at time: Instant) {
        switch session.state.routes[entry] {
        case .unknown: unknown += 1
        case .unread: break
        case .route(let route):
            guard let tick = route.assembler.take(entry, into: &bytes) else { return }
            samples += 1
            onSample(Sample(route: route, tick: tick, arrival: time), bytes)
            count(route.signal.name, entry.resetUID, tick)
        }
    }

    private func count(_ signal: String, _ uid: UInt8, _ tick: UInt32) {
        if let known = spans.firstIndex(where: { $0.uid == uid && $0.signal == signal }) {
            spans[known].count += 1
            spans[known].last = tick
        } else {
            spans.append(Stretch(signal: signal, uid: uid, first: tick, last: tick, count: 1))
        }
    }

    func count(of signal: String) -> Int {
        spans.reduce(0) { $0 + ($1.signal == signal ? $1.count : 0) }
    }

    /// The samples of each signal between two boots.
    func spans(of signal: String) -> [Stretch] { spans.filter { $0.signal == signal } }

    private func end(_ result: Result<Void, StepFailure>) {
        if let watchdog { session.timers.cancel(watchdog) }
        watchdog = nil
        session.forgetEnding(ending)
        session.observer = nil
        session.state.unconfirmed = readout.filter
        let done = finish
        finish = nil
        if session.isConnected { session.send(readout.endPackets) }
        done?(result)
    }
}
