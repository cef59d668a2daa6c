import MetaWearProtocol
import Simulation

/// What a client remembers about a board that it programmed.
struct HostState {
    var accelerometer = InertialSetting(rate: 100, range: 8)
    var gyroscope = InertialSetting(rate: 100, range: 2000)
    var configurations = SensorConfigurations()
    var made = MadeThings()
    var loggers: [HostLogger] = [] { didSet { areRoutesOld = true } }
    /// What the loggers record, as it was configured when logging began last.
    var signals: [ScriptSignal] = [] { didSet { areRoutesOld = true } }
    private var knownRoutes = LogRoutes()
    private var areRoutesOld = false
    /// The client's estimate of the time of the board's tick zero, by reset uid.
    var tickZero: [UInt8: Instant] = [:]
    /// The last reset uid that the board reported.
    var uid: UInt8 = 0
    /// Entries that come again until their page is confirmed.
    var unconfirmed = RepeatFilter()
    /// When the client had logging switched on, oldest first, since the log was cleared.
    var logged: [LogInterval] = []

    /// The rate and range with which a signal was logged last.
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

    /// The loggers that recorded under a reset uid; those of another one if the board kept them
    /// over the reset.
    func loggers(of uid: UInt8) -> [HostLogger] {
        let own = loggers.filter { $0.uid == uid }
        if !own.isEmpty { return own }
        guard let last = loggers.last else { return [] }
        return loggers.filter { $0.uid == last.uid }
    }
}

/// A time in which a client had logging switched on.
struct LogInterval {
    var start: Instant
    /// nil while it goes on.
    var end: Instant?
    /// Of the signals that were logged, by name.
    var settings: [String: InertialSetting] = [:]
}

/// One logger that a client has set up: a chunk of a signal.
struct HostLogger {
    var id: UInt8
    /// The board's reset uid when it was set up: a reset forgets it, what it recorded stays.
    var uid: UInt8
    var signal: String
    /// Which part of the signal's bytes, from 0.
    var part: Int
}
