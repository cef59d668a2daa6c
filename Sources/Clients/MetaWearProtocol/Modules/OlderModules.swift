/// Parts that only older boards have: light strips, skin conductance, colour, proximity (protocol, sensors 8, 12, 18
/// and 19).
package enum OlderSensors {
    /// Asks for the skin conductance of a channel: `[10 81 channel]`.
    package static func readConductance(channel: UInt8) -> Packet {
        .read(.conductance, 0x01, [channel])
    }

    /// Asks for clear, red, green and blue: `[17 81]`.
    package static let readColour = Packet.read(.colour, 0x01)

    /// Has clear, red, green and blue logged; no answer comes: `[17 C1]`.
    package static let readColourSilently = Packet.silentRead(.colour, 0x01)

    /// Configures the colour sensor.
    ///
    /// - Parameters:
    ///   - cycles: of 2.4 ms for which light is gathered, 1 to 256.
    ///   - gain: 0 to 3: 1, 4, 16 or 60 times.
    package static func configureColour(cycles: Int, gain: UInt8, isLit: Bool) -> Packet {
        Packet(
            .colour, 0x02,
            [UInt8(truncatingIfNeeded: 256 - cycles), gain, isLit ? 1 : 0])
    }

    /// Asks how near something is: `[18 81]`.
    package static let readProximity = Packet.read(.proximity, 0x01)

    /// Has it logged; no answer comes: `[18 C1]`.
    package static let readProximitySilently = Packet.silentRead(.proximity, 0x01)

    /// Configures the proximity sensor.
    ///
    /// - Parameters:
    ///   - cycles: of 2.72 ms for which light is gathered, 1 to 256.
    ///   - pulses: of the lamp.
    ///   - channel: 1, 2 or 3 for both.
    ///   - current: 0 to 3: 100, 50, 25 or 12.5 mA.
    package static func configureProximity(
        cycles: Int, pulses: UInt8, channel: UInt8, current: UInt8
    ) -> Packet {
        Packet(
            .proximity, 0x02,
            [UInt8(truncatingIfNeeded: 256 - cycles), pulses]
                + bitFields((0, 4), (Int(channel), 2), (Int(current), 2)))
    }
}

/// Commands of a strip of lights (protocol, sensors 8).
public enum NeoPixel {
    /// The order of the colours on a strip.
    public enum Order: UInt8, CaseIterable, Sendable { case rgb, rbg, grb, gbr }

    private static func packet(_ register: UInt8, _ payload: [UInt8]) -> Packet {
        Packet(.neoPixel, register, payload)
    }

    /// Makes room for a strip, 0 to 2.
    public static func initialise(
        strand: UInt8, order: Order, isFast: Bool, pin: UInt8, count: UInt8
    ) -> Packet {
        packet(
            0x01,
            [strand] + bitFields((Int(order.rawValue), 2), (isFast ? 1 : 0, 6)) + [pin, count])
    }

    /// Holds back what changes, or shows it.
    public static func hold(strand: UInt8, _ isOn: Bool) -> Packet {
        packet(0x02, [strand, isOn ? 1 : 0])
    }

    /// Makes lights dark.
    public static func clear(strand: UInt8, first: UInt8, last: UInt8) -> Packet {
        packet(0x03, [strand, first, last])
    }

    /// Colours a light.
    public static func set(
        strand: UInt8, index: UInt8, red: UInt8, green: UInt8, blue: UInt8
    ) -> Packet { packet(0x04, [strand, index, red, green, blue]) }

    /// Moves the colours along the strip; 255 times is for ever.
    public static func rotate(
        strand: UInt8, backwards: Bool, repetitions: UInt8, periodMs: UInt16
    ) -> Packet {
        packet(0x05, [strand, backwards ? 1 : 0, repetitions] + periodMs.littleEndianBytes)
    }

    /// Frees a strip.
    public static func free(strand: UInt8) -> Packet { packet(0x06, [strand]) }
}
