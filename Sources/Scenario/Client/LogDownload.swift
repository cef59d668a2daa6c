import Simulation

/// Takes a board's log: entries in, samples out, over as many links as it takes (protocol, core
/// 3.6 to 3.8).
final class LogDownload {
    /// One sample that was put together of its chunks.
    struct Sample {
        var signal: String
        var uid: UInt8
        var tick: UInt32
        var bytes: [UInt8]
        var arrival: Instant
    }

    private(set) var samples: [Sample] = []
    private var spans: [Span] = []
    /// Samples of one signal under one reset uid, which have one clock.
    struct Span {
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

    private(set) var entries = 0
    /// Entries that came again after a cut and were known already.
    private(set) var repeated = 0
    /// Entries of loggers that this client did not set up.
    private(set) var unknown = 0
    private(set) var links = 0
    private let session: HostSession
    private let isPaged: Bool
    private let flushes: Bool
    private let timeout: Nanoseconds
    private var finish: Done<Void>?
    private var watchdog: UInt64 = 0
    private var ending: UInt64 = 0

    /// - Parameters:
    ///   - revision: of the logging module.
    ///   - timeout: silence after which the download is given up.
    init(_ session: HostSession, revision: UInt8, timeout: Nanoseconds) {
        self.session = session
        self.timeout = timeout
        isPaged = revision >= 2
        flushes = revision >= 3
    }

    /// Starts, or goes on over a new link with the pages that were not confirmed.
    func run(_ done: @escaping Done<Void>) {
        finish = done
        links += 1
        session.state.unconfirmed.restart()
        session.observer = { [unowned self] time, packet in take(packet, at: time) }
        ending = session.whenEnded { [unowned self] in
            end(.failure(StepFailure("the link ended in the middle of the download")))
        }
        if flushes { session.send([0x0B, 0x10, 0x01]) }
        session.send([0x0B, 0x07, 0x01])
        if isPaged { session.send([0x0B, 0x0D, 0x01]) }
        session.send([0x0B, 0x08, 0x01])
        let link = links
        session.ask([0x0B, 0x85], PacketPattern(0x0B, 0x85)) { [self] result in
            guard finish != nil, link == links else { return }
            switch result {
            case .failure(let failure): end(.failure(failure))
            case .success(let answer): request(Array(answer.dropFirst(2)))
            }
        }
    }

    /// Gives up: nothing more is confirmed, nobody is told.
    func abandon() {
        finish = nil
        end(.failure(StepFailure("given up")))
    }

    private func request(_ length: [UInt8]) {
        if length.allSatisfy({ $0 == 0 }) { return end(.success(())) }
        restartWatchdog()
        session.send([0x0B, 0x06] + length + [0, 0, 0, 0])
    }

    private func restartWatchdog() {
        session.timers.cancel(watchdog)
        watchdog = session.timers.after(timeout) { [self] in
            end(.failure(StepFailure("no log data for \(timeout.text)")))
        }
    }

    /// Every packet of the session while the download runs.
    private func take(_ packet: [UInt8], at time: Instant) {
        guard packet.count >= 2, packet[0] == 0x0B else { return }
        switch packet[1] {
        case 0x07:
            restartWatchdog()
            for start in stride(from: 2, through: packet.count - 9, by: 9) {
                take(LogEntry(packet, from: start), at: time)
            }
        case 0x0D:
            restartWatchdog()
            session.send([0x0B, 0x0E])
            session.state.unconfirmed.confirm()
        case 0x08 where packet.dropFirst(2).allSatisfy { $0 == 0 }: end(.success(()))
        default: break
        }
    }

    private func take(_ entry: LogEntry, at time: Instant) {
        entries += 1
        if session.state.unconfirmed.isRepeated(entry) {
            repeated += 1
            return
        }
        let loggers = session.state.loggers(of: entry.uid)
        guard let logger = loggers.first(where: { $0.id == entry.logger }) else {
            unknown += 1
            return
        }
        guard let signal = session.state.signals.first(where: { $0.name == logger.signal }),
            let sample = session.state.assembly.take(entry, of: signal, loggers)
        else { return }
        samples.append(
            Sample(
                signal: logger.signal, uid: entry.uid, tick: sample.tick, bytes: sample.bytes,
                arrival: time))
        if let known = spans.firstIndex(where: { $0.signal == logger.signal && $0.uid == entry.uid }
        ) {
            spans[known].count += 1
            spans[known].last = sample.tick
        } else {
            spans.append(
                Span(
                    signal: logger.signal, uid: entry.uid, first: sample.tick, last: sample.tick,
                    count: 1))
        }
    }

    func count(of signal: String) -> Int {
        spans.reduce(0) { $0 + ($1.signal == signal ? $1.count : 0) }
    }

    /// The samples of each signal between two boots.
    func spans(of signal: String) -> [Span] { spans.filter { $0.signal == signal } }

    private func end(_ result: Result<Void, StepFailure>) {
        session.timers.cancel(watchdog)
        session.forgetEnding(ending)
        session.observer = nil
        let done = finish
        finish = nil
        if session.isConnected {
            session.send([[0x0B, 0x07, 0x00], [0x0B, 0x0D, 0x00], [0x0B, 0x08, 0x00]])
        }
        done?(result)
    }
}
