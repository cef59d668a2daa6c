import MetaWearBoard
import Motion
import Simulation

extension ScriptedClient {
    /// What this client got of every signal, beside the truth.
    func series(in run: ScenarioRun) -> [Series] {
        streams.map { series(of: $0.recorder, on: $0.board, in: run) }
            + downloads.flatMap { record in
                LogSignal.allCases.compactMap { series(of: $0, record, in: run) }
            }
    }

    /// The streams and downloads of one signal, so far.
    func series(
        of signal: String, source: Series.Source, on board: Int, in run: ScenarioRun
    ) -> [Series] {
        switch source {
        case .stream:
            streams.filter { $0.board == board && $0.recorder.signal.hasPrefix(signal) }
                .map { series(of: $0.recorder, on: board, in: run) }
        case .log:
            downloads.filter { $0.board == board }.compactMap { record in
                LogSignal(rawValue: signal).flatMap { series(of: $0, record, in: run) }
            }
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
        var cursor = made?.position(at: recorder.started) ?? 0
        var samples: [Series.Sample] = []
        samples.reserveCapacity(recorder.arrivals.count)
        for arrival in recorder.arrivals {
            let found = made?.find(
                arrival.x, arrival.y, arrival.z, from: cursor, until: arrival.time)
            let time = found.flatMap { made?.samples[$0].time }
            if let found { cursor = found + 1 }
            samples.append(
                Series.Sample(
                    time: time ?? arrival.time, arrival: arrival.time,
                    values: [arrival.x, arrival.y, arrival.z].map { Double($0) / recorder.scale },
                    truth: time.map { truth.values(at: $0) } ?? []))
        }
        let end = recorder.stopped ?? run.simulation.now
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

    private func series(
        of signal: LogSignal, _ record: DownloadRecord, in run: ScenarioRun
    ) -> Series? {
        let board = record.board
        let got = record.download.samples.filter { $0.signal == signal }
        guard let session = sessions[board], !got.isEmpty else { return nil }
        let name = run.boards[board].name
        let zero = { (uid: UInt8) in session.state.tickZero[uid] ?? .zero }
        let time = { (sample: LogDownload.Sample) in
            zero(sample.uid) + Nanoseconds(Int64(sample.tick) * 23_437_500 / 16)
        }
        guard signal != .button, let setting = record.setting[signal] else {
            return Series(
                board: name, signal: signal.rawValue, unit: "", axes: ["value"], source: .log,
                rate: 0, made: got.count,
                samples: got.map {
                    Series.Sample(
                        time: time($0), arrival: $0.arrival, values: [Double($0.bytes[0])],
                        truth: [])
                })
        }
        let module: UInt8 = signal == .acceleration ? 0x03 : 0x13
        let made = run.madeSamples(board, module: module)
        let truth = Truth(run.bodies[board], module: module)
        let scale = module == 0x03 ? 32768 / setting.range : 16.4 * 2000 / setting.range
        // A tick is 1.46 ms, and the client's idea of tick zero is late by its link.
        let slack = Nanoseconds.milliseconds(200)
        var cursor = got.first.map { made?.position(at: time($0) - slack) ?? 0 } ?? 0
        var samples: [Series.Sample] = []
        samples.reserveCapacity(got.count)
        for sample in got {
            func count(_ i: Int) -> Int16 {
                Int16(bitPattern: UInt16(sample.bytes[i]) | UInt16(sample.bytes[i + 1]) << 8)
            }
            let (x, y, z) = (count(0), count(2), count(4))
            let reckoned = time(sample)
            let found = made?.find(x, y, z, from: cursor, until: reckoned + slack)
            if let found { cursor = found + 1 }
            let moment = found.flatMap { made?.samples[$0].time }
            samples.append(
                Series.Sample(
                    time: moment ?? reckoned, arrival: sample.arrival,
                    values: [x, y, z].map { Double($0) / scale },
                    truth: truth.values(at: moment ?? reckoned)))
        }
        // The board hears of the end a little later than the client says it.
        let end = max(record.stopped, samples.last?.time ?? .zero)
        return Series(
            board: name, signal: signal.rawValue, unit: truth.unit, axes: ["x", "y", "z"],
            source: .log, rate: setting.rate, made: made?.count(from: record.started, to: end) ?? 0,
            samples: samples)
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
