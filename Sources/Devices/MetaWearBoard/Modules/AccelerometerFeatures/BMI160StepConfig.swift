internal import Simulation
import Wire

/// The BMI160's STEP_CONF (protocol, sensors 5.3.6).
struct BMI160StepConfig: Layout {
    /// 40 ms each.
    var minimumTime: UInt8 = 0
    /// The smallest swing that counts as a step.
    var minimumThreshold: UInt8 = 0
    /// A weight within the unpublished algorithm; kept.
    var alpha: UInt8 = 0
    /// Steps in a row before they count.
    var minimumBuffer: UInt8 = 0
    var isCounterOn = false
    var unused: UInt8 = 0

    mutating func layout(_ c: inout some Coder) {
        c(&minimumTime, bits: 3, "minimum step time")
        c(&minimumThreshold, bits: 2, "minimum threshold")
        c(&alpha, bits: 3, "alpha")
        c(&minimumBuffer, bits: 3, "minimum step buffer")
        c(&isCounterOn, "counter on")
        c(&unused, bits: 4, "unused")
    }

    /// Configures the detector and the counter: 25 mg more of swing for each step of the threshold
    /// gives 50, 75 and 100 mg for the sensitive, the normal and the robust mode.
    func apply(to detector: inout StepDetector, _ counter: inout StepCounter) {
        detector.shortest = .milliseconds(40 * Int64(max(1, minimumTime)))
        detector.swing = 0.025 * Double(minimumThreshold + 1)
        counter.minimum = Int(minimumBuffer)
    }
}
