import MetaWearTables

/// Commands of the debug module (protocol, core 9).
public enum MWDebug {
    /// Restarts the board at once; the link is lost.
    public struct Reset: HostCommand {
        /// The command has no choices.
        public init() {}
        /// `[FE 01]`.
        public var packet: Packet { Packet(.debug, 0x01) }
    }

    /// Restarts into the bootloader; the link is lost.
    public struct JumpToBootloader: HostCommand {
        /// The command has no choices.
        public init() {}
        /// `[FE 02]`.
        public var packet: Packet { Packet(.debug, 0x02) }
    }

    /// Makes a module notify something that did not happen.
    public struct SpoofNotification: HostCommand {
        /// The source that is meant.
        public let key: SourceKey
        /// Its data.
        public let data: [UInt8]
        /// A notification that did not happen.
        public init(key: SourceKey, data: [UInt8]) {
            self.key = key
            self.data = data
        }
        /// `[FE 03 module register 00 data]`; the index stands before the data, if the source has one. The third byte
        /// is a flag that boards do not need.
        public var packet: Packet {
            let index = key.index == SourceKey.noIndex ? [] : [key.index]
            return Packet(.debug, 0x03, [key.module, key.register, 0] + index + data)
        }
    }

    /// Makes the button notify a state.
    public struct SpoofButtonEvent: HostCommand {
        /// 1 pressed, 0 released; anything goes.
        public let value: UInt8
        /// A state.
        public init(_ value: UInt8) { self.value = value }
        /// `[FE 03 01 01 00 value]`.
        public var packet: Packet {
            SpoofNotification(key: SourceKey(.switch_, 0x01), data: [value]).packet
        }
    }

    /// Writes a number that lasts until the next restart.
    public struct WriteKey: HostCommand {
        /// Any number.
        public let value: UInt32
        /// A number.
        public init(_ value: UInt32) { self.value = value }
        /// `[FE 04 number]`.
        public var packet: Packet { Packet(.debug, 0x04, value.littleEndianBytes) }
        /// Asks for it.
        public static let read = Packet.read(.debug, 0x04)
    }

    /// Restarts the board when the link is closed and its flash is tidied.
    public struct ResetAfterGC: HostCommand {
        /// The command has no choices.
        public init() {}
        /// `[FE 05]`.
        public var packet: Packet { Packet(.debug, 0x05) }
    }

    /// Has the board close the link.
    public struct Disconnect: HostCommand {
        /// The command has no choices.
        public init() {}
        /// `[FE 06]`.
        public var packet: Packet { Packet(.debug, 0x06) }
    }

    /// The board sleeps after its next restart, until the button is pressed.
    public struct EnablePowerSave: HostCommand {
        /// The command has no choices.
        public init() {}
        /// `[FE 07]`.
        public var packet: Packet { Packet(.debug, 0x07) }
    }

    /// Chooses whether the board restarts when its stack overflows.
    public struct SetStackOverflowAssertion: HostCommand {
        /// Whether it does.
        public let enable: Bool
        /// Whether it does.
        public init(_ enable: Bool) { self.enable = enable }
        /// `[FE 09 on]`.
        public var packet: Packet { Packet(.debug, 0x09, [enable ? 1 : 0]) }
    }

    /// How near the stack came to an overflow.
    public struct OverflowState: Sendable, Equatable {
        /// Bytes that were left.
        public let length: UInt16
        /// Whether an overflow restarts the board.
        public let assertEnabled: Bool
        /// A state.
        public init(length: UInt16, assertEnabled: Bool) {
            self.length = length
            self.assertEnabled = assertEnabled
        }
    }

    /// Asks how near the stack came to an overflow; from module revision 2 on.
    public struct ReadStackOverflowState: ReadableValue {
        /// The question has no choices.
        public init() {}
        /// The debug module.
        public var module: MWModule { .debug }
        /// 09.
        public var dataRegister: UInt8 { 0x09 }
        /// `[FE 89]`.
        public var readPacket: Packet { .read(.debug, 0x09) }
        /// Reads the flag, then the bytes.
        public func sample(from packet: Span<UInt8>) throws(MWError) -> OverflowState {
            try packet.require(5, "the stack's state")
            return OverflowState(length: packet.uint16(at: 3), assertEnabled: packet[2] != 0)
        }
    }

    /// Asks how full the firmware's queues were; from module revision 2 on.
    public struct ReadScheduleQueueUsage: ReadableValue {
        /// The question has no choices.
        public init() {}
        /// The debug module.
        public var module: MWModule { .debug }
        /// 0A.
        public var dataRegister: UInt8 { 0x0A }
        /// `[FE 8A]`.
        public var readPacket: Packet { .read(.debug, 0x0A) }
        /// Reads all bytes of the answer.
        public func sample(from packet: Span<UInt8>) throws(MWError) -> [UInt8] {
            try packet.require(3, "the use of the queues")
            return packet.array(from: 2)
        }
    }
}
