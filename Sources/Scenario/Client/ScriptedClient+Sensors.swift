import MetaWearBoard
import Simulation

extension ScriptedClient {
    /// The sensor's chip, as the board says it; asks when it was not initialised.
    func device(
        _ session: HostSession, _ module: UInt8, _ done: @escaping Done<InertialDevice>
    ) {
        if let known = session.modules[module] {
            return done(Self.device(module, known))
        }
        session.ask([module, 0x80], PacketPattern(module, 0x80)) { result in
            switch result {
            case .failure(let failure): done(.failure(failure))
            case .success(let answer):
                session.modules[module] = Array(answer.dropFirst(2))
                done(Self.device(module, Array(answer.dropFirst(2))))
            }
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
        inTurn(
            wishes,
            { [self] result in
                guard case .success = result else { return done(result.map { "" }) }
                settle("", done)
            }
        ) { [self] wish, next in
            device(session, wish.module) { result in
                next(
                    result.map { device in
                        Self.set(session, device, wish.setting)
                    })
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
        session.send(device.configure(setting))
    }

    func stream(
        _ session: HostSession, _ board: Int, _ step: Step.Stream, _ done: @escaping Done<String>
    ) {
        inTurn(
            step.signals,
            { [self] result in
                guard case .success = result, let duration = step.duration else {
                    return done(result.map { "" })
                }
                timers.after(duration) { [self] in
                    guard session.isConnected else {
                        return done(.failure(StepFailure("the link ended while streaming")))
                    }
                    stopStream(session, board, step.signals, done)
                }
            }
        ) { [self] signal, next in
            guard let module = signal.inertialModule else {
                begin(session, board, signal)
                return next(.success(()))
            }
            device(session, module) { [self] result in
                next(result.map { begin(session, board, signal, on: $0) })
            }
        }
    }

    private func begin(
        _ session: HostSession, _ board: Int, _ signal: Signal, on device: InertialDevice
    ) {
        let isPacked = signal.isPacked
        let register = isPacked ? device.packedRegister : device.dataRegister
        let setting =
            device.module == 0x03 ? session.state.accelerometer : session.state.gyroscope
        // Boards start with other settings than these: what is streamed is what was asked for.
        session.send(device.configure(device.nearest(setting)))
        session.send(device.subscribe(register, true))
        session.send(device.start)
        record(
            session, board,
            StreamRecorder(
                signal: signal.rawValue, module: device.module, register: register,
                perPacket: isPacked ? 3 : 1, scale: device.countsPerUnit(setting.range),
                rate: setting.rate, started: timers.now))
    }

    private func begin(_ session: HostSession, _ board: Int, _ signal: Signal) {
        let (module, register) = signal.plainRegister
        session.send([module, register, 0x01])
        record(
            session, board,
            StreamRecorder(
                signal: signal.rawValue, module: module, register: register, perPacket: 0,
                scale: 1, rate: 0, started: timers.now))
    }

    private func record(_ session: HostSession, _ board: Int, _ recorder: StreamRecorder) {
        let key = SignalKey(recorder.module, recorder.register)
        recorder.droppedBefore = run.dropped(board, key)
        if recorder.perPacket > 0 { run.watchSamples(board, module: recorder.module) }
        session.recorders.append(recorder)
        streams.append((board, recorder))
    }

    func stopStream(
        _ session: HostSession, _ board: Int, _ signals: [Signal], _ done: @escaping Done<String>
    ) {
        let names = signals.map(\.rawValue)
        let running = session.recorders.filter {
            $0.stopped == nil && (names.isEmpty || names.contains($0.signal))
        }
        for recorder in running {
            if recorder.perPacket > 0,
                let device = session.modules[recorder.module].flatMap({
                    InertialDevice(module: recorder.module, information: $0)
                })
            {
                let others = session.recorders.contains {
                    $0 !== recorder && $0.stopped == nil && $0.module == recorder.module
                        && !running.contains { $0 === recorder }
                }
                if !others { session.send(device.stop) }
            }
            session.send([recorder.module, recorder.register, 0x00])
        }
        // What is on its way still arrives.
        timers.after(.milliseconds(300)) { [self] in
            for recorder in running {
                recorder.stopped = timers.now
                recorder.droppedAtEnd = run.dropped(
                    board, SignalKey(recorder.module, recorder.register))
            }
            session.recorders.removeAll { $0.stopped != nil }
            let count = running.reduce(0) { $0 + $1.arrivals.count }
            done(.success("\(count) samples"))
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
