/// A value that a board logs by itself: a timer on the board has it read silently.
public struct MWPolledLogger<R: MWPolledLoggable>: Sendable {
    /// What is logged.
    public let readable: R
    /// From one value to the next.
    public let periodMs: UInt32

    /// A value and how often it is logged.
    public init(readable: R, periodMs: UInt32) {
        self.readable = readable
        self.periodMs = periodMs
    }

    /// The name by which a device remembers the loggers: `polled-16-01` for humidity, `polled-04-01-02` for channel 2
    /// of the thermometers.
    public var loggerKey: String {
        let index = readable.loggerTriggerIndex
        let numbers = [readable.module.rawValue, readable.dataRegister]
        return
            (["polled"]
            + (numbers + (index == 0xFF || index == 0 ? [] : [index])).map { number in
                let digits = String(number, radix: 16, uppercase: true)
                return digits.utf8.count == 1 ? "0" + digits : digits
            }).joined(separator: "-")
    }
}

/// What a board uses for a polled logger, so that it can be stopped later, by another process as well.
public struct MWPolledLoggerHandles: Sendable, Codable, Equatable {
    /// Of the timer.
    public let timerID: UInt8
    /// Of the event that reads at each tick.
    public let eventID: UInt8
    /// Of the loggers, in the order of the value's parts.
    public let loggerIDs: [UInt8]

    /// Numbers that a board gave.
    public init(timerID: UInt8, eventID: UInt8, loggerIDs: [UInt8]) {
        self.timerID = timerID
        self.eventID = eventID
        self.loggerIDs = loggerIDs
    }
}
