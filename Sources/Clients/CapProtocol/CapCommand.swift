/// What a host writes to the cap's RX characteristic (protocol, triki-motion 1.4).
public enum CapCommand {
    /// The rates that caps take, in Hz.
    public static let rates = [26, 52, 104, 208, 416]
    /// Written before START by VeltoKit; caps show no effect.
    public static let initialize: [UInt8] = [0x01, 0x00]
    /// Ends the stream.
    public static let stop: [UInt8] = [0x20, 0, 0, 0, 0, 0, 0]

    /// START with a rate in Hz, 1 to 65,535.
    public static func start(hertz: UInt16) -> [UInt8] {
        [
            0x20, 0x10, 0x00, 0xD0, 0x07, UInt8(truncatingIfNeeded: hertz),
            UInt8(truncatingIfNeeded: hertz >> 8), 0x03,
        ]
    }
}
