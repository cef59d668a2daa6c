/// A row of a screen as it is drawn.
public struct TrikiFocusRow: Sendable, Equatable {
    /// Its place, from 0.
    public var index: Int
    /// What it says.
    public var title: String
    /// Whether it has the focus.
    public var isFocused: Bool
    /// How far its hold is, 0 to 1.
    public var progress: Double
}

/// A screen of items that the cap selects; its owner draws the rows.
///
/// ```swift
/// let menu = TrikiScreen(items: ["Start", "Settings", "Quit"]) { index in show(index) }
/// menu.becomeActive(with: session, on: navigator)
/// ```
public final class TrikiScreen {
    /// What the rows say. Changing their number while the screen is active begins it again.
    public var items: [String] {
        didSet { if items.count != oldValue.count { begin() } }
    }
    /// Whether only the button confirms; the newest version alone.
    public let preferButtonConfirm: Bool
    /// Whether it has the navigator.
    public var isActive: Bool { stage != nil }

    private let onActivate: (Int) -> Void
    private var stage: (control: any MenuControl, navigator: TrikiUINavigator)?

    /// A screen that is not shown yet; `onActivate` is called with the index of a confirmed item.
    public init(
        items: [String], preferButtonConfirm: Bool = false, onActivate: @escaping (Int) -> Void
    ) {
        self.items = items
        self.preferButtonConfirm = preferButtonConfirm
        self.onActivate = onActivate
    }

    /// Takes the navigator and tunes the motion for menus.
    public func becomeActive(with control: any MenuControl, on navigator: TrikiUINavigator) {
        stage = (control, navigator)
        begin()
    }

    /// Gives the navigator back: no focus leaks into the next screen.
    public func resignActive() {
        stage?.navigator.clear()
        stage = nil
    }

    /// Moves one frame on at `now`, in seconds. Two active screens move the same navigator: make a
    /// hidden screen resign.
    public func tick(at now: Double) {
        guard let stage else { return }
        stage.navigator.tick(stage.control, at: now)
    }

    /// Confirms an item, as a finger does.
    public func tap(_ index: Int) { stage?.navigator.activate(at: index) }

    /// Whether the hint for players is shown: the cap can be used.
    public var showsHUD: Bool { stage?.control.isControlAvailable ?? false }

    /// The rows as they are drawn.
    public var rows: [TrikiFocusRow] {
        let focus = stage?.navigator.focusIndex
        return items.enumerated().map { index, title in
            let isFocused = index == focus
            return TrikiFocusRow(
                index: index, title: title, isFocused: isFocused,
                progress: isFocused ? stage?.navigator.holdProgress ?? 0 : 0)
        }
    }

    private func begin() {
        guard let stage else { return }
        stage.control.applyUIMode()
        if stage.navigator.forgetsStaleButton { stage.control.discardStaleButtonInput() }
        stage.navigator.isSuspended = false
        stage.navigator.resetClock()
        stage.navigator.configure(
            itemCount: items.count, preferButtonConfirm: preferButtonConfirm,
            onActivate: onActivate)
    }
}
