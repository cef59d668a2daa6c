public import VeltoKit

/// What moves the focus of a screen: the cap, or a script in a test.
public protocol MenuControl: InputProvider {
    /// Whether it can be used now.
    var isControlAvailable: Bool { get }
    /// Tunes the motion for menus.
    func applyUIMode()
    /// Forgets a press from before the screen.
    func discardStaleButtonInput()
}

extension MenuControl {
    /// Does nothing.
    public func applyUIMode() {}
    /// Does nothing.
    public func discardStaleButtonInput() {}
}

extension MotionSession: MenuControl {
    /// Connected and receiving; with the newest version a cap in low power as well.
    public var isControlAvailable: Bool {
        isConnected && (isReceiving || bleMode == .lowPower)
    }

    /// Loads the tuning for menus, the paddle preset.
    public func applyUIMode() { configure(for: .menu) }
}
