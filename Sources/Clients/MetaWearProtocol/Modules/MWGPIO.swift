/// Commands of the pins (protocol, sensors 7).
public enum MWGPIO {
    /// What holds an input's level.
    public enum Pull: UInt8, Sendable {
        case up = 0x03
        case down, none
    }

    /// Which changes of a pin are notified.
    public enum ChangeType: UInt8, CaseIterable, Sendable {
        case rising = 1
        case falling, any
    }

    /// What an analog read gives.
    public enum AnalogReadMode: Sendable {
        /// Thousandths of a volt.
        case absoluteReference
        /// 0 to 1023 of the supply.
        case adc

        /// 06 or 07.
        public var register: UInt8 { self == .adc ? 0x07 : 0x06 }
        /// With an answer.
        public var readRegister: UInt8 { register | RegisterFlag.read }
        /// For loggers only.
        public var silentReadRegister: UInt8 { readRegister | RegisterFlag.silent }
    }

    /// Pins that are driven during an analog read; from module revision 2 on.
    public struct AnalogReadParameters: Sendable, Equatable {
        /// No pin.
        public static let unusedPin: UInt8 = 0xFF
        /// No pins, no pause.
        public static let defaults = AnalogReadParameters()
        /// Driven high.
        public let pullupPin: UInt8
        /// Driven low.
        public let pulldownPin: UInt8
        /// The number that the answer carries in place of the pin's.
        public let virtualPin: UInt8
        /// From driving the pins to the measurement, µs in steps of 4; 0 to 1020.
        public let delayMicroseconds: UInt16

        /// Pins and pause; a pause beyond 1020 µs counts as 1020.
        public init(
            pullupPin: UInt8 = unusedPin, pulldownPin: UInt8 = unusedPin,
            virtualPin: UInt8 = unusedPin, delayMicroseconds: UInt16 = 0
        ) {
            self.pullupPin = pullupPin
            self.pulldownPin = pulldownPin
            self.virtualPin = virtualPin
            self.delayMicroseconds = min(1020, delayMicroseconds)
        }

        /// The pause in steps of 4 µs.
        public var encodedDelay: UInt8 { UInt8(delayMicroseconds / 4) }
    }

    /// Makes a pin an output that is high.
    public struct SetHigh: HostCommand {
        /// Which pin.
        public let pin: UInt8
        /// A pin.
        public init(pin: UInt8) { self.pin = pin }
        /// `[05 01 pin]`.
        public var packet: Packet { Packet(.gpio, 0x01, [pin]) }
    }

    /// Makes a pin an output that is low.
    public struct SetLow: HostCommand {
        /// Which pin.
        public let pin: UInt8
        /// A pin.
        public init(pin: UInt8) { self.pin = pin }
        /// `[05 02 pin]`.
        public var packet: Packet { Packet(.gpio, 0x02, [pin]) }
    }

    /// Makes a pin an input.
    public struct SetPull: HostCommand {
        /// Which pin.
        public let pin: UInt8
        /// What holds its level.
        public let pull: Pull
        /// A pin.
        public init(pin: UInt8, pull: Pull) {
            self.pin = pin
            self.pull = pull
        }
        /// `[05 03 pin]` up, `04` down, `05` none.
        public var packet: Packet { Packet(.gpio, pull, [pin]) }
    }

    /// Chooses which changes of a pin are notified.
    public struct ConfigurePinChange: HostCommand {
        /// Which pin.
        public let pin: UInt8
        /// Which changes.
        public let type: ChangeType
        /// A pin's changes.
        public init(pin: UInt8, type: ChangeType) {
            self.pin = pin
            self.type = type
        }
        /// `[05 09 pin type]`.
        public var packet: Packet { Packet(.gpio, 0x09, [pin, type.rawValue]) }
    }

    /// Watches a pin.
    public struct StartPinMonitor: HostCommand {
        /// Which pin.
        public let pin: UInt8
        /// A pin.
        public init(pin: UInt8) { self.pin = pin }
        /// `[05 0B pin 01]`.
        public var packet: Packet { Packet(.gpio, 0x0B, [pin, 1]) }
    }

    /// No longer watches a pin.
    public struct StopPinMonitor: HostCommand {
        /// Which pin.
        public let pin: UInt8
        /// A pin.
        public init(pin: UInt8) { self.pin = pin }
        /// `[05 0B pin 00]`.
        public var packet: Packet { Packet(.gpio, 0x0B, [pin, 0]) }
    }

    /// Asks for a pin's level.
    public struct DigitalRead: HostCommand {
        /// Which pin.
        public let pin: UInt8
        /// For loggers only.
        public let silent: Bool
        /// A pin.
        public init(pin: UInt8, silent: Bool = false) {
            self.pin = pin
            self.silent = silent
        }
        /// `[05 88 pin]` or `[05 C8 pin]`.
        public var packet: Packet {
            silent ? .silentRead(.gpio, 0x08, [pin]) : .read(.gpio, 0x08, [pin])
        }

        /// Reads the answer: high or not.
        ///
        /// - Throws: `MWError.operationFailed` for a packet that is too short.
        public static func isHigh(_ packet: [UInt8]) throws(MWError) -> Bool {
            try packet.span.require(4, "a pin's level")
            return packet[3] != 0
        }
    }

    /// Asks for a pin's voltage.
    public struct AnalogRead: HostCommand {
        /// What it gives.
        public let mode: AnalogReadMode
        /// Which pin.
        public let pin: UInt8
        /// For loggers only.
        public let silent: Bool
        /// Pins that are driven; nil for the short command that every revision takes.
        public let parameters: AnalogReadParameters?
        /// A pin.
        public init(
            mode: AnalogReadMode, pin: UInt8, silent: Bool = false,
            parameters: AnalogReadParameters? = nil
        ) {
            self.mode = mode
            self.pin = pin
            self.silent = silent
            self.parameters = parameters
        }
        /// `[05 86 pin]` or `[05 87 pin]`, with parameters seven bytes.
        public var packet: Packet {
            let more = parameters.map {
                [$0.pullupPin, $0.pulldownPin, $0.encodedDelay, $0.virtualPin]
            }
            return Packet(
                .gpio, silent ? mode.silentReadRegister : mode.readRegister, [pin] + (more ?? []))
        }

        /// Reads the answer: a count, or thousandths of a volt.
        ///
        /// - Throws: `MWError.operationFailed` for a packet that is too short.
        public static func value(_ packet: [UInt8]) throws(MWError) -> UInt16 {
            try packet.span.require(5, "a pin's voltage")
            return packet.span.uint16(at: 3)
        }
    }
}
