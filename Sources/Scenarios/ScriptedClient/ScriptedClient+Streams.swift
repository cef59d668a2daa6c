import MetaWearProtocol
import MetaWearTables
import Simulation

extension ScriptedClient {
    func begin(_ signal: BoardSignal, _ session: HostSession, on device: InertialChip) {
        let setting = device.nearest(
            device.module == .accelerometer ? session.state.accelerometer : session.state.gyroscope)
        // Boards start with other settings than these: what is streamed is what was asked for.
        session.send(device.configure(setting).bytes)
        let register = signal.key.register
        let recorder = recorder(signal, on: session.board)
        // A sensor that runs already makes samples before the board hears of the stream.
        session.send([device.module.rawValue, register, 1]) { recorder.begin() }
        session.send(device.startCommands)
        record(recorder, session)
    }

    /// Configures and starts what the signal needs and does not run; subscribes in between, as the
    /// C++ SDK does (protocol, sensors 1.5).
    func begin(_ signal: BoardSignal, _ session: HostSession) throws(StepFailure) {
        let subscription = try signal.subscription(true)
        let running = session.running
        let new = signal.units.filter { !running.contains($0) }
        session.send(try session.configure(new, beside: running))
        if new.contains(where: \.isFusion) { session.state.followFusion() }
        let recorder = recorder(signal, on: session.board)
        for (i, packet) in subscription.enumerated() {
            session.send(packet) { if i == subscription.count - 1 { recorder.begin() } }
        }
        session.send(try session.encoder.start(new, beside: running))
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
        let modules = names.compactMap { $0.builtIn?.inertialModule }
        for recorder in recorders where !recorder.isStopped {
            let isAgain = names.contains { $0.text == recorder.signal }
            let isInertial = Signal(rawValue: recorder.signal)?.inertialModule != nil
            guard isAgain || isInertial && modules.contains(recorder.module) else { continue }
            recorder.stop()
            if !isAgain { send([recorder.module, recorder.register, 0x00]) }
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
