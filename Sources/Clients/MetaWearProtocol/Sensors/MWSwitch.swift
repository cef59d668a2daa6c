import MetaWearTables

/// The push button: true while it is pressed (protocol, sensors 3).
public struct MWSwitch: StreamableSensor {
    private static let source = TableSource(.switch)

    /// The button has no configuration.
    public init() {}
    /// The switch.
    public var module: MWModule { .switch_ }
    /// 01.
    public var dataRegister: UInt8 { Self.source.register }

    /// Reads a notification; anything but 1 is a released button.
    public func sample(from packet: Span<UInt8>) throws(MWError) -> Bool {
        try packet.require(3, "the switch's state")
        return packet[2] == 1
    }
}

/// The state of a pin after a change.
public struct MWGPIOSample: Sendable, Equatable {
    /// The pin.
    public let pin: UInt8
    /// Its new level.
    public let isHigh: Bool

    /// A pin's level.
    public init(pin: UInt8, isHigh: Bool) {
        self.pin = pin
        self.isHigh = isHigh
    }
}

/// Changes of a pin's level (protocol, sensors 7).
public struct MWGPIOPinChange: StreamableSensor {
    /// Which pin.
    public let pin: UInt8
    /// Which changes.
    public let changeType: MWGPIO.ChangeType

    /// Changes of a pin.
    public init(pin: UInt8, type: MWGPIO.ChangeType = .any) {
        self.pin = pin
        changeType = type
    }

    /// The pins.
    public var module: MWModule { .gpio }
    /// 0A, for all pins together.
    public var dataRegister: UInt8 { 0x0A }
    /// Which changes.
    public var configurePackets: [Packet] {
        [MWGPIO.ConfigurePinChange(pin: pin, type: changeType).packet]
    }
    /// The pin's monitor on.
    public var enablePackets: [Packet] { [MWGPIO.StartPinMonitor(pin: pin).packet] }
    /// The pin's monitor off.
    public var disablePackets: [Packet] { [MWGPIO.StopPinMonitor(pin: pin).packet] }

    /// Reads a notification.
    public func sample(from packet: Span<UInt8>) throws(MWError) -> MWGPIOSample {
        try packet.require(4, "a pin change")
        return MWGPIOSample(pin: packet[2], isHigh: packet[3] != 0)
    }
}
