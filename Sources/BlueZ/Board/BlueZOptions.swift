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
    /// Whether centrals may pair, and what the board can show and ask then.
    public var pairing: Pairing?
    /// How long the adapter's set-up may take, in milliseconds.
    public var patience: UInt32 = 10_000

    /// What a board can do to pair, in the words of `org.bluez.AgentManager1`.
    public enum Pairing: String, Sendable {
        case none = "NoInputNoOutput"
        case display = "DisplayOnly"
        case yesNo = "DisplayYesNo"
        case keyboard = "KeyboardOnly"
        case both = "KeyboardDisplay"
    }

    /// A board alone on the first adapter, with sockets, and open for all.
    public init() {}
}
