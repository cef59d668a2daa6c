import Declaration
import MetaWearProtocol
import MetaWearTables

extension HostState {
    /// Remembers the format of a logged signal.
    mutating func remember(_ signal: ScriptSignal) {
        if let known = signals.firstIndex(where: { $0.name == signal.name }) {
            signals[known] = signal
        } else {
            signals.append(signal)
        }
    }
}

extension HostSession {
    /// The range of a motion sensor in g or °/s; 0 for any other signal.
    func range(of signal: ScriptSignal) -> Double {
        switch MWModule(rawValue: signal.key.module) {
        case .accelerometer: state.accelerometer.range
        case .gyro: state.gyroscope.range
        default: 0
        }
    }

    /// Remembers that the log needs these parts.
    func take(_ units: [SensorUnit]) {
        for unit in units where !state.made.logged.contains(unit) {
            state.made.logged.append(unit)
        }
        if units.contains(where: \.isFusion) { state.followFusion() }
    }

    /// Stops the parts that only the log needed. Accelerometer and gyroscope are stopped elsewhere.
    func stopLoggedUnits() {
        let units = state.made.logged.filter { $0 != .accelerometer && $0 != .gyroscope }
        state.made.logged = []
        let others = running
        send((try? sensors.stop(units.filter { !others.contains($0) }, beside: others)) ?? [])
    }
}

extension Array where Element: Equatable {
    var withoutRepeats: [Element] {
        reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}

extension HostState {
    /// Takes over the settings that the fusion gives to its sensors.
    mutating func followFusion() {
        let fusion = configurations.fusion
        let mode = fusion.mode.mode
        if mode.sensors.contains(.accelerometer) {
            accelerometer = InertialSetting(rate: mode.rate, range: fusion.accelerationRange.g)
        }
        if mode.sensors.contains(.gyro) {
            gyroscope = InertialSetting(
                rate: 100, range: fusion.rotationRange.degreesPerSecond)
        }
    }
}

extension HostState {
    /// Forgets everything that the script made on the board.
    mutating func forgetAll() {
        made = MadeThings()
        loggers = []
    }

    /// Forgets the log's content, after it was cleared.
    mutating func forgetLog() {
        unconfirmed = RepeatFilter()
        routes = LogRoutes()
        logged = logged.filter { $0.end == nil }
    }
}
