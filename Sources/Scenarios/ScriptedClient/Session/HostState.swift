import MetaWearProtocol
import Simulation

/// What a client remembers about a board that it programmed.
struct HostState {
    var accelerometer = InertialSetting(rate: 100, range: 8)
    var gyroscope = InertialSetting(rate: 100, range: 2000)
    var configurations = SensorConfigurations()
    var made = MadeThings()
    var loggers: [HostLogger] = [] { didSet { areRoutesOld = true } }
    /// The signals of the loggers, as they were configured when logging last began.
    var signals: [ScriptSignal] = [] { didSet { areRoutesOld = true } }
    private var knownRoutes = LogRoutes()
    private var areRoutesOld = false
    /// The client's estimate of the time of the board's tick zero, by reset uid.
    var tickZero: [UInt8: Instant] = [:]
    /// The last reset uid that the board reported.
    var uid: UInt8 = 0
    /// Recognises entries that the board sends again because their page was not confirmed.
    var unconfirmed = RepeatFilter()
    /// The intervals in which the client had logging on since the log was cleared, oldest first.
    var logged: [LogInterval] = []

    /// The rate and range with which a signal was last logged.
    func setting(of signal: String) -> InertialSetting? {
        logged.last { $0.settings[signal] != nil }?.settings[signal]
    }

    /// Where the entries of each logger belong.
    var routes: LogRoutes {
        mutating get {
            if areRoutesOld { knownRoutes = LogRoutes(self, after: knownRoutes) }
            areRoutesOld = false
            return knownRoutes
        }
        set {
            knownRoutes = newValue
            areRoutesOld = true
        }
    }

    /// The loggers that recorded under a reset uid; those of the last one if the board kept them
    /// over a reset.
    func loggers(of uid: UInt8) -> [HostLogger] {
        let own = loggers.filter { $0.uid == uid }
        if !own.isEmpty { return own }
        guard let last = loggers.last else { return [] }
        return loggers.filter { $0.uid == last.uid }
    }
}

/// An interval in which a client had logging on.
struct LogInterval {
    var start: Instant
    /// nil while it goes on.
    var end: Instant?
    /// Of the signals that were logged, by name.
    var settings: [String: InertialSetting] = [:]
}

/// A logger that a client has set up: it records one part of a signal.
struct HostLogger {
    var id: UInt8
    /// The board's reset uid when it was set up. A reset removes the logger, but not its entries.
    var uid: UInt8
    var signal: String
    /// Which part of the signal's bytes, from 0.
    var part: Int
}
