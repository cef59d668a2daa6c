package import Simulation

/// How a board or a central pairs.
public struct SecurityOptions: Equatable, Sendable {
    /// Whether the other side may begin a pairing: a central with a Pairing Request, a board with a
    /// Security Request.
    public enum Policy: Equatable, Sendable, CaseIterable {
        /// Every such request is refused.
        case refused
        /// It may.
        case allowed
        /// A link must be protected as soon as it is open: a board requests it (Security Request),
        /// a central starts it.
        case required
    }

    /// Which of the two ways to make keys.
    package enum SecureConnections: Equatable, Sendable, CaseIterable {
        /// LE legacy pairing alone.
        case off
        /// LE Secure Connections if the other side knows them.
        case supported
        /// No key of LE legacy pairing is made or used.
        case only
    }

    /// Whether the other side may begin a pairing.
    public var pairing = Policy.allowed
    /// What the device can show and read.
    public var capability = IOCapability.noInputNoOutput
    /// Whether keys are kept for the next link.
    package var isBonding = true
    /// Which of the two ways to make keys.
    package var secureConnections = SecureConnections.supported
    /// Pairing without protection against a man in the middle is refused.
    package var requiresMITM = false
    /// The shortest and the longest key in bytes, within 7 to 16.
    package var keySizes: ClosedRange<UInt8> = 7...16
    /// The keys that are given and taken, never those of BR/EDR.
    public var keys: KeyDistribution = [.encryption, .identity]
    /// The passkey shown or typed, 0 to 999,999; nil shows a new one each time, and waits for
    /// `answer` if it must be typed.
    public var passkey: UInt32?
    /// The result of the comparison of numbers; nil waits for `answer`.
    package var numbersAgree: Bool? = true
    /// The user must allow a pairing by Just Works, through `answer`.
    package var asksBeforeJustWorks = false
    /// The number of bonds at which the oldest is replaced; at least 1.
    package var maximumBonds = 8
    /// The first wait after a wrong secret; each further one is twice as long (Core Vol 3, Part
    /// H, 2.3.6). Zero for none.
    package var delayAfterFailure = Nanoseconds.seconds(1 as Int64)

    /// The default of boards: Just Works, with bonding, by either method.
    public init() {}

    /// AuthReq of this side.
    var requirements: AuthenticationRequirements {
        var result: AuthenticationRequirements = isBonding ? .bonding : []
        if requiresMITM || capability != .noInputNoOutput { result.insert(.mitm) }
        if secureConnections != .off { result.insert(.secureConnections) }
        return result
    }

    /// The features that this side declares.
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
