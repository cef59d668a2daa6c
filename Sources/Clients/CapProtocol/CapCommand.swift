/// What a host writes to the cap's RX characteristic, and what the cap answers (protocol, triki-motion 1.4).
package enum CapCommand {
    /// The rates that caps take, in Hz.
    package static let rates = [26, 52, 104, 208, 416]
    /// Written before START by VeltoKit; caps show no effect.
    package static let initialize: [UInt8] = [0x01, 0x00]
    /// The first byte of START and STOP. A START with the settings of the running stream changes nothing (real boards 5.2).
    package static let stream: UInt8 = 0x20
    /// Ends the stream.
    package static let stop: [UInt8] = [0x20, 0, 0, 0, 0, 0, 0]

    /// START with a rate in Hz, 1 to 65,535.
    package static func start(hertz: UInt16) -> [UInt8] {
        [
            0x20, 0x10, 0x00, 0xD0, 0x07, UInt8(truncatingIfNeeded: hertz),
            UInt8(truncatingIfNeeded: hertz >> 8), 0x03,
        ]
    }

    /// Whether a command is a START: its rate is not zero.
    package static func isStart(_ bytes: [UInt8]) -> Bool {
        bytes.count == 8 && bytes[0] == stream && (bytes[5] != 0 || bytes[6] != 0)
    }

    /// Whether a notification is the answer to START, 21 00 00 00 00, and no part of the stream.
    package static func isAnswer(_ packet: Span<UInt8>) -> Bool {
        packet.count == 5 && packet[0] == 0x21 && (1..<5).allSatisfy { packet[$0] == 0 }
    }
}
