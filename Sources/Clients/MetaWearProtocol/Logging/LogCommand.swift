/// Commands of the logging module (protocol, core 3).
package enum LogCommand {
    /// Records from now on.
    package static let start = Packet(.logging, 0x01, [1])
    /// No longer records.
    package static let stop = Packet(.logging, 0x01, [0])
    /// Drops all entries; a board that records ignores it.
    package static let clear = Packet(.logging, 0x09, [0xFF, 0xFF, 0xFF, 0xFF])
    /// Removes all loggers; a board that records ignores it.
    package static let removeAllTriggers = Packet(.logging, 0x0A)
    /// Asks for the clock: `[0B 84 tick uid]`.
    package static let readTime = Packet.read(.logging, 0x04)
    /// Asks how many entries there are.
    package static let readLength = Packet.read(.logging, 0x05)
    /// Releases the next page.
    package static let confirmPage = Packet(.logging, 0x0E)
    /// Writes the page that is in memory to the flash; from module revision 3 on.
    package static let flushPage = Packet(.logging, 0x10, [1])

    /// Drops the oldest entries.
    package static func drop(_ count: UInt32) -> Packet {
        Packet(.logging, 0x09, count.littleEndianBytes)
    }

    /// Whether a full log goes on over its oldest entries.
    package static func overwrite(_ isOn: Bool) -> Packet {
        Packet(.logging, 0x0B, [isOn ? 1 : 0])
    }

    /// What starts a recording once its loggers exist.
    public static func startPackets(overwrite isOn: Bool = true) -> [Packet] {
        [overwrite(isOn), start]
    }

    /// Notifications of entries (07), of the progress (08) or of the ends of pages (0D).
    package static func notify(_ register: ReadoutRegister, _ isOn: Bool) -> Packet {
        .subscribe(.logging, register.rawValue, isOn)
    }

    /// Registers that a readout notifies.
    package enum ReadoutRegister: UInt8, CaseIterable, Sendable {
        case entries = 0x07
        case progress = 0x08
        case pageComplete = 0x0D
    }

    /// Starts a readout of the oldest entries.
    ///
    /// - Parameters:
    ///   - count: as `readLength` gave it.
    ///   - every: entries from one progress to the next; 0 for one a page.
    package static func readout(_ count: UInt32, progressEvery every: UInt32 = 0) -> Packet {
        Packet(.logging, 0x06, count.littleEndianBytes + every.littleEndianBytes)
    }

    /// Starts a readout as the C++ SDK does: the length goes back as it came, of 2 to 4 bytes, and progress is asked
    /// for so many times, at most with each entry.
    ///
    /// - Parameter reports: 0 for none in between.
    package static func readout(answering length: [UInt8], reports: UInt32) -> Packet {
        let bytes = Array(length.dropFirst(2).prefix(4))
        let count = bytes.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        let every = reports == 0 ? 0 : max(1, count / reports)
        return Packet(.logging, 0x06, bytes + every.littleEndianBytes)
    }
}

/// How many entries a log has; header entries of its pages count (protocol, core 3.5).
public struct MWLogLength: ReadableValue {
    /// The question has no choices.
    public init() {}
    /// Logging.
    public var module: MWModule { .logging }
    /// 05.
    public var dataRegister: UInt8 { 0x05 }
    /// `[0B 85]`.
    public var readPacket: Packet { LogCommand.readLength }
    /// Reads four bytes.
    public func sample(from packet: Span<UInt8>) throws(MWError) -> UInt32 {
        try packet.require(6, "the log's length")
        return packet.uint32(at: 2)
    }
}

/// Whether the board records (protocol, core 3.2).
public struct MWLoggingEnabled: ReadableValue {
    /// The question has no choices.
    public init() {}
    /// Logging.
    public var module: MWModule { .logging }
    /// 01.
    public var dataRegister: UInt8 { 0x01 }
    /// `[0B 81]`.
    public var readPacket: Packet { .read(.logging, 0x01) }
    /// Reads one byte.
    public func sample(from packet: Span<UInt8>) throws(MWError) -> Bool {
        try packet.require(3, "whether the board records")
        return packet[2] != 0
    }
}
