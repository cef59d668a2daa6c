import Declaration
import MetaWearTables
import Simulation

extension ScriptedClient {
    /// The sensor's chip, as the board says it; asks when it was not initialised.
    func device(
        _ session: HostSession, _ module: UInt8, _ done: @escaping Done<InertialDevice>
    ) {
        self.module(session, module) { result in
            done(result.flatMap { Self.device(module, $0) })
        }
    }

    private static func device(
        _ module: UInt8, _ information: [UInt8]
    ) -> Result<InertialDevice, StepFailure> {
        guard let device = InertialDevice(module: module, information: information) else {
            return .failure(InertialDevice.failure(module, information))
        }
        return .success(device)
    }

    func configure(
        _ session: HostSession, _ step: Step.Configure, _ done: @escaping Done<String>
    ) {
        let wishes = Self.wishes(step.accelerometer, step.gyroscope)
        inTurn(wishes) { [self] wish, next in
            device(session, wish.module) { result in
                next(result.map { device in Self.set(session, device, wish.setting) })
            }
        } then: { [self] result in
            guard case .success = result else { return done(result.map { "" }) }
            configureRest(session, step, done)
        }
    }

    /// All but accelerometer and gyroscope; what is configured stays the client's wish.
    private func configureRest(
        _ session: HostSession, _ step: Step.Configure, _ done: @escaping Done<String>
    ) {
        fetch(session, step.modules) { [self] result in
            guard case .success = result else { return done(result.map { "" }) }
            session.state.configurations.take(step)
            if step.fusion != nil { session.state.followFusion() }
            do throws(StepFailure) {
                session.send(try session.commands(forRestOf: step, session.encoder))
                settle(session, done)
            } catch {
                done(.failure(error))
            }
        }
    }

    struct Wish {
        var module: UInt8
        var setting: SensorSetting
    }

    static func wishes(
        _ accelerometer: Step.AccelerometerConfiguration?, _ gyroscope: Step.GyroscopeConfiguration?
    ) -> [Wish] {
        var wishes: [Wish] = []
        if let accelerometer {
            wishes.append(
                Wish(
                    module: 0x03,
                    setting: SensorSetting(
                        rate: accelerometer.rate.hertz, range: accelerometer.range.g)))
        }
        if let gyroscope {
            wishes.append(
                Wish(
                    module: 0x13,
                    setting: SensorSetting(
                        rate: gyroscope.rate.hertz, range: gyroscope.range.degreesPerSecond)))
        }
        return wishes
    }

    static func set(_ session: HostSession, _ device: InertialDevice, _ wish: SensorSetting) {
        let setting = device.nearest(wish)
        if device.module == 0x03 {
            session.state.accelerometer = setting
        } else {
            session.state.gyroscope = setting
        }
        let running = session.recorders.filter { $0.module == device.module && !$0.isStopped }
        session.send(device.configure(setting)) {
            for recorder in running { recorder.rescale(device.countsPerUnit(setting.range)) }
        }
    }

    func stream(
        _ session: HostSession, _ board: Int, _ step: Step.Stream, _ done: @escaping Done<String>
    ) {
        let needed = step.signals.flatMap { session.modules(for: $0) }
        fetch(session, needed) { [self] result in
            guard case .success = result else { return done(result.map { "" }) }
            endOtherForms(session, step.signals)
            inTurn(step.signals) { [self] name, next in
                do throws(StepFailure) {
                    let signal = try session.signal(name)
                    if name.builtIn?.inertialModule != nil {
                        begin(
                            session, board, signal,
                            on: try session.encoder.inertial(signal.key.module))
                    } else {
                        try begin(session, board, signal)
                    }
                    next(.success(()))
                } catch {
                    next(.failure(error))
                }
            } then: { [self] result in
                guard case .success = result, let duration = step.duration else {
                    return done(result.map { "" })
                }
                stop(session, board, step.signals, after: duration, done)
            }
        }
    }

    /// A sensor that is set up anew for one form of its samples streams no other any more, and
    /// what is streamed anew no longer runs.
    private func endOtherForms(_ session: HostSession, _ names: [SignalName]) {
        let modules = names.compactMap { $0.builtIn?.inertialModule }
        for recorder in session.recorders where !recorder.isStopped {
            let isAgain = names.contains { $0.text == recorder.signal }
            let isInertial = Signal(rawValue: recorder.signal)?.inertialModule != nil
            guard isAgain || isInertial && modules.contains(recorder.module) else { continue }
            recorder.stop()
            if !isAgain { session.send([recorder.module, recorder.register, 0x00]) }
        }
    }

    /// Lets streams run for a while; the end of the link ends the step.
    private func stop(
        _ session: HostSession, _ board: Int, _ signals: [SignalName],
        after duration: Nanoseconds, _ done: @escaping Done<String>
    ) {
        let finish = first(done)
        let ending = session.whenEnded {
            finish(.failure(StepFailure("the link ended while streaming")))
        }
        timers.after(duration) { [self] in
            guard session.isConnected else { return }
            session.forgetEnding(ending)
            stopStream(session, board, signals, finish)
        }
    }

    private func begin(
        _ session: HostSession, _ board: Int, _ signal: BoardSignal, on device: InertialDevice
    ) {
        let setting = device.nearest(
            device.module == 0x03 ? session.state.accelerometer : session.state.gyroscope)
        // Boards start with other settings than these: what is streamed is what was asked for.
        session.send(device.configure(setting))
        let register = signal.key.register
        let recorder = recorder(
            signal, on: board, made: run.watchPackets(board, of: signal))
        // A sensor that runs already makes samples before the board hears of the stream.
        session.send(device.subscribe(register, true)) { recorder.begin() }
        session.send(device.start)
        record(session, board, recorder)
    }

    /// Configures and starts what the signal needs and does not run; subscribes in between, as the
    /// C++ SDK does (protocol, sensors 1.5).
    private func begin(
        _ session: HostSession, _ board: Int, _ signal: BoardSignal
    ) throws(StepFailure) {
        let subscription = try signal.subscription(true)
        let running = session.running
        let new = signal.units.filter { !running.contains($0) }
        session.send(try session.configure(new, beside: running))
        if new.contains(where: \.isFusion) { session.state.followFusion() }
        let recorder = recorder(
            signal, on: board, made: run.watchPackets(board, of: signal))
        for (i, packet) in subscription.enumerated() {
            session.send(packet) { if i == subscription.count - 1 { recorder.begin() } }
        }
        session.send(try session.encoder.start(new, beside: running))
        record(session, board, recorder)
    }

    private func record(_ session: HostSession, _ board: Int, _ recorder: StreamRecorder) {
        // A stream that is started anew, as after a reset of the board, has a new recorder.
        for old in session.recorders
        where old.source.key == recorder.source.key && old.source.share == recorder.source.share {
            old.stop()
        }
        session.recorders.append(recorder)
        streams.append((board, recorder))
    }

    func stopStream(
        _ session: HostSession, _ board: Int, _ signals: [SignalName],
        _ done: @escaping Done<String>
    ) {
        let names = signals.map(\.text)
        let ending = session.recorders.filter {
            !$0.isStopped && (names.isEmpty || names.contains($0.signal))
        }
        let kept = session.recorders.filter { recorder in
            !recorder.isStopped && !ending.contains { $0 === recorder }
        }
        var others = kept.flatMap(\.source.units) + session.state.made.started
        // What the log needs goes on; motion sensors stop as they always did.
        others += session.state.made.logged.filter { $0 != .accelerometer && $0 != .gyroscope }
        for (i, recorder) in ending.enumerated() {
            let later = ending[(i + 1)...].flatMap(\.source.units)
            session.send(
                (try? session.encoder.stop(recorder.source.units, beside: others + later)) ?? [])
            session.send((try? recorder.source.subscription(false)) ?? [])
        }
        session.flush { [self] result in
            for recorder in ending { recorder.switchOff() }
            // What is on its way still arrives.
            timers.after(.milliseconds(300)) {
                for recorder in ending { recorder.stop() }
                let count = ending.reduce(0) { $0 + $1.tally.received }
                done(result.map { "\(count) samples" })
            }
        }
    }
}

extension BoardSignal {
    /// What turns its notifications on or off (protocol, core 1.6 and 4.1).
    func subscription(_ isOn: Bool) throws(StepFailure) -> [[UInt8]] {
        let flag: UInt8 = isOn ? 1 : 0
        switch (key.module, key.register) {
        // The processor's own gate, then that of all of them, which stays open.
        case (0x09, 0x03):
            return [[0x09, 0x07, key.index, flag]] + (isOn ? [[0x09, 0x03, 1]] : [])
        case (0x0C, 0x06): return [[0x0C, 0x07, key.index, flag]]
        case (_, 0x80...): throw StepFailure("\(name) comes only when it is read")
        default: return [[key.module, key.register, flag]]
        }
    }
}

extension Signal {
    /// Of accelerometer and gyroscope samples; nil for all else.
    var inertialModule: UInt8? {
        switch self {
        case .acceleration, .accelerationPacked: 0x03
        case .rotation, .rotationPacked: 0x13
        default: nil
        }
    }
}
