import Motion
internal import Simulation
import Wire

/// Portrait, landscape and face (BST-BMI160-DS000, 2.6.5; BST-BMA255-DS004, 4.7.7).
struct OrientationDetector {
    /// Bit 0 (protocol, sensors 5.3).
    var mask: UInt8 = 0
    var config = Config()

    /// 0 portrait upright, 1 upside down, 2 landscape left, 3 landscape right; bit 2 face down.
    private var value: UInt8 = 0
    private var previous: Vector3?
    /// A new value that must be stable for a time, and since when it is.
    private var candidate: (value: UInt8, since: Instant)?

    var isWanted: Bool { mask & 1 != 0 }

    mutating func reset() {
        value = 0
        previous = nil
        candidate = nil
    }

    /// The notification for one sample in g, if the orientation has changed (protocol, sensors
    /// 5.3.4).
    mutating func next(_ raw: Vector3, at time: Instant) -> UInt8? {
        let a = config.isExchanged ? raw.exchanged : raw
        let slope = a - (previous ?? a)
        previous = a
        let new = look(a)
        guard new != value, !isBlocked(a, slope.magnitudes) else {
            candidate = nil
            return nil
        }
        if config.blocking == 3 {
            // The value must be stable for 100 ms.
            guard let candidate, candidate.value == new else {
                candidate = (new, time)
                return nil
            }
            guard time - candidate.since >= .milliseconds(100) else { return nil }
        }
        candidate = nil
        value = new
        return 1 | (new & 3) << 1 | (new >> 2) << 3
    }

    /// The value that a sample gives; the old one between the conditions.
    private func look(_ a: Vector3) -> UInt8 {
        let hysteresis = Double(config.hysteresis) * 0.0625
        let x = a.x.magnitude
        let y = a.y.magnitude
        let border = [1, 2, 0.5, 1][Int(config.mode & 3)] * x
        var direction = value & 3
        if y < border - hysteresis {
            if a.x - hysteresis >= 0 {
                direction = 0
            } else if a.x + hysteresis < 0 {
                direction = 1
            }
        } else if y >= border + hysteresis {
            direction = a.y < 0 ? 2 : 3
        }
        var isDown = value & 4 != 0
        // 0.2 g of hysteresis at every change of the sign.
        if config.hasFace, a.z.magnitude > 0.2 { isDown = a.z < 0 }
        return direction | (isDown ? 4 : 0)
    }

    private func isBlocked(_ a: Vector3, _ slope: Vector3) -> Bool {
        guard config.blocking > 0 else { return false }
        // tan of the angle between z and gravity below √theta / 8: too flat to decide.
        if a.x * a.x + a.y * a.y < Double(config.theta) / 64 * a.z * a.z { return true }
        let size = a.magnitudes
        if max(size.x, size.y, size.z) > 1.5 { return true }
        guard config.blocking > 1 else { return false }
        return max(slope.x, slope.y, slope.z) > (config.blocking == 2 ? 0.2 : 0.4)
    }

    /// INT_ORIENT (protocol, sensors 5.3.4).
    struct Config: Layout {
        /// 0 and 3 symmetrical, 1 high-asymmetrical, 2 low-asymmetrical.
        var mode: UInt8 = 0
        /// 0 none, 1 flat or moved hard, 2 and 3 also while it changes.
        var blocking: UInt8 = 2
        /// 62.5 mg a step.
        var hysteresis: UInt8 = 1
        var theta: UInt8 = 8
        var hasFace = true
        var isExchanged = false

        mutating func layout(_ c: inout some Coder) {
            c(&mode, bits: 2, "mode")
            c(&blocking, bits: 2, "blocking")
            c(&hysteresis, bits: 4, "hysteresis")
            c(&theta, bits: 6, "theta")
            c(&hasFace, "up and down")
            c(&isExchanged, "axes exchanged")
        }
    }
}

extension Vector3 {
    /// The axes as the orientation and flat interrupts use them when exchanged: y, z, x instead of
    /// x, y, z (BST-BMI160-DS000, 2.6.5.3).
    var exchanged: Vector3 { Vector3(y, z, x) }
}
