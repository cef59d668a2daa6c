import VeltoKit

/// Positions to slots (protocol, triki-motion 4.1).
public enum TrikiUIMath {
    /// The slot of a position of -1 to 1 among `count` equal ones.
    public static func slotIndex(_ posX: Double, count: Int) -> Int {
        guard count > 1 else { return 0 }
        let share = (MotionMath.clamp(posX) + 1) / 2
        return min(max(Int((share * Double(count)).rounded(.down)), 0), count - 1)
    }

    /// The slot that a position points at; nil near the centre.
    ///
    /// - Parameters:
    ///   - focus: the focused slot; with one, the centre is narrower.
    public static func focusedSlot(
        _ posX: Double, count: Int, focus: Int?,
        tuning: NavigationTuning = .menu()
    ) -> Int? {
        guard count > 0, posX.isFinite else { return nil }
        guard abs(posX) >= (focus == nil ? tuning.enterBand : tuning.exitBand) else { return nil }
        return slotIndex(posX, count: count)
    }
}
