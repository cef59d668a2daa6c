import MetaWearBoard
import Motion
import Simulation

extension ScriptedClient {
    /// What this client got of every signal, beside the truth: a series a stream, and one a board
    /// and signal for all that was downloaded.
    func series(in run: ScenarioRun) -> [Series] {
        streams.map { series(of: $0.recorder, on: $0.board, in: run) }
            + run.boards.indices.flatMap { board in
                LogSignal.allCases.compactMap { logSeries(of: $0, on: board, in: run) }
            }
    }

    /// The streams or downloads of one signal, so far.
    func series(
        of signal: String, source: Series.Source, on board: Int, in run: ScenarioRun
    ) -> [Series] {
        switch source {
        case .stream:
            streams.filter { $0.board == board && $0.recorder.signal.hasPrefix(signal) }
                .map { series(of: $0.recorder, on: board, in: run) }
        case .log:
            LogSignal(rawValue: signal).flatMap { logSeries(of: $0, on: board, in: run) }
                .map { [$0] } ?? []
        }
    }

    private func series(
        of recorder: StreamRecorder, on board: Int, in run: ScenarioRun
    ) -> Series {
        let name = run.boards[board].name
        guard recorder.perPacket > 0 else {
            return Series(
                board: name, signal: recorder.signal, unit: "", axes: ["value"], source: .stream,
                rate: 0, made: recorder.arrivals.count,
                samples: recorder.arrivals.map {
                    Series.Sample(
                        time: $0.time, arrival: $0.time, values: [Double($0.x)], truth: [])
                })
        }
        let made = run.madeSamples(board, module: recorder.module)
        let truth = Truth(run.bodies[board], module: recorder.module)
        var finder = SampleFinder(
            made, from: recorder.started, skipsDropped: recorder.perPacket == 1)
        var samples: [Series.Sample] = []
        samples.reserveCapacity(recorder.arrivals.count)
        for arrival in recorder.arrivals {
            let time = finder.time(of: arrival.x, arrival.y, arrival.z, until: arrival.time)
            samples.append(
                Series.Sample(
                    time: time ?? arrival.time, arrival: arrival.time,
                    values: [arrival.x, arrival.y, arrival.z].map { Double($0) / recorder.scale },
                    truth: truth.values(at: time ?? arrival.time)))
        }
        let end = recorder.switchedOff ?? run.simulation.now
        let dropped =
            (recorder.droppedAtEnd
                ?? run.dropped(
                    board, SignalKey(recorder.module, recorder.register))) - recorder.droppedBefore
        return Series(
            board: name, signal: recorder.signal, unit: truth.unit, axes: ["x", "y", "z"],
            source: .stream, rate: recorder.rate,
            made: made?.count(from: recorder.started, to: end) ?? 0,
            dropped: dropped * recorder.perPacket, samples: samples)
    }

    private func logSeries(
        of signal: LogSignal, on board: Int, in run: ScenarioRun
    ) -> Series? {
        let records = downloads.filter { $0.board == board }
        guard let session = sessions[board],
            records.contains(where: { $0.download.count(of: signal) > 0 })
        else { return nil }
        let name = run.boards[board].name
        let time = { (sample: LogDownload.Sample) in
            (session.state.tickZero[sample.uid] ?? .zero)
                + Nanoseconds(Int64(sample.tick) * 23_437_500 / 16)
        }
        guard signal != .button else {
            let samples = records.flatMap(\.download.samples).filter { $0.signal == signal }
            return Series(
                board: name, signal: signal.rawValue, unit: "", axes: ["value"], source: .log,
                rate: 0, made: samples.count,
                samples: samples.map {
                    Series.Sample(
                        time: time($0), arrival: $0.arrival, values: [Double($0.bytes[0])],
                        truth: [])
                })
        }
        let module: UInt8 = signal == .acceleration ? 0x03 : 0x13
        let made = run.madeSamples(board, module: module)
        let truth = Truth(run.bodies[board], module: module)
        // A tick is 1.46 ms, and the client's idea of tick zero is late by its link.
        let slack = Nanoseconds.milliseconds(200)
        var finder: SampleFinder?
        var samples: [Series.Sample] = []
        for record in records {
            guard let setting = record.settings[signal] else { continue }
            let scale = module == 0x03 ? 32768 / setting.range : 16.4 * 2000 / setting.range
            for sample in record.download.samples where sample.signal == signal {
                func count(_ i: Int) -> Int16 {
                    Int16(bitPattern: UInt16(sample.bytes[i]) | UInt16(sample.bytes[i + 1]) << 8)
                }
                let (x, y, z) = (count(0), count(2), count(4))
                let reckoned = time(sample)
                var search = finder ?? SampleFinder(made, from: reckoned - slack)
                let moment = search.time(of: x, y, z, until: reckoned + slack) ?? reckoned
                finder = search
                samples.append(
                    Series.Sample(
                        time: moment, arrival: sample.arrival,
                        values: [x, y, z].map { Double($0) / scale },
                        truth: truth.values(at: moment)))
            }
        }
        // Of one interval that several downloads saw, the last knows the end.
        var logged: [LogInterval] = []
        for interval in records.flatMap(\.logged) where interval.settings[signal] != nil {
            logged.removeAll { $0.start == interval.start }
            logged.append(interval)
        }
        return Series(
            board: name, signal: signal.rawValue, unit: truth.unit, axes: ["x", "y", "z"],
            source: .log, rate: records.last?.settings[signal]?.rate ?? 0,
            made: logged.reduce(0) {
                $0 + (made?.count(from: $1.start, to: $1.end ?? run.simulation.now) ?? 0)
            }, samples: samples)
    }
}

/// Finds what a client got among the samples that the sensor made.
struct SampleFinder {
    private let made: MadeSamples?
    private let skipsDropped: Bool
    private var cursor: Int

    /// - Parameter skipsDropped: for a stream of single samples, which the board counts as it drops
    ///   them; without it values that repeat are taken for those before them.
    init(_ made: MadeSamples?, from start: Instant, skipsDropped: Bool = false) {
        self.made = made
        self.skipsDropped = skipsDropped
        made?.noteDropped()
        cursor = made?.position(at: start) ?? 0
    }

    /// When the sensor made this sample; for one that it never made, garbled on its way, the time of
    /// the one whose place it takes, so that its error counts.
    mutating func time(of x: Int16, _ y: Int16, _ z: Int16, until limit: Instant) -> Instant? {
        guard let made else { return nil }
        let found = made.find(
            x, y, z, from: cursor, until: limit, skipsDropped: skipsDropped)
        if let found {
            cursor = found + 1
            return made.samples[found].time
        }
        guard cursor < made.samples.count, made.samples[cursor].time <= limit else { return nil }
        cursor += 1
        return made.samples[cursor - 1].time
    }
}

/// What a sensor would say if it were perfect.
struct Truth {
    private let body: ScriptedBody
    private let isAcceleration: Bool

    init(_ body: ScriptedBody, module: UInt8) {
        self.body = body
        isAcceleration = module == 0x03
    }

    var unit: String { isAcceleration ? "g" : "deg/s" }

    /// Three axes in g or °/s.
    func values(at time: Instant) -> [Double] {
        let state = body.kinematics(at: time)
        let vector =
            isAcceleration
            ? state.specificForce * (1 / standardGravity) : state.angularRate * (180 / .pi)
        return [vector.x, vector.y, vector.z]
    }
}
