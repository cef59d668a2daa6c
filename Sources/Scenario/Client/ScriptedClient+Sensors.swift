import MetaWearBoard
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
            return .failure(StepFailure("module \(module) is no known motion sensor"))
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
            settle(session, done)
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
        endOtherForms(session, step.signals)
        inTurn(step.signals) { [self] signal, next in
            guard let module = signal.inertialModule else {
                begin(session, board, signal)
                return next(.success(()))
            }
            device(session, module) { [self] result in
                next(result.map { begin(session, board, signal, on: $0) })
            }
        } then: { [self] result in
            guard case .success = result, let duration = step.duration else {
                return done(result.map { "" })
            }
            stop(session, board, step.signals, after: duration, done)
        }
    }

    /// A sensor that is set up anew for one form of its samples streams no other any more.
    private func endOtherForms(_ session: HostSession, _ signals: [Signal]) {
        let modules = signals.compactMap(\.inertialModule)
        for recorder in session.recorders
        where !recorder.isStopped && modules.contains(recorder.module) {
            recorder.stop()
            if !signals.contains(where: { $0.rawValue == recorder.signal }) {
                session.send([recorder.module, recorder.register, 0x00])
            }
        }
    }

    /// Lets streams run for a while; the end of the link ends the step.
    private func stop(
        _ session: HostSession, _ board: Int, _ signals: [Signal], after duration: Nanoseconds,
        _ done: @escaping Done<String>
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
        _ session: HostSession, _ board: Int, _ signal: Signal, on device: InertialDevice
    ) {
        let isPacked = signal.isPacked
        let register = isPacked ? device.packedRegister : device.dataRegister
        let setting = device.nearest(
            device.module == 0x03 ? session.state.accelerometer : session.state.gyroscope)
        // Boards start with other settings than these: what is streamed is what was asked for.
        session.send(device.configure(setting))
        let recorder = StreamRecorder(
            signal: signal.rawValue, module: device.module, register: register,
            perPacket: isPacked ? 3 : 1, scale: device.countsPerUnit(setting.range),
            rate: setting.rate, made: run.watchSamples(board, SignalKey(device.module, register)))
        // Of every sample, for the times of those that share a packet.
        run.watchSamples(board, module: device.module)
        // A sensor that runs already makes samples before the board hears of the stream.
        session.send(device.subscribe(register, true)) { recorder.begin() }
        session.send(device.start)
        record(session, board, recorder)
    }

    private func begin(_ session: HostSession, _ board: Int, _ signal: Signal) {
        let (module, register) = signal.plainRegister
        session.send([module, register, 0x01])
        record(
            session, board,
            StreamRecorder(
                signal: signal.rawValue, module: module, register: register, perPacket: 0,
                scale: 1, rate: 0, made: nil))
    }

    private func record(_ session: HostSession, _ board: Int, _ recorder: StreamRecorder) {
        // A stream that is started anew, as after a reset of the board, has a new recorder.
        for old in session.recorders
        where old.module == recorder.module && old.register == recorder.register {
            old.stop()
        }
        session.recorders.append(recorder)
        streams.append((board, recorder))
    }

    func stopStream(
        _ session: HostSession, _ board: Int, _ signals: [Signal], _ done: @escaping Done<String>
    ) {
        let names = signals.map(\.rawValue)
        let running = session.recorders.filter {
            !$0.isStopped && (names.isEmpty || names.contains($0.signal))
        }
        for recorder in running {
            if recorder.perPacket > 0,
                let device = session.modules[recorder.module].flatMap({
                    InertialDevice(module: recorder.module, information: $0)
                })
            {
                let others = session.recorders.contains {
                    $0 !== recorder && !$0.isStopped && $0.module == recorder.module
                        && !running.contains { $0 === recorder }
                }
                if !others { session.send(device.stop) }
            }
            session.send([recorder.module, recorder.register, 0x00])
        }
        session.flush { [self] result in
            for recorder in running { recorder.switchOff() }
            // What is on its way still arrives.
            timers.after(.milliseconds(300)) {
                for recorder in running { recorder.stop() }
                let count = running.reduce(0) { $0 + $1.arrivals.count }
                done(result.map { "\(count) samples" })
            }
        }
    }
}

extension Signal {
    var inertialModule: UInt8? {
        switch self {
        case .acceleration, .accelerationPacked: 0x03
        case .rotation, .rotationPacked: 0x13
        case .switch, .battery, .charger: nil
        }
    }

    var isPacked: Bool { self == .accelerationPacked || self == .rotationPacked }

    /// Module and register of a signal without a chip.
    var plainRegister: (UInt8, UInt8) {
        switch self {
        case .switch: (0x01, 0x01)
        case .charger: (0x11, 0x11)
        default: (0x11, 0x0C)
        }
    }
}
