import MetaWearProtocol
import Simulation

extension ScriptedClient {
    /// What this client got of every signal, beside the truth: a series a stream, and one a board
    /// and signal for all that was downloaded.
    package func series() -> [Series] {
        streams.map { series(of: $0.recorder) }
            + capStreams.compactMap { capSeries(of: $0.recorder) }
            + sessions.keys.sorted().flatMap { board in
                downloadedSignals(of: board).compactMap { logSeries(of: $0, on: board) }
            }
    }

    /// The streams or downloads of one signal, so far.
    package func tallies(
        of name: String, source: Series.Source, on board: Int
    ) -> [SeriesTally] {
        switch source {
        case .stream:
            streams.filter {
                $0.board == board
                    && ($0.recorder.signal == name || $0.recorder.signal == name + "-packed")
            }
            .map(\.recorder.tally)
                + capStreams.filter { $0.board == board && $0.recorder.signal == name }
                .compactMap(\.recorder.tally)
        case .log:
            logTallies.filter { $0.board == board && $0.signal == name }.map(\.tally)
        }
    }

    /// In the order in which they were logged first.
    private func downloadedSignals(of board: Int) -> [String] {
        var signals: [String] = []
        for record in downloads where record.board == board {
            for signal in record.signals where !signals.contains(signal.name) {
                signals.append(signal.name)
            }
        }
        return signals
    }

    /// Records what comes of a stream from now on.
    func recorder(_ signal: ScriptSignal, on board: Int) -> StreamRecorder {
        var series = Series(
            board: world.target(board).name, signal: signal.name, unit: signal.unit,
            axes: signal.axes, source: .stream, rate: signal.rate)
        series.measure = signal.truth?.measure ?? .difference
        return StreamRecorder(
            signal,
            made: samples.watchPackets(board, signal.key, perPacket: signal.samplesPerPacket),
            truth: truth(of: signal, on: board),
            tally: samples.tally(series, of: self, on: board))
    }

    private func truth(of signal: ScriptSignal, on board: Int) -> Truth? {
        signal.truth.map { world.truth(of: $0, on: board) }
    }

    private func series(of recorder: StreamRecorder) -> Series {
        recorder.tally.result(
            made: recorder.expected, dropped: recorder.lost, unheard: recorder.unheardSamples)
    }

    /// When an entry was recorded: its tick counts from the last wrap before it arrived. A board's
    /// clock may be ahead by what it gained, which is taken for less than nine days.
    static func time(ofTick tick: UInt32, zero: Instant, arrival: Instant) -> Instant {
        let time = zero + Nanoseconds(Int64(tick) * 23_437_500 / 16)
        let wrap = Nanoseconds.seconds(6_291_456)
        let age = (arrival - time).count + wrap.count / 8
        let wraps = age >= 0 ? age / wrap.count : -((wrap.count - 1 - age) / wrap.count)
        return time + wrap * wraps
    }

    /// A sample that came out of the log.
    func take(
        _ sample: LogReadout.Sample, _ bytes: [UInt8], of session: HostSession
    ) {
        let route = sample.route
        let tally = route.tally ?? logTally(of: route.signal, on: session.board)
        route.tally = tally
        let reckoned = Self.time(
            ofTick: sample.tick, zero: session.state.tickZero[route.uid] ?? .zero,
            arrival: sample.arrival)
        tally.take(bytes, reckoned: reckoned, arrival: sample.arrival, as: route.signal)
    }

    private func logTally(of signal: ScriptSignal, on board: Int) -> LogTally {
        let name = signal.name
        if let known = logTallies.first(where: { $0.board == board && $0.signal == name }) {
            return known
        }
        let setting = downloads.last { $0.board == board }?.settings[name]
        var series = Series(
            board: world.target(board).name, signal: name, unit: signal.unit, axes: signal.axes,
            source: .log, rate: setting?.rate ?? signal.rate)
        series.measure = signal.truth?.measure ?? .difference
        let tally = LogTally(
            board: board, made: samples.watchSamples(board, signal.key),
            truth: truth(of: signal, on: board), tally: samples.tally(series, of: self, on: board))
        logTallies.append(tally)
        return tally
    }

    private func logSeries(of name: String, on board: Int) -> Series? {
        guard
            let tally = logTallies.first(where: { $0.board == board && $0.signal == name })
        else { return nil }
        let records = downloads.filter { $0.board == board }
        let intervals = records.flatMap(\.logged).filter { $0.settings[name] != nil }
        return tally.result(
            rate: records.last?.settings[name]?.rate ?? tally.tally.series.rate,
            intervals: intervals.map { ($0.start, $0.end ?? timers.now) })
    }
}
