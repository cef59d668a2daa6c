import VeltoKit

/// Moves a focus over the items of a screen and confirms them (protocol, triki-motion 4.4).
///
/// Synchronous, for one thread; time and input come from outside with each tick.
public final class TrikiUINavigator {
    /// The focused item.
    public private(set) var focusIndex: Int?
    /// How far the hold of the focused item is, 0 to 1.
    public private(set) var holdProgress = 0.0
    /// Whether a screen uses it.
    public private(set) var isConfigured = false
    /// Whether something over the screen has the focus; ticks then do nothing.
    public var isSuspended = false
    /// How many items the screen has.
    public private(set) var itemCount = 0

    /// Whether a press from before the screen must not confirm; the newest version alone.
    var forgetsStaleButton: Bool { tuning.gatesButton }
    private let tuning: NavigationTuning
    private var prefersButton = false
    private var onActivate: ((Int) -> Void)?
    private var gate: TrikiFocusGate
    private var hold = TrikiHoldTracker()
    private var button = TrikiButtonGate()
    private var settle = 0.0
    private var grace: Double?
    private var arm = 0.0
    private var lastTick: Double?

    /// The longest time that a tick counts, in seconds.
    public static let longestTick = 1.0 / 30

    /// A navigator without a screen.
    public init(_ tuning: NavigationTuning = .menu()) {
        self.tuning = tuning
        gate = TrikiFocusGate(tuning)
    }

    /// Takes a screen on.
    ///
    /// The focus stays if its item still exists.
    ///
    /// - Parameters:
    ///   - itemCount: at least 1; less counts as 1.
    ///   - preferButtonConfirm: whether the button alone confirms, and only after a delay.
    ///   - onActivate: called with the index of a confirmed item.
    public func configure(
        itemCount: Int, preferButtonConfirm: Bool = false, onActivate: @escaping (Int) -> Void
    ) {
        self.itemCount = max(1, itemCount)
        self.onActivate = onActivate
        prefersButton = preferButtonConfirm && tuning.armDelay > 0
        isConfigured = true
        if let focusIndex, focusIndex >= self.itemCount { self.focusIndex = nil }
        gate.reset()
        settle = 0
        grace = nil
        arm = prefersButton ? tuning.armDelay : 0
        setProgress(0)
    }

    /// Leaves the screen and forgets the focus.
    public func clear() {
        isConfigured = false
        itemCount = 0
        onActivate = nil
        arm = 0
        button.reset()
        clearFocus()
    }

    /// Forgets the focus.
    public func clearFocus() {
        focusIndex = nil
        settle = 0
        grace = nil
        gate.reset()
        setProgress(0)
    }

    /// Makes the next tick a sixtieth of a second long.
    public func resetClock() { lastTick = nil }

    /// Confirms an item, as a tap does. Nothing happens without a screen, while suspended, or for an
    /// item that does not exist.
    public func activate(at index: Int) {
        guard isConfigured, !isSuspended, (0..<itemCount).contains(index) else { return }
        focusIndex = index
        setProgress(0)
        settle = tuning.settle
        onActivate?(index)
    }

    /// Moves one frame on at `now`, in seconds.
    public func tick(_ control: any MenuControl, at now: Double) {
        guard isConfigured, !isSuspended, itemCount > 0 else { return }
        let dt = lastTick.map { MotionMath.clamp(now - $0, 0, Self.longestTick) } ?? 1.0 / 60
        lastTick = now
        button.elapse(dt)
        var input = tuning.pollsAlways ? control.pollInput(deltaTime: dt) : GameInput()
        guard control.isControlAvailable else { return setProgress(0) }
        if !tuning.pollsAlways { input = control.pollInput(deltaTime: dt) }
        guard moveFocus(input, dt) else { return }
        settle -= dt
        if settle > 0 { return setProgress(0) }
        confirm(input, dt)
    }

    /// False where the tick ends: there is no focus, or it moved.
    private func moveFocus(_ input: GameInput, _ dt: Double) -> Bool {
        guard
            let slot = TrikiUIMath.focusedSlot(
                input.posX, count: itemCount, focus: focusIndex, tuning: tuning)
        else {
            gate.reset()
            // The grace keeps the focus, not how far its hold is.
            setProgress(0)
            guard focusIndex != nil else { return false }
            let remaining = (grace ?? tuning.grace) - dt
            grace = remaining
            if remaining <= 0 { clearFocus() }
            return false
        }
        grace = nil
        let target =
            tuning.isGated
            ? gate.resolve(raw: slot, current: focusIndex, deltaTime: dt) : slot
        guard target != focusIndex else { return true }
        focusIndex = target
        settle = tuning.settle
        setProgress(0)
        return false
    }

    private func confirm(_ input: GameInput, _ dt: Double) {
        guard let focusIndex else { return }
        if arm > 0 {
            arm -= dt
            button.record(isDown: input.bleButtonClick)
            return setProgress(0)
        }
        let isPressed =
            tuning.gatesButton ? button.update(isDown: input.bleButtonClick) : input.primaryAction
        if isPressed { return activate(at: focusIndex) }
        guard !prefersButton, let duration = tuning.hold else { return }
        if hold.update(deltaTime: dt, duration: duration) {
            activate(at: focusIndex)
        } else {
            holdProgress = hold.progress
        }
    }

    private func setProgress(_ progress: Double) {
        if progress == 0 { hold.reset() }
        holdProgress = progress
    }
}
