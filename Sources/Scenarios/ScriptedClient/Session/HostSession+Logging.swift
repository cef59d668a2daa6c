import Declaration
import MetaWearProtocol
import MetaWearTables

extension HostState {
    /// Remembers how the samples of a logged signal read.
    mutating func remember(_ signal: ScriptSignal) {
        if let known = signals.firstIndex(where: { $0.name == signal.name }) {
            signals[known] = signal
        } else {
            signals.append(signal)
        }
    }
}

extension HostSession {
    /// In g or °/s for a motion sensor; 0 for anything else.
    func range(of signal: ScriptSignal) -> Double {
        switch MWModule(rawValue: signal.key.module) {
        case .accelerometer: state.accelerometer.range
        case .gyro: state.gyroscope.range
        default: 0
        }
    }

    /// The log needs these parts from now on.
    func take(_ units: [SensorUnit]) {
        for unit in units where !state.made.logged.contains(unit) {
            state.made.logged.append(unit)
        }
        if units.contains(where: \.isFusion) { state.followFusion() }
    }

    /// Stops what only the log needed, but accelerometer and gyroscope, which stop at once.
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
    /// The fusion configures the sensors that it needs.
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
    /// Nothing that a script made is on the board any more.
    mutating func forgetAll() {
        made = MadeThings()
        loggers = []
    }

    /// The log was cleared: nothing of it comes again.
    mutating func forgetLog() {
        unconfirmed = RepeatFilter()
        routes = LogRoutes()
        logged = logged.filter { $0.end == nil }
    }
}
