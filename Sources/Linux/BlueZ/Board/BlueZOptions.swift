import Peripheral

/// How a board is attached to an adapter of BlueZ.
package struct BlueZOptions: Sendable {
    /// `hci0`; nil for the first one.
    package var adapter: String?
    /// The first of this program's boards on its adapter sets it up, and has the standard services.
    package var isFirst = true
    /// Other boards of this program are on the adapter: a central shows by its accesses which of
    /// them it wants.
    package var isSharing = false
    /// Sockets carry values where BlueZ offers it; signals and calls otherwise.
    package var usesSockets = true
    /// The minimum security of a link before any value may be used.
    package var minimumSecurity: Security = .open
    /// How the board answers a central that pairs; nil: it is not asked, and BlueZ decides.
    package var pairing: Pairing?
    /// How long the adapter's set-up may take, in milliseconds.
    package var patience: UInt32 = 10_000

    /// How the board answers a central that pairs.
    package struct Pairing: Sendable, Equatable {
        /// Its display and input.
        package var capability = Capability.none
        /// The passkey typed at the board, 0 to 999,999.
        package var passkey: UInt32?
        /// Whether the user confirms that two numbers are equal.
        package var numbersAgree: Bool?

        /// A board without display and keys.
        package init() {}
    }

    /// A board's capability, in the terms of `org.bluez.AgentManager1`.
    package enum Capability: String, Sendable {
        case none = "NoInputNoOutput"
        case display = "DisplayOnly"
        case yesNo = "DisplayYesNo"
        case keyboard = "KeyboardOnly"
        case both = "KeyboardDisplay"
    }

    /// A board alone on the first adapter, with sockets, and open for all.
    package init() {}
}
