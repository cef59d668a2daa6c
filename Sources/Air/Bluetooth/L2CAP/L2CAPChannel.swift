/// The fixed channels of an LE link (Core Vol 3, Part A, 2.1).
package enum L2CAPChannel {
    /// The Attribute Protocol.
    package static let attribute: UInt16 = 0x0004
    /// Signalling.
    package static let signalling: UInt16 = 0x0005
    /// The Security Manager Protocol.
    package static let security: UInt16 = 0x0006
}
