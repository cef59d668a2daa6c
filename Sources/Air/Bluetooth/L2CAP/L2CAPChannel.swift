/// The fixed channels of an LE link (Core Vol 3, Part A, 2.1).
public enum L2CAPChannel {
    /// The Attribute Protocol.
    public static let attribute: UInt16 = 0x0004
    /// Signalling.
    public static let signalling: UInt16 = 0x0005
    /// The Security Manager Protocol.
    public static let security: UInt16 = 0x0006
}
