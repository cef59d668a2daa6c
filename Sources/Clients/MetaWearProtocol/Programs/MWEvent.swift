import MetaWearTables
import Wire

/// An event that a board made: a command that follows a signal (protocol, core 5).
public struct MWEvent: Sendable, Equatable {
    /// Of the event, from 0.
    public let id: UInt8
    /// An event of the board.
    public init(id: UInt8) { self.id = id }
    /// Frees its slot.
    public var remove: Packet { Packet(.event, 0x04, [id]) }
    /// Removes all events.
    public static let removeAll = Packet(.event, 0x05)
}

/// What starts an event.
public struct MWEventSource: Sendable, Equatable {
    /// Whose signal it is.
    public let module: MWModule
    /// Its register with the flags.
    public let register: UInt8
    /// Its index; FF for none.
    public let dataID: UInt8

    /// A source.
    public init(module: MWModule, register: UInt8, dataID: UInt8 = 0xFF) {
        self.module = module
        self.register = register
        self.dataID = dataID
    }

    /// Each tick of a timer.
    public static func timerFired(_ timer: MWTimer) -> MWEventSource {
        MWEventSource(module: .timer, register: 0x06, dataID: timer.id)
    }
    /// Each press and each release.
    public static func buttonChanged() -> MWEventSource {
        MWEventSource(module: .switch_, register: TableSource(.switch).register)
    }
    /// Each change of a pin that is watched.
    public static func gpioChanged(pin: UInt8) -> MWEventSource {
        MWEventSource(module: .gpio, register: 0x0A, dataID: pin)
    }
    /// The loss of the link, wanted or not.
    public static func disconnected() -> MWEventSource {
        MWEventSource(module: .settings, register: TableSource(.disconnect).register)
    }

    /// As a key.
    public var key: SourceKey { SourceKey(module, register, dataID) }
}

/// Bytes of the source's data that replace bytes of the command's parameters (protocol, core 5.3).
public struct MWEventDataToken: Sendable, Equatable {
    /// Bytes, 1 to 7.
    public let length: UInt8
    /// First byte in the source's data, 0 to 15.
    public let sourceOffset: UInt8
    /// First byte in the parameters.
    public let destOffset: UInt8

    /// - Throws: `MWError.operationFailed` for a length or an offset outside its range.
    public init(length: UInt8, sourceOffset: UInt8 = 0, destOffset: UInt8 = 0) throws(MWError) {
        guard (1...7).contains(length), sourceOffset < 16 else {
            throw .operationFailed(
                "a data token takes 1 to 7 bytes from offset 0 to 15, not \(length) from "
                    + "\(sourceOffset)")
        }
        self.length = length
        self.sourceOffset = sourceOffset
        self.destOffset = destOffset
    }

    struct Form: Layout {
        var isPresent = true
        var length: UInt8 = 1
        var offset: UInt8 = 0
        var destination: UInt8 = 0

        mutating func layout(_ c: inout some Coder) {
            c(&isPresent, "present")
            c(&length, bits: 3, "length")
            c(&offset, bits: 4, "offset")
            c(&destination, "destination")
        }
    }

    /// Two bytes.
    public var encodedBytes: [UInt8] {
        Form(length: length, offset: sourceOffset, destination: destOffset).bytes
    }
}

/// Binds a command to a signal: an entry, and the parameters of the command.
public struct EventBinding: HostCommandSequence, Equatable {
    /// What starts it.
    public var source: SourceKey
    /// What the board does, as a host would write it.
    public var command: Packet
    /// Data that goes into the command; nil for none.
    public var token: MWEventDataToken?
    /// Whether parameters are sent even if there are none, as the C++ SDK does it.
    public var sendsEmptyParameters = false

    /// - Throws: `MWError.operationFailed` for more than 255 bytes of parameters.
    public init(
        source: SourceKey, command: Packet, token: MWEventDataToken? = nil
    ) throws(MWError) {
        guard command.payload.count <= 255 else {
            throw .operationFailed(
                "an event takes 255 bytes of parameters, not \(command.payload.count)")
        }
        self.source = source
        self.command = command
        self.token = token
    }

    /// `[0A 02 source module register length (token)]`; the board answers `[0A 02 id]`.
    public var entry: Packet {
        Packet(
            .event, 0x02,
            source.bytes + [command.module, command.registerByte, UInt8(command.payload.count)]
                + (token?.encodedBytes ?? []))
    }

    /// `[0A 03 parameters]`; nil if there are none.
    public var parameters: Packet? {
        guard sendsEmptyParameters || !command.payload.isEmpty else { return nil }
        return Packet(.event, 0x03, command.payload)
    }

    /// The entry, then the parameters.
    public var packets: [Packet] { [entry] + (parameters.map { [$0] } ?? []) }
}
