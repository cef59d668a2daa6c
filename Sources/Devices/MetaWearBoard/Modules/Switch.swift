import Wire

/// The push button (protocol, sensors 3).
final class Switch: Module {
    static let id: UInt8 = 0x01
    static let name = "switch"
    static let registers: [Register<Switch>] = [
        .signal(0x01, "state", Flag.self) { _, board in
            [board.hardware.isButtonPressed ? 1 : 0]
        }
    ]

    init(_ information: ModuleInformation, on board: MetaWearBoard) {}
}

extension MetaWearBoard {
    /// Sets the button. It notifies on each edge; a press wakes a board in power-down.
    public func setButton(pressed: Bool) {
        guard hardware.isButtonPressed != pressed else { return }
        hardware.isButtonPressed = pressed
        if pressed, isPoweredDown { return wake() }
        guard !isPoweredDown else { return }
        route(SignalKey(Switch.id, 0x01), [pressed ? 1 : 0])
    }
}
