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
        let truth = Truth(run.bodies[board], module: recorder.module)
        let times = SampleTimes(recorder, run.watchSamples(board, module: recorder.module))
        var samples: [Series.Sample] = []
        samples.reserveCapacity(recorder.arrivals.count)
        for (position, arrival) in recorder.arrivals.enumerated() {
            let time = times[position]
            let scale = recorder.scale(of: arrival.number)
            samples.append(
                Series.Sample(
                    time: time, arrival: arrival.time,
                    values: [arrival.x, arrival.y, arrival.z].map { Double($0) / scale },
                    truth: truth.values(at: time)))
        }
        let packets = recorder.made?.samples[recorder.window] ?? []
        return Series(
            board: name, signal: recorder.signal, unit: truth.unit, axes: ["x", "y", "z"],
            source: .stream, rate: recorder.rate,
            made: packets.count { $0.fate != .unwanted } * recorder.perPacket,
            dropped: packets.count { $0.fate == .dropped } * recorder.perPacket, samples: samples)
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
        let made = run.watchSamples(board, module: module)
        let truth = Truth(run.bodies[board], module: module)
        // A tick is 1.46 ms, and the client's idea of tick zero is late by its link.
        let slack = Nanoseconds.milliseconds(200)
        var finder: SampleFinder?
        var samples: [Series.Sample] = []
        var found: [Int] = []
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
                let number = search.position(of: x, y, z, until: reckoned + slack)
                let moment = number.flatMap { made?.samples[$0].time } ?? reckoned
                if let number { found.append(number) }
                finder = search
                samples.append(
                    Series.Sample(
                        time: moment, arrival: sample.arrival,
                        values: [x, y, z].map { Double($0) / scale },
                        truth: truth.values(at: moment)))
            }
        }
        var wanted = RangeSet<Int>()
        if let made {
            for interval in records.flatMap(\.logged) where interval.settings[signal] != nil {
                wanted.insert(
                    contentsOf: made.range(
                        from: interval.start, to: interval.end ?? run.simulation.now))
            }
        }
        // What came beside them was made as well: recorded for another client, or past the end.
        let beside = samples.count - found.count { wanted.contains($0) }
        return Series(
            board: name, signal: signal.rawValue, unit: truth.unit, axes: ["x", "y", "z"],
            source: .log, rate: records.last?.settings[signal]?.rate ?? 0,
            made: wanted.ranges.reduce(0) { $0 + $1.count } + beside, samples: samples)
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
