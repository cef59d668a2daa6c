import Declaration
import MetaWearProtocol
import Simulation

/// Downloads a board's log and turns entries into samples, over as many links as necessary
/// (protocol, core 3.6 to 3.8).
final class LogDownload {
    /// One sample that was put together of its chunks.
    struct Sample {
        var route: LogRoute
        var tick: UInt32
        var arrival: Instant
    }

    /// Samples so far.
    private(set) var samples = 0
    /// Gets every sample with its bytes.
    private let onSample: (Sample, [UInt8]) -> Void
    private var bytes: [UInt8] = []
    private var spans: [Stretch] = []
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
    private var watchdog: UInt64?
    private var heard = Instant.zero
    private var ending: UInt64 = 0

    /// - Parameters:
    ///   - revision: of the logging module.
    ///   - timeout: silence after which the download is given up.
    init(
        _ session: HostSession, revision: UInt8, timeout: Nanoseconds,
        onSample: @escaping (Sample, [UInt8]) -> Void
    ) {
        self.session = session
        self.timeout = timeout
        self.onSample = onSample
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

    /// Cancels the download: no more pages are confirmed, and nothing is called back.
    func abandon() {
        finish = nil
        end(.failure(StepFailure("the download was cancelled")))
    }

    private func request(_ length: [UInt8]) {
        if length.allSatisfy({ $0 == 0 }) { return end(.success(())) }
        heard = session.timers.now
        watch()
        session.send([0x0B, 0x06] + length + [0, 0, 0, 0])
    }

    /// One timer watches over any number of packets: when it is due, it looks how long ago the last
    /// one came.
    private func watch() {
        if let watchdog { session.timers.cancel(watchdog) }
        watchdog = session.timers.at(heard + timeout) { [self] in
            watchdog = nil
            if session.timers.now < heard + timeout { return watch() }
            end(.failure(StepFailure("no log data for \(timeout.text)")))
        }
    }

    /// Every packet of the session while the download runs.
    private func take(_ packet: Span<UInt8>, at time: Instant) {
        guard packet.count >= 2, packet[0] == 0x0B else { return }
        switch packet[1] {
        case 0x07:
            heard = time
            for start in stride(from: 2, through: packet.count - 9, by: 9) {
                take(RawLogEntry(packet, at: start), at: time)
            }
        case 0x0D:
            heard = time
            session.send([0x0B, 0x0E])
            session.state.unconfirmed.confirm()
        case 0x08 where packet.indices.dropFirst(2).allSatisfy { packet[$0] == 0 }:
            end(.success(()))
        default: break
        }
    }

    private func take(_ entry: RawLogEntry, at time: Instant) {
        entries += 1
        if session.state.unconfirmed.isRepeated(entry) {
            repeated += 1
            return
        }
        let route: LogRoute
        switch session.state.routes[entry.slot] {
        case .unknown:
            unknown += 1
            return
        case .unread: return
        case .route(let known): route = known
        }
        guard let tick = session.state.assembly.take(entry, of: route, into: &bytes) else {
            return
        }
        samples += 1
        onSample(Sample(route: route, tick: tick, arrival: time), bytes)
        count(route.signal.name, entry.resetUID, tick)
    }

    private func count(_ signal: String, _ uid: UInt8, _ tick: UInt32) {
        if let known = spans.firstIndex(where: { $0.uid == uid && $0.signal == signal }) {
            spans[known].count += 1
            spans[known].last = tick
        } else {
            spans.append(
                Stretch(signal: signal, uid: uid, first: tick, last: tick, count: 1))
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
        let done = finish
        finish = nil
        if session.isConnected {
            session.send([[0x0B, 0x07, 0x00], [0x0B, 0x0D, 0x00], [0x0B, 0x08, 0x00]])
        }
        done?(result)
    }
}
