import Declaration
import Device
import MetaWearBoard
import Simulation
import Wire
import YAML

/// Watches one expectation until it is decided.
///
/// What asks only for a least is decided as soon as it is reached; what asks for a most or an exact
/// number at its deadline; an error against the truth when its client is through, or at the
/// deadline.
final class Judge {
    private let expectation: Expectation
    /// Its place in the scenario.
    private let place: Int
    unowned let run: ScenarioRun
    let board: Int
    let client: ScriptedClient?
    /// Nobody looks before.
    private let start: Instant
    let deadline: Instant
    /// Packets that fit a pattern, and advertisements, counted as they arrive.
    var matches = 0
    private var isWatching = false
    private var traceIndex: Int?
    private(set) var result: ExpectationResult?

    /// - Parameter place: of the expectation in the scenario.
    init(_ place: Int, of run: ScenarioRun) {
        expectation = run.document.expect[place]
        self.place = place
        self.run = run
        board = run.document.board(expectation.board)
        let index = run.document.client(expectation.client)
        client =
            expectation.judgement.isOfClient && run.clients.indices.contains(index)
            ? run.clients[index] : nil
        start = .zero + expectation.after
        deadline = .zero + expectation.within
        switch expectation.judgement {
        case .trace(let line): traceIndex = run.traceLines.watch(line.contains)
        case .advertisement(let wanted):
            client?.onAdvertisement.append { [unowned self] in hear($0, wanted) }
        default: break
        }
    }

    var isDecided: Bool { result != nil }

    var title: String {
        expectation.title.isEmpty ? expectation.judgement.title : expectation.title
    }

    /// What an expectation found so far.
    struct Finding {
        var holds: Bool
        /// Nothing that may still happen can change it.
        var isFinal: Bool
        private var text: () -> String

        /// - Parameter detail: made only when it is told: most looks decide nothing.
        init(holds: Bool, isFinal: Bool, detail: @autoclosure @escaping () -> String) {
            self.holds = holds
            self.isFinal = isFinal
            text = detail
        }

        var detail: String { text() }

        mutating func add(_ more: @autoclosure @escaping () -> String) {
            let before = text
            text = { before() + more() }
        }
    }

    /// Looks once; decides if it can, or must.
    func look() {
        guard result == nil else { return }
        watchNotifications()
        let now = run.simulation.now
        guard now >= start else { return }
        let finding = find()
        if finding.isFinal || now >= deadline {
            decide(finding.holds ? .held : .failed, finding.detail, at: now)
        }
    }

    /// The run is over: what is open is decided by what there is, unless somebody or the
    /// scenario's deadline cut the run short.
    func close(_ ending: RunResult.Ending) {
        guard result == nil else { return }
        var finding = find()
        let now = run.simulation.now
        if now < start { (finding.holds, finding.isFinal) = (false, false) }
        guard now < deadline, !finding.isFinal else {
            return decide(finding.holds ? .held : .failed, finding.detail, at: now)
        }
        let early = finding.detail + " (the run ended before the deadline)"
        switch ending {
        case .interrupted: decide(.undecided, finding.detail + " (interrupted)", at: now)
        case _ where finding.holds: decide(.held, finding.detail, at: now)
        case .deadline: decide(.undecided, early, at: now)
        case .finished: decide(.failed, early, at: now)
        }
    }

    private func decide(_ verdict: ExpectationResult.Verdict, _ detail: String, at time: Instant) {
        result = ExpectationResult(
            title: title, line: expectation.mark.line, verdict: verdict, decided: time,
            deadline: deadline, detail: detail)
        let word = verdict == .failed ? "FAILED" : verdict.rawValue
        run.traceLines.counts = false
        run.simulation.trace.record(time, "expectation", "\(word): \(title): \(detail)")
        run.traceLines.counts = true
    }

    /// The session exists only once the client has begun to connect.
    private func watchNotifications() {
        guard !isWatching, case .notification(let wanted) = expectation.judgement,
            let session = client?.sessions[board]
        else { return }
        isWatching = true
        let pattern = PacketPattern(wanted.bytes.bytes, isExact: !wanted.bytes.isOpen)
        session.watchers.append { [unowned self] _, packet in
            if pattern.matches(packet) { matches += 1 }
        }
    }

    private func find() -> Finding {
        switch expectation.judgement {
        case .received(let wanted):
            let count = client?.received(wanted.signal.text, from: board) ?? 0
            return judge(wanted.count, count, "samples")
        case .downloaded(let wanted): return downloaded(wanted)
        case .error(let wanted): return error(wanted)
        case .logEntries(let wanted):
            return judge(
                wanted.count, memory?.entries ?? 0, "entries", canShrink: true)
        case .notification(let wanted): return judge(wanted.count, matches, "notifications")
        case .advertisement(let wanted): return judge(wanted.count, matches, "advertisements")
        case .read(let wanted): return read(wanted)
        case .led(let wanted): return led(wanted)
        case .state(let wanted): return state(wanted)
        case .dropped(let wanted):
            return judge(wanted.count, run.boards[board].notificationsDropped, "dropped")
        case .connected(let wanted): return connected(wanted)
        case .trace(let wanted):
            return judge(wanted.count, traceIndex.map(run.traceLines.count) ?? 0, "lines")
        }
    }

    /// A count; one that can only grow is lost for good when it is too high.
    func judge(
        _ wanted: Count, _ count: Int, _ what: String, canShrink: Bool = false
    ) -> Finding {
        let isTooMany = !canShrink && (wanted.atMost.map { count > $0 } ?? false)
        let holds = wanted.contains(count)
        return Finding(
            holds: holds, isFinal: isTooMany || (holds && wanted.isOpen),
            detail: "\(count) \(what), wanted \(wanted)")
    }

    private func downloaded(_ wanted: Downloaded) -> Finding {
        guard let client else { return Finding(holds: false, isFinal: false, detail: "no client") }
        let signal = wanted.signal.text
        var count = 0
        var missing = 0
        for record in client.downloads where record.board == board {
            count += record.download.count(of: signal)
            guard let rate = record.settings[signal]?.rate, rate > 0 else { continue }
            let made = rate * chipSpeed(of: record.signals.first { $0.name == signal })
            for span in record.download.spans(of: signal) { missing += span.missing(rate: made) }
        }
        var finding = judge(wanted.count, count, "samples")
        guard let limit = wanted.missing, count > 0 else { return finding }
        finding.holds = finding.holds && missing <= limit
        finding.isFinal = client.isFinished
        finding.add("; \(missing) missing, at most \(limit)")
        return finding
    }

    /// How many samples the chip makes where its rate is one.
    private func chipSpeed(of signal: BoardSignal?) -> Double {
        guard let signal, signal.units.contains(where: \.isInertial),
            let model = run.boards[board] as? MetaWearBoard
        else { return 1 }
        return 1 + model.hardware.chipClock.fast
    }

    private func error(_ wanted: ErrorBound) -> Finding {
        guard let client, client.isFinished || run.simulation.now >= deadline else {
            return Finding(holds: false, isFinal: false, detail: "the client is not through")
        }
        let source: Series.Source = wanted.source == .stream ? .stream : .log
        let tallies = client.tallies(of: wanted.signal.text, source: source, on: board)
        let figures = tallies.compactMap { tally in
            tally.figures(for: place).flatMap {
                $0.rootMeanSquare == nil ? nil : (tally.series, $0)
            }
        }
        guard let series = figures.first?.0 else {
            return Finding(holds: false, isFinal: true, detail: "nothing to compare was received")
        }
        let samples = figures.reduce(0) { $0 + $1.1.received }
        let squares = figures.reduce(0.0) {
            let rms = $1.1.rootMeanSquare ?? 0
            return $0 + rms * rms * Double($1.1.received)
        }
        let rms = (squares / Double(max(samples, 1))).squareRoot()
        let largest = figures.compactMap(\.1.largest).max() ?? 0
        let unit = series.errorUnit
        for bound in [wanted.rms, wanted.max] {
            guard let bound, bound.dimension != series.errorDimension else { continue }
            return Finding(
                holds: false, isFinal: true,
                detail: "\(wanted.signal.text) is in `\(unit)`, not in that of \(bound.text)")
        }
        let holds =
            wanted.rms.map { rms <= $0.value } ?? true
            && (wanted.max.map { largest <= $0.value } ?? true)
        return Finding(
            holds: holds, isFinal: true,
            detail: "RMS \(Decimal.text(rms)) \(unit), largest \(Decimal.text(largest)) \(unit)"
                + " over \(samples) samples")
    }
}

extension Series {
    /// Name of the dimension of its errors; empty for plain numbers.
    fileprivate var errorDimension: String {
        dimensions.first { $0.units[0].symbol == errorUnit }?.name ?? ""
    }
}
