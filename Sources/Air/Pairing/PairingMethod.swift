/// How the two sides authenticate each other (Core Vol 3, Part H, 2.3.5.1).
public enum PairingMethod: Equatable, Sendable, CaseIterable {
    /// Not at all: a man in the middle is possible.
    case justWorks
    /// Both show a number, and a person confirms that they are equal.
    case numericComparison
    /// The responder shows a passkey that is typed on the initiator.
    case passkeyShown
    /// A passkey is typed on the responder; the initiator shows it or its user knows it.
    case passkeyEntered

    /// True if it protects against a man in the middle.
    package var isAuthenticated: Bool { self != .justWorks }

    var hasPasskey: Bool { self == .passkeyShown || self == .passkeyEntered }

    /// Whether a side types the passkey instead of showing it; the initiator does so in both cases
    /// if it only has a keyboard.
    func isTyped(by role: PairingRole, initiator: IOCapability) -> Bool {
        switch role {
        case .initiator: self == .passkeyShown || initiator == .keyboardOnly
        case .responder: self == .passkeyEntered
        }
    }

    /// The choice of table 2.8; without a request for protection the capabilities do not matter.
    init(
        initiator: IOCapability, responder: IOCapability, wantsMITM: Bool,
        isSecureConnections: Bool
    ) {
        guard wantsMITM else {
            self = .justWorks
            return
        }
        let row = Self.table[Int(responder.rawValue)]
        let choice = row[Int(initiator.rawValue)]
        self = isSecureConnections ? choice.secure : choice.legacy
    }

    private typealias Choice = (legacy: Self, secure: Self)
    private static let works: Choice = (.justWorks, .justWorks)
    private static let shown: Choice = (.passkeyShown, .passkeyShown)
    private static let typed: Choice = (.passkeyEntered, .passkeyEntered)
    private static let compared: Choice = (.justWorks, .numericComparison)
    private static let shownOrCompared: Choice = (.passkeyShown, .numericComparison)
    private static let typedOrCompared: Choice = (.passkeyEntered, .numericComparison)

    /// By the responder's capability, then by the initiator's: display only, display yes/no,
    /// keyboard only, neither, keyboard and display.
    private static let table: [[Choice]] = [
        [works, works, shown, works, shown],
        [works, compared, shown, works, shownOrCompared],
        [typed, typed, typed, works, typed],
        [works, works, works, works, works],
        [typed, typedOrCompared, shown, works, typedOrCompared],
    ]
}
