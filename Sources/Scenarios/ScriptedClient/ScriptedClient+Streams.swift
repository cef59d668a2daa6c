import MetaWearProtocol
import MetaWearTables

extension ScriptedClient {
    /// Streams a motion sensor.
    func begin(_ signal: ScriptSignal, _ session: HostSession, on chip: InertialChip) {
        let setting =
            chip.module == .accelerometer ? session.state.accelerometer : session.state.gyroscope
        // Boards start with other settings than these: what is streamed is what was asked for.
        session.send(chip.configure(setting))
        let recorder = recorder(signal, on: session.board)
        // A sensor that runs already makes samples before the board hears of the stream.
        for packet in signal.key.subscribe(true) { session.send(packet) { recorder.begin() } }
        session.send(chip.startPackets)
        session.recording?.running += signal.units
        record(recorder, session)
    }

    /// Configures and starts what the signal needs and does not run; subscribes in between, as the
    /// C++ SDK does (protocol, sensors 1.5).
    func begin(_ signal: ScriptSignal, _ session: HostSession) throws(StepFailure) {
        let subscription = signal.key.subscribe(true)
        guard !subscription.isEmpty else {
            throw StepFailure("\(signal.name) comes only when it is read")
        }
        let running = session.running
        let new = signal.units.filter { !running.contains($0) }
        session.recording?.running += new
        session.send(try session.configure(new, beside: running))
        if new.contains(where: \.isFusion) { session.state.followFusion() }
        let recorder = recorder(signal, on: session.board)
        for (i, packet) in subscription.enumerated() {
            session.send(packet) { if i == subscription.count - 1 { recorder.begin() } }
        }
        session.send(try session.sensors.start(new, beside: running))
        record(recorder, session)
    }

    private func record(_ recorder: StreamRecorder, _ session: HostSession) {
        // A stream that is started anew, as after a reset of the board, has a new recorder.
        for old in session.recorders
        where old.source.key == recorder.source.key && old.source.share == recorder.source.share {
            old.stop()
        }
        session.recorders.append(recorder)
        streams.append((session.board, recorder))
    }
}

extension HostSession {
    /// A sensor that is set up anew for one form of its samples streams no other any more, and
    /// what is streamed anew no longer runs.
    func endOtherForms(of names: [SignalName]) {
        let modules = names.compactMap { $0.builtIn?.inertialModule?.rawValue }
        for recorder in recorders where !recorder.isStopped {
            let isAgain = names.contains { $0.text == recorder.signal }
            let isInertial = Signal(rawValue: recorder.signal)?.inertialModule != nil
            guard isAgain || isInertial && modules.contains(recorder.module) else { continue }
            recorder.stop()
            if !isAgain { send(recorder.source.key.subscribe(false)) }
        }
    }
}

extension Signal {
    /// Of accelerometer and gyroscope samples; nil for all else.
    var inertialModule: MWModule? { row.isScaledByRange ? row.module : nil }
}
