import Simulation

/// What a client remembers of a board that it programmed.
struct HostState {
    var accelerometer = SensorSetting(rate: 100, range: 8)
    var gyroscope = SensorSetting(rate: 100, range: 2000)
    var loggers: [HostLogger] = []
    /// The moment of the board's tick zero as the client reckons it, by reset uid.
    var tickZero: [UInt8: Instant] = [:]
    /// The reset uid that the board said last.
    var uid: UInt8 = 0
    /// The highest tick that arrived, by logger and reset uid: what is sent again after a cut is
    /// known by it.
    var lastTick: [UInt16: UInt32] = [:]
    var logStarted: Instant?
    var logStopped: Instant?

    /// The loggers that recorded under a reset uid; those of another one if the board kept them
    /// over the reset.
    func loggers(of uid: UInt8) -> [HostLogger] {
        let own = loggers.filter { $0.uid == uid }
        if !own.isEmpty { return own }
        guard let last = loggers.last else { return [] }
        return loggers.filter { $0.uid == last.uid }
    }
}

/// Rate in hertz and range in g or °/s, as a script asked for them and the chip has them.
struct SensorSetting: Equatable {
    var rate: Double
    var range: Double
}

/// One logger that a client has set up: a chunk of a signal.
struct HostLogger {
    var id: UInt8
    /// The board's reset uid when it was set up: a reset forgets it, what it recorded stays.
    var uid: UInt8
    var signal: LogSignal
    /// Which chunk of the signal, from 0.
    var chunk: Int
}

/// A signal that a client logs: where it comes from and how it is cut.
enum LogSignal: String, CaseIterable {
    case acceleration, rotation
    case button = "switch"

    var length: Int { self == .button ? 1 : 6 }

    /// Pack bytes of its chunks: length less one in bits 5 to 7, offset in bits 0 to 4.
    var packs: [UInt8] { self == .button ? [0x00] : [0x60, 0x24] }
}
