/// The limits of an access.
package struct AccessLimits: OptionSet, Sendable {
    /// One bit a limit.
    package let rawValue: UInt8
    /// The limits of a mask.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Advertising data are not available as raw bytes.
    package static let advertisingIsInterpreted = Self(rawValue: 1)
    /// The host chooses the MTU by itself.
    package static let mtuIsFixed = Self(rawValue: 2)
    /// Services of GAP and GATT, handles and descriptors are hidden by the host.
    package static let attributesAreHidden = Self(rawValue: 4)
}
