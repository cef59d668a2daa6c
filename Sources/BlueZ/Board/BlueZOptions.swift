public import Peripheral

/// How a board is put on an adapter of BlueZ.
public struct BlueZOptions: Sendable {
    /// `hci0`; nil for the first one.
    public var adapter: String?
    /// The first of this program's boards on its adapter sets it up, and has the standard services.
    public var isFirst = true
    /// Other boards of this program are on the adapter: which of them a central wants shows by what
    /// it uses.
    public var isSharing = false
    /// Sockets carry values where BlueZ offers it; signals and calls otherwise.
    public var usesSockets = true
    /// What a link has to be before any value may be used.
    public var minimumSecurity: Security = .open
    /// How the board answers a central that pairs; nil: it is not asked, and BlueZ decides.
    public var pairing: Pairing?
    /// How long the adapter's set-up may take, in milliseconds.
    public var patience: UInt32 = 10_000

    /// How the board answers a central that pairs.
    public struct Pairing: Sendable, Equatable {
        /// What it can show and ask.
        public var capability = Capability.none
        /// What is typed at the board, 0 to 999,999.
        public var passkey: UInt32?
        /// Whether two numbers are found equal.
        public var numbersAgree: Bool?

        /// A board without display and keys.
        public init() {}
    }

    /// What a board can show and ask, in the words of `org.bluez.AgentManager1`.
    public enum Capability: String, Sendable {
        case none = "NoInputNoOutput"
        case display = "DisplayOnly"
        case yesNo = "DisplayYesNo"
        case keyboard = "KeyboardOnly"
        case both = "KeyboardDisplay"
    }

    /// A board alone on the first adapter, with sockets, and open for all.
    public init() {}
}
