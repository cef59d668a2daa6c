import MetaWearTables

/// A timer that a board made (protocol, core 6).
public struct MWTimer: Sendable, Equatable {
    /// Repetitions without an end.
    public static let infinite: UInt16 = 0xFFFF

    /// Of the timer, from 0.
    public let id: UInt8
    /// Between two ticks.
    public let periodMs: UInt32
    /// Ticks, `infinite` for ever.
    public let repetitions: UInt16
    /// Whether the first tick comes at the start.
    public let immediate: Bool

    /// A timer of the board.
    public init(id: UInt8, periodMs: UInt32, repetitions: UInt16, immediate: Bool) {
        self.id = id
        self.periodMs = periodMs
        self.repetitions = repetitions
        self.immediate = immediate
    }

    /// The timer that a command made.
    public init(id: UInt8, _ command: Create) {
        self.init(
            id: id, periodMs: command.periodMs, repetitions: command.repetitions,
            immediate: command.immediate)
    }

    /// Makes a timer, stopped; the board answers `[0C 02 id]`, or not at all if it has no room.
    public struct Create: HostCommand {
        /// Between two ticks.
        public let periodMs: UInt32
        /// Ticks, `infinite` for ever.
        public let repetitions: UInt16
        /// Whether the first tick comes at the start.
        public let immediate: Bool
        /// A timer.
        public init(
            periodMs: UInt32, repetitions: UInt16 = MWTimer.infinite, immediate: Bool = false
        ) {
            self.periodMs = periodMs
            self.repetitions = repetitions
            self.immediate = immediate
        }
        /// `[0C 02 period repetitions immediate]`.
        public var packet: Packet {
            Packet(
                .timer, 0x02,
                periodMs.littleEndianBytes + repetitions.littleEndianBytes + [immediate ? 1 : 0])
        }
        /// The timer that an answer tells of.
        ///
        /// - Throws: `MWError.operationFailed` for a packet that is too short.
        public func made(by answer: [UInt8]) throws(MWError) -> MWTimer {
            MWTimer(id: try CreatedID.read(answer), self)
        }
    }

    /// Starts it, from its first repetition.
    public var start: Packet { Packet(.timer, 0x03, [id]) }
    /// Stops it.
    public var stop: Packet { Packet(.timer, 0x04, [id]) }
    /// Frees its slot.
    public var remove: Packet { Packet(.timer, 0x05, [id]) }
    /// Turns its notifications on or off.
    public func notify(_ isOn: Bool) -> Packet { Self.notify(id, isOn) }
    static func notify(_ id: UInt8, _ isOn: Bool) -> Packet {
        Packet(.timer, 0x07, [id, isOn ? 1 : 0])
    }
    /// Where its ticks come from.
    public var key: SourceKey { SourceKey(.timer, 0x06, id) }
}

/// The answer to what makes something: `[module 02 id]`, bit 7 clear (protocol, core 1.5).
package enum CreatedID {
    /// The id in an answer.
    ///
    /// - Throws: `MWError.operationFailed` for a packet that is too short.
    package static func read(_ answer: [UInt8]) throws(MWError) -> UInt8 {
        try answer.span.require(3, "the number of what was made")
        return answer[2]
    }
}
