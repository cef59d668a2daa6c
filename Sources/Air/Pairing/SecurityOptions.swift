public import Simulation

/// How a board or a central pairs.
public struct SecurityOptions: Equatable, Sendable {
    /// Whether the other side may begin a pairing: a central with a Pairing Request, a board with a
    /// Security Request.
    public enum Policy: Equatable, Sendable, CaseIterable {
        /// Every such request is refused.
        case refused
        /// It may.
        case allowed
        /// A link is to be protected as soon as it is open: a board asks for that (Security
        /// Request), a central sees to it.
        case required
    }

    /// Which of the two ways to make keys.
    public enum SecureConnections: Equatable, Sendable, CaseIterable {
        /// LE legacy pairing alone.
        case off
        /// LE Secure Connections if the other side knows them.
        case supported
        /// No key of LE legacy pairing is made or used.
        case only
    }

    /// Whether the other side may begin a pairing.
    public var pairing = Policy.allowed
    /// What can be shown and read.
    public var capability = IOCapability.noInputNoOutput
    /// Whether keys are kept for the next link.
    public var isBonding = true
    /// Which of the two ways to make keys.
    public var secureConnections = SecureConnections.supported
    /// Pairing without protection against somebody in the middle is refused.
    public var requiresMITM = false
    /// The shortest and the longest key in bytes, within 7 to 16.
    public var keySizes: ClosedRange<UInt8> = 7...16
    /// The keys that are given and taken; those of the other transport never.
    public var keys: KeyDistribution = [.encryption, .identity]
    /// What is shown, or what is typed, 0 to 999,999; nil shows another one each time, and
    /// waits for `answer` where it is to be typed.
    public var passkey: UInt32?
    /// Whether two numbers are found equal; nil waits for `answer`.
    public var numbersAgree: Bool? = true
    /// Somebody is asked to allow a pairing by Just Works, and it waits for `answer`.
    public var asksBeforeJustWorks = false
    /// The oldest bond goes when there are so many; at least 1.
    public var maximumBonds = 8
    /// The first wait after a wrong secret; each further one is twice as long (Core Vol 3, Part
    /// H, 2.3.6). Zero for none.
    public var delayAfterFailure = Nanoseconds.seconds(1 as Int64)

    /// What boards do unless told otherwise: Just Works, with bonding, by either way.
    public init() {}

    /// AuthReq of this side.
    var requirements: AuthenticationRequirements {
        var result: AuthenticationRequirements = isBonding ? .bonding : []
        if requiresMITM || capability != .noInputNoOutput { result.insert(.mitm) }
        if secureConnections != .off { result.insert(.secureConnections) }
        return result
    }

    /// What this side declares.
    ///
    /// - Parameter giving: the keys that it can give; those that it takes are in the options.
    func features(giving: KeyDistribution, by role: PairingRole) -> PairingFeatures {
        let known: KeyDistribution = [.encryption, .identity, .signing]
        let given = giving.intersection(known)
        let taken = keys.intersection(known)
        let longest = min(
            max(keySizes.upperBound, PairingFeatures.keySizes.lowerBound),
            PairingFeatures.keySizes.upperBound)
        return PairingFeatures(
            capability, requirements, maximumKeySize: longest,
            initiatorKeys: role == .initiator ? given : taken,
            responderKeys: role == .initiator ? taken : given)
    }
}
