import Device
import MetaWearBoard
import Motion
import Peripheral
import Simulation

extension ScriptedClient {
    /// What this client got of every signal, beside the truth: a series a stream, and one a board
    /// and signal for all that was downloaded.
    func series(in run: ScenarioRun) -> [Series] {
        streams.map { series(of: $0.recorder, on: $0.board, in: run) }
            + capStreams.map { capSeries(of: $0.recorder, on: $0.board, rate: $0.rate, in: run) }
            + run.boards.indices.flatMap { board in
                downloadedSignals(of: board).compactMap { logSeries(of: $0, on: board, in: run) }
            }
    }

    /// The streams or downloads of one signal, so far.
    func series(
        of name: String, source: Series.Source, on board: Int, in run: ScenarioRun
    ) -> [Series] {
        switch source {
        case .stream:
            streams.filter {
                $0.board == board
                    && ($0.recorder.signal == name || $0.recorder.signal == name + "-packed")
            }
            .map { series(of: $0.recorder, on: board, in: run) }
                + capStreams.filter { $0.board == board && $0.recorder.signal == name }
                .map { capSeries(of: $0.recorder, on: board, rate: $0.rate, in: run) }
        case .log:
            downloadedSignals(of: board).filter { $0.name == name }
                .compactMap { logSeries(of: $0, on: board, in: run) }
        }
    }

    /// In the order in which they were logged first.
    private func downloadedSignals(of board: Int) -> [BoardSignal] {
        var signals: [BoardSignal] = []
        for record in downloads where record.board == board {
            for signal in record.signals where !signals.contains(where: { $0.name == signal.name })
            {
                signals.append(signal)
            }
        }
        return signals
    }

    private func series(
        of recorder: StreamRecorder, on board: Int, in run: ScenarioRun
    ) -> Series {
        let source = recorder.source
        let truth = source.truth.map {
            Truth($0, run.sensorBody(board), run.environments[board])
        }
        let times = SampleTimes(recorder, run.watchSamples(board, module: recorder.module))
        var samples: [Series.Sample] = []
        samples.reserveCapacity(recorder.arrivals.count)
        for (position, arrival) in recorder.arrivals.enumerated() {
            let time = times[position]
            samples.append(
                Self.sample(
                    recorder.values(at: position), made: time, arrived: arrival.time, truth))
        }
        var series = Series(
            board: run.boards[board].name, signal: recorder.signal, unit: source.unit,
            axes: source.axes, source: .stream, rate: source.rate, made: recorder.arrivals.count,
            samples: samples)
        series.measure = source.truth?.measure ?? .difference
        guard let made = recorder.made else { return series }
        let packets = made.samples[recorder.window].filter(recorder.owns)
        series.made = packets.count { $0.fate != .discarded(.notWanted) } * recorder.perPacket
        series.dropped = packets.count { $0.fate == .dropped } * recorder.perPacket
        return series
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

    private func logSeries(
        of signal: BoardSignal, on board: Int, in run: ScenarioRun
    ) -> Series? {
        let records = downloads.filter { $0.board == board }
        guard let session = sessions[board],
            records.contains(where: { $0.download.count(of: signal.name) > 0 })
        else { return nil }
        let time = { (sample: LogDownload.Sample) in
            Self.time(
                ofTick: sample.tick, zero: session.state.tickZero[sample.uid] ?? .zero,
                arrival: sample.arrival)
        }
        let made = run.watchSamples(board, signal.key.outlet)
        let truth = signal.truth.map { Truth($0, run.sensorBody(board), run.environments[board]) }
        // A tick is 1.46 ms, and the client's idea of tick zero is late by its link.
        let slack = Nanoseconds.milliseconds(200)
        var finder: SampleFinder?
        var samples: [Series.Sample] = []
        var found: [Int] = []
        for record in records {
            guard let logged = record.signals.first(where: { $0.name == signal.name }) else {
                continue
            }
            for sample in record.download.samples where sample.signal == signal.name {
                let reckoned = time(sample)
                var moment = reckoned
                if let made {
                    var search = finder ?? SampleFinder(made, from: reckoned - slack)
                    let (x, y, z) = Self.fingerprint(sample.bytes)
                    if let number = search.position(of: x, y, z, until: reckoned + slack) {
                        moment = made.samples[number].time
                        found.append(number)
                    }
                    finder = search
                }
                for counts in logged.counts(sample.bytes) {
                    samples.append(
                        Self.sample(
                            logged.values(counts), made: moment, arrived: sample.arrival, truth))
                }
            }
        }
        var series = Series(
            board: run.boards[board].name, signal: signal.name, unit: signal.unit,
            axes: signal.axes, source: .log,
            rate: records.last?.settings[signal.name]?.rate ?? signal.rate,
            made: samples.count, samples: samples)
        series.measure = signal.truth?.measure ?? .difference
        guard let made else { return series }
        var wanted = RangeSet<Int>()
        for interval in records.flatMap(\.logged) where interval.settings[signal.name] != nil {
            wanted.insert(
                contentsOf: made.range(
                    from: interval.start, to: interval.end ?? run.simulation.now))
        }
        // What came beside them was made as well: recorded for another client, or past the end.
        let beside = samples.count - found.count { wanted.contains($0) }
        series.made = wanted.ranges.reduce(0) { $0 + $1.count } + beside
        return series
    }

    private static func sample(
        _ values: [Double], made: Instant, arrived: Instant, _ truth: Truth?
    ) -> Series.Sample {
        var ideal = truth?.values(at: made) ?? []
        if truth?.isOrientation ?? false {
            ideal = OrientationError.aligned(ideal, with: values)
        }
        return Series.Sample(time: made, arrival: arrived, values: values, truth: ideal)
    }

    /// The last six bytes of a sample, by which the board's own one is found.
    private static func fingerprint(_ bytes: [UInt8]) -> (Int16, Int16, Int16) {
        let at = max(0, bytes.count - 6)
        func count(_ offset: Int) -> Int16 {
            Int16(truncatingIfNeeded: LittleEndian.number(bytes, from: at + offset, 2))
        }
        return (count(0), count(2), count(4))
    }
}

/// When the samples that a stream's client got were made.
struct SampleTimes {
    private let recorder: StreamRecorder
    private let single: MadeSamples?

    /// - Parameter single: every sample of the sensor.
    init(_ recorder: StreamRecorder, _ single: MadeSamples?) {
        self.recorder = recorder
        self.single = single
    }

    /// Of the sample that arrived at a position.
    subscript(position: Int) -> Instant {
        let arrival = recorder.arrivals[position]
        guard let made = recorder.made, arrival.number < made.samples.count else {
            return arrival.time
        }
        let newest = made.samples[arrival.number].time
        guard recorder.perPacket > 1, let single, !single.samples.isEmpty else { return newest }
        let back = recorder.perPacket - 1 - position % recorder.perPacket
        return single.samples[max(0, single.position(at: newest) - back)].time
    }
}

/// Finds what a client downloaded among the samples that the sensor made.
struct SampleFinder {
    private let made: MadeSamples?
    private var cursor: Int

    init(_ made: MadeSamples?, from start: Instant) {
        self.made = made
        cursor = made?.position(at: start) ?? 0
    }

    /// Which of them this is; for one that the sensor never made, put together wrongly, the one
    /// whose place it takes, so that its error counts. No two samples get the same.
    mutating func position(
        of x: Int16, _ y: Int16, _ z: Int16, until limit: Instant
    ) -> Int? {
        guard let made else { return nil }
        if let found = made.find(x, y, z, from: cursor, until: limit) {
            cursor = found + 1
            return found
        }
        guard cursor < made.samples.count, made.samples[cursor].time <= limit else { return nil }
        cursor += 1
        return cursor - 1
    }
}
