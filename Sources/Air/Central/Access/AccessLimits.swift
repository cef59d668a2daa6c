/// The limits of an access.
public struct AccessLimits: OptionSet, Sendable {
    /// One bit a limit.
    public let rawValue: UInt8
    /// The limits of a mask.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Advertising data are not available as raw bytes.
    public static let advertisingIsInterpreted = Self(rawValue: 1)
    /// The host chooses the MTU by itself.
    public static let mtuIsFixed = Self(rawValue: 2)
    /// Services of GAP and GATT, handles and descriptors are hidden by the host.
    public static let attributesAreHidden = Self(rawValue: 4)
}
