/// What a device can show and read (Core Vol 3, Part H, 3.5.1).
public enum IOCapability: UInt8, Sendable, CaseIterable {
    case displayOnly = 0
    case displayYesNo = 1
    case keyboardOnly = 2
    case noInputNoOutput = 3
    case keyboardDisplay = 4
}

/// The authentication requirements of a side, AuthReq (Core Vol 3, Part H, 3.5.1).
package struct AuthenticationRequirements: OptionSet, Sendable {
    /// The octet on the air.
    package let rawValue: UInt8
    /// An octet of the air.
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// The first of two bits; the second is reserved.
    package static let bonding = Self(rawValue: 1 << 0)
    /// Protection against a man in the middle.
    package static let mitm = Self(rawValue: 1 << 2)
    /// LE Secure Connections.
    package static let secureConnections = Self(rawValue: 1 << 3)
    /// The function h7 for the other transport.
    package static let ct2 = Self(rawValue: 1 << 5)
}

/// Keys that a side gives the other after pairing (Core Vol 3, Part H, 3.6.1).
public struct KeyDistribution: OptionSet, Sendable {
    /// The octet on the air.
    public let rawValue: UInt8
    /// An octet of the air.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Long-term key, EDIV and Rand of LE legacy pairing.
    public static let encryption = Self(rawValue: 1 << 0)
    /// Identity resolving key and identity address.
    public static let identity = Self(rawValue: 1 << 1)
    /// Connection signature resolving key.
    package static let signing = Self(rawValue: 1 << 2)
    /// The link key of the other transport.
    public static let link = Self(rawValue: 1 << 3)
}

/// The contents of a Pairing Request or Pairing Response (Core Vol 3, Part H, 3.5.1 and 3.5.2).
struct PairingFeatures: Equatable {
    var capability: IOCapability
    /// The sender has out-of-band data of the receiver.
    var hasOOBData = false
    var requirements: AuthenticationRequirements
    /// The longest key in bytes, 7 to 16.
    var maximumKeySize: UInt8 = 16
    var initiatorKeys: KeyDistribution
    var responderKeys: KeyDistribution

    static let keySizes: ClosedRange<UInt8> = 7...16

    init(
        _ capability: IOCapability, _ requirements: AuthenticationRequirements,
        maximumKeySize: UInt8, initiatorKeys: KeyDistribution, responderKeys: KeyDistribution
    ) {
        self.capability = capability
        self.requirements = requirements
        self.maximumKeySize = maximumKeySize
        self.initiatorKeys = initiatorKeys
        self.responderKeys = responderKeys
    }

    /// Reads the six octets after the code; a value out of range is an invalid parameter.
    init(_ pdu: PairingPDU) throws(PairingFailure) {
        guard pdu.body.count == 6, let capability = IOCapability(rawValue: pdu.body[0]),
            pdu.body[1] <= 1, Self.keySizes.contains(pdu.body[3])
        else { throw .invalidParameters }
        self.capability = capability
        hasOOBData = pdu.body[1] == 1
        requirements = AuthenticationRequirements(rawValue: pdu.body[2])
        maximumKeySize = pdu.body[3]
        initiatorKeys = KeyDistribution(rawValue: pdu.body[4])
        responderKeys = KeyDistribution(rawValue: pdu.body[5])
    }

    /// Neither gives nor takes these keys.
    mutating func removeKeys(_ keys: KeyDistribution) {
        initiatorKeys.subtract(keys)
        responderKeys.subtract(keys)
    }

    func pdu(_ code: PairingCode) -> PairingPDU {
        PairingPDU(
            code,
            [
                capability.rawValue, hasOOBData ? 1 : 0, requirements.rawValue, maximumKeySize,
                initiatorKeys.rawValue, responderKeys.rawValue,
            ])
    }

    /// The arguments of f6: AuthReq, OOB data flag, IO capability.
    var forCheck: [UInt8] { [requirements.rawValue, hasOOBData ? 1 : 0, capability.rawValue] }
}
