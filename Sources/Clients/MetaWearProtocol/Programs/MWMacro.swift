/// A macro that a board stores in its flash (protocol, core 7).
public struct MWMacro: Sendable, Equatable {
    /// Of the macro, from 0.
    public let id: UInt8
    /// A macro of the board.
    public init(id: UInt8) { self.id = id }
    /// Runs it.
    public var execute: Packet { Packet(.macro, 0x05, [id]) }
    /// Asks whether it runs when the board starts, and how long it is.
    public var read: Packet { .read(.macro, 0x02, [id]) }
    /// Turns the notification of its end on or off.
    public func notify(_ isOn: Bool) -> Packet { Packet(.macro, 0x06, [id, isOn ? 1 : 0]) }
    /// Erases all macros; their flash is free after the next `MWDebug.ResetAfterGC`.
    public static let eraseAll = Packet(.macro, 0x08)
}

/// Commands for a macro, and how they are recorded.
package struct MacroRecording: Sendable, Equatable {
    /// Which hosts split which commands.
    package enum Splitting: Sendable, Equatable {
        /// More than 13 bytes, as the Swift SDK does it.
        case beyond13
        /// 18 bytes and more, as the C++ SDK does it.
        case from18
    }

    /// What the macro does, in this order.
    package private(set) var commands: [Packet] = []
    /// Whether it runs when the board starts.
    package var executesOnBoot: Bool
    /// Which commands are split.
    package var splitting: Splitting

    /// An empty macro.
    package init(executesOnBoot: Bool = false, splitting: Splitting = .beyond13) {
        self.executesOnBoot = executesOnBoot
        self.splitting = splitting
    }

    /// Adds a command as a host would write it.
    package mutating func append(_ command: Packet) { commands.append(command) }
    /// Adds a command.
    package mutating func append(_ command: some HostCommand) { append(command.packet) }
    /// Adds commands.
    package mutating func append(_ sequence: some HostCommandSequence) {
        commands += sequence.packets
    }

    /// `[0F 02 boot]`; the board answers `[0F 02 id]`.
    package var begin: Packet { Packet(.macro, 0x02, [executesOnBoot ? 1 : 0]) }
    /// `[0F 04]`.
    package static let end = Packet(.macro, 0x04)

    /// One command: `[0F 03 …]`, or `[0F 09 …]` with its first two bytes and `[0F 03 …]` with the rest.
    package static func add(_ command: Packet, splitting: Splitting = .beyond13) -> [Packet] {
        let bytes = command.bytes
        let isLong = splitting == .beyond13 ? bytes.count > 13 : bytes.count >= 18
        guard isLong else { return [Packet(.macro, 0x03, bytes)] }
        return [
            Packet(.macro, 0x09, Array(bytes.prefix(2))),
            Packet(.macro, 0x03, Array(bytes.dropFirst(2))),
        ]
    }

    /// What is written after the answer to `begin`; all with response.
    package var recordPackets: [Packet] {
        commands.flatMap { Self.add($0, splitting: splitting) } + [Self.end]
    }

    /// Whether a packet is written with response: as the Swift SDK does it, only what adds and ends; the C++ SDK
    /// writes every packet of the module so, and a board takes both (protocol, core 16).
    package static func isWrittenWithResponse(_ packet: Packet) -> Bool {
        packet.knownModule == .macro && [0x03, 0x04, 0x09].contains(packet.register)
    }
}

/// All commands that bring a board back to how it left the factory, in the order of the Swift SDK (protocol, core 10).
package enum FactoryReset {
    /// Stops logging, clears log, loggers, events, processors and macros, and restarts; the link is lost at the end.
    public static let packets: [Packet] = [
        LogCommand.stop, LogCommand.clear, LogCommand.removeAllTriggers, MWEvent.removeAll,
        ProcessorCommand.removeAll, MWMacro.eraseAll, MWDebug.ResetAfterGC().packet,
        MWDebug.Reset().packet,
    ]
}
