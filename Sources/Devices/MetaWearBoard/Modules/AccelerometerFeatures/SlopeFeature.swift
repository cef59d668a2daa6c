import Motion

/// The BMI270's any motion and no motion: the difference from a reference sample, which is updated
/// during motion (BST-BMI270-DS000, any-motion and no-motion; BST-BMA456-DS000 has more detail).
struct SlopeFeature {
    var bank = FeatureBanks.Slope()
    private var reference: Vector3?
    private var run = 0
    private var isAsserted = false

    private var duration: Int { max(1, Int(bank.duration)) }

    mutating func reset() {
        reference = nil
        run = 0
        isAsserted = false
    }

    private mutating func moves(_ a: Vector3) -> Bool {
        let reference = reference ?? a
        self.reference = reference
        return (a - reference).hit(above: Double(bank.threshold) / 2048, mask: bank.axes) != nil
    }

    /// Whether a motion begins with this sample.
    mutating func anyMotionBegins(_ a: Vector3) -> Bool {
        guard bank.axes != 0 else { return false }
        let moves = moves(a)
        run = moves == isAsserted ? 0 : run + 1
        let isDue = run >= duration
        if isDue {
            isAsserted.toggle()
            run = 0
        }
        if isAsserted { reference = a }
        return isDue && isAsserted
    }

    /// Whether the board has now been still for the whole duration.
    mutating func noMotionBegins(_ a: Vector3) -> Bool {
        guard bank.axes != 0 else { return false }
        if moves(a) {
            reference = a
            run = 0
            isAsserted = false
            return false
        }
        run = min(run + 1, duration)
        guard run >= duration, !isAsserted else { return false }
        isAsserted = true
        return true
    }
}
