import Motion
internal import Simulation
import Wire

/// Whether the board lies flat (BST-BMI160-DS000, 2.6.6; BST-BMA255-DS004, 4.7.8).
struct FlatDetector {
    /// Bit 0 (protocol, sensors 5.3).
    var mask: UInt8 = 0
    var config = Config()
    /// 0, 640, 1280 and 2560 ms on the BMI160; 0, 512, 1024 and 2048 on the BMA255.
    let holdStep: Nanoseconds
    /// Revision 2 reports the sign of z too.
    let tellsSign: Bool

    private var isFlat = false
    private var changedAt: Instant?

    init(holdStep: Nanoseconds, tellsSign: Bool) {
        self.holdStep = holdStep
        self.tellsSign = tellsSign
    }

    var isWanted: Bool { mask & 1 != 0 }

    mutating func reset() {
        isFlat = false
        changedAt = nil
    }

    /// The notification for one sample in g, if the board has become flat or is no longer flat
    /// (protocol, sensors 5.3.5).
    mutating func next(_ raw: Vector3, isExchanged: Bool, at time: Instant) -> UInt8? {
        let a = isExchanged ? raw.exchanged : raw
        guard (isFlat ? a.isTilted(config.limit(+1)) : !a.isTilted(config.limit(-1))) else {
            changedAt = nil
            return nil
        }
        let since = changedAt ?? time
        changedAt = since
        guard time - since >= holdTime else { return nil }
        isFlat.toggle()
        changedAt = nil
        let flat: UInt8 = isFlat ? 1 : 0
        return tellsSign ? 1 | (a.z >= 0 ? 2 : 0) | flat << 2 : 1 | flat << 1
    }

    private var holdTime: Nanoseconds {
        config.hold == 0 ? .zero : holdStep * (1 << Int64(config.hold - 1))
    }

    /// INT_FLAT (protocol, sensors 5.3.5).
    struct Config: Layout {
        var theta: UInt8 = 8
        var unused: UInt8 = 0
        var hysteresis: UInt8 = 1
        var unusedMiddle: UInt8 = 0
        var hold: UInt8 = 1
        var unusedHigh: UInt8 = 0

        mutating func layout(_ c: inout some Coder) {
            c(&theta, bits: 6, "theta")
            c(&unused, bits: 2, "unused")
            c(&hysteresis, bits: 3, "hysteresis")
            c(&unusedMiddle, bits: 1, "unused")
            c(&hold, bits: 2, "hold time")
            c(&unusedHigh, bits: 2, "unused")
        }

        /// The square of the tangent of the angle, with the hysteresis added or subtracted.
        func limit(_ side: Double) -> Double {
            let (angle, hysteresis) = (Double(theta), Double(hysteresis))
            return (angle + side * (angle * hysteresis / 1024 + hysteresis / 16)) / 64
        }
    }
}

extension Vector3 {
    /// Whether z leans away from gravity by an angle whose squared tangent is larger than this.
    func isTilted(_ squaredTangent: Double) -> Bool {
        x * x + y * y > squaredTangent * z * z
    }
}
