import Simulation

/// Takes a board's log: entries in, samples out, over as many links as it takes (protocol, core
/// 3.6 to 3.8).
final class LogDownload {
    /// One sample that was put together of its chunks.
    struct Sample {
        var signal: LogSignal
        var uid: UInt8
        var tick: UInt32
        var bytes: [UInt8]
        var arrival: Instant
    }

    private(set) var samples: [Sample] = []
    private(set) var entries = 0
    /// Entries that came again after a cut and were known already.
    private(set) var repeated = 0
    /// Entries of loggers that this client did not set up.
    private(set) var unknown = 0
    private(set) var links = 1
    private let session: HostSession
    private let isPaged: Bool
    private let flushes: Bool
    private let timeout: Nanoseconds
    /// By reset uid and logger.
    private var pieces: [UInt16: [Piece]] = [:]
    private var finish: Done<Void>?
    private var watchdog: UInt64 = 0
    private var isResuming = false

    private struct Piece {
        var uid: UInt8
        var tick: UInt32
        var data: UInt32
        var arrival: Instant
    }

    /// - Parameter timeout: silence after which the download is given up.
    init(_ session: HostSession, timeout: Nanoseconds) {
        self.session = session
        self.timeout = timeout
        let revision = session.modules[0x0B].flatMap { $0.count > 1 ? $0[1] : nil } ?? 0
        isPaged = revision >= 2
        flushes = revision >= 3
    }

    /// Starts, or starts again on a new link.
    func run(_ done: @escaping Done<Void>) {
        finish = done
        if flushes { session.send([0x0B, 0x10, 0x01]) }
        session.send([0x0B, 0x07, 0x01])
        if isPaged { session.send([0x0B, 0x0D, 0x01]) }
        session.send([0x0B, 0x08, 0x01])
        session.ask([0x0B, 0x85], PacketPattern(0x0B, 0x85)) { [self] result in
            switch result {
            case .failure(let failure): end(.failure(failure))
            case .success(let answer): request(Array(answer.dropFirst(2)))
            }
        }
    }

    /// The link was lost; `run` goes on with the pages that were not confirmed.
    func resume(_ done: @escaping Done<Void>) {
        links += 1
        isResuming = true
        // Chunks without their partner come again.
        pieces = [:]
        run(done)
    }

    private func request(_ length: [UInt8]) {
        if length.allSatisfy({ $0 == 0 }) { return end(.success(())) }
        restartWatchdog()
        session.send([0x0B, 0x06] + length + [0, 0, 0, 0])
    }

    private func restartWatchdog() {
        session.timers.cancel(watchdog)
        watchdog = session.timers.after(timeout) { [self] in
            end(.failure(StepFailure("no log data for \(timeout)")))
        }
    }

    /// Every packet of the session while the download runs.
    func take(_ packet: [UInt8], at time: Instant) {
        guard finish != nil, packet.count >= 2, packet[0] == 0x0B else { return }
        switch packet[1] {
        case 0x07:
            restartWatchdog()
            for start in stride(from: 2, to: packet.count - 8, by: 9) {
                take(entry: Array(packet[start..<start + 9]), at: time)
            }
        case 0x0D:
            restartWatchdog()
            session.send([0x0B, 0x0E])
        case 0x08 where packet.dropFirst(2).allSatisfy { $0 == 0 }: end(.success(()))
        default: break
        }
    }

    private func take(entry: [UInt8], at time: Instant) {
        func number(_ at: Int) -> UInt32 {
            (0..<4).reduce(0) { $0 | UInt32(entry[at + $1]) << UInt32(8 * $1) }
        }
        let id = entry[0] & 31
        let uid = entry[0] >> 5
        let tick = number(1)
        entries += 1
        let slot = UInt16(uid) << 8 | UInt16(id)
        if isResuming, let last = session.state.lastTick[slot], tick <= last {
            repeated += 1
            return
        }
        session.state.lastTick[slot] = tick
        let loggers = session.state.loggers(of: uid)
        guard let logger = loggers.first(where: { $0.id == id }) else {
            unknown += 1
            return
        }
        pieces[slot, default: []].append(
            Piece(uid: uid, tick: tick, data: number(5), arrival: time))
        assemble(logger.signal, uid, loggers)
    }

    /// The n-th piece of each chunk make the n-th sample.
    private func assemble(_ signal: LogSignal, _ uid: UInt8, _ loggers: [HostLogger]) {
        let slots = loggers.filter { $0.signal == signal }.sorted { $0.chunk < $1.chunk }
            .map { UInt16(uid) << 8 | UInt16($0.id) }
        guard slots.allSatisfy({ pieces[$0]?.isEmpty == false }) else { return }
        let parts = slots.compactMap { pieces[$0]?.removeFirst() }
        guard let first = parts.first, let last = parts.last else { return }
        let bytes = parts.flatMap { piece in
            (0..<4).map { UInt8(truncatingIfNeeded: piece.data >> UInt32(8 * $0)) }
        }
        samples.append(
            Sample(
                signal: signal, uid: first.uid, tick: first.tick,
                bytes: Array(bytes.prefix(signal.length)), arrival: last.arrival))
    }

    /// The link ended under way.
    func interrupted() {
        end(.failure(StepFailure("the link ended in the middle of the download")))
    }

    private func end(_ result: Result<Void, StepFailure>) {
        session.timers.cancel(watchdog)
        let done = finish
        finish = nil
        if case .success = result {
            session.send([[0x0B, 0x07, 0x00], [0x0B, 0x0D, 0x00], [0x0B, 0x08, 0x00]])
        }
        done?(result)
    }
}
