import Motion
internal import Simulation
import Wire

extension MMA8452QDetectors {
    /// Single and double pulses on each axis (PULSE_CFG to PULSE_WIND): high-passed acceleration
    /// that rises above the threshold and falls below it within the time limit; a second pulse that
    /// begins after the latency and within the window makes a double.
    struct Pulse {
        var isOn = Flag()
        var config = Config()
        private var axes: InlineArray<3, Stage> = [.idle, .idle, .idle]

        /// The state of one axis.
        private enum Stage {
            case idle
            /// Above the threshold since that time.
            case high(Instant, isNegative: Bool, isSecond: Bool)
            /// Above it too long for a pulse.
            case ringing
            /// Ignores pulses until that time.
            case latency(Instant, isNegative: Bool)
            /// The second pulse may begin until that time.
            case window(Instant, isNegative: Bool)
        }

        mutating func reset() { axes = [.idle, .idle, .idle] }

        /// The source register, if a pulse or a double pulse ends.
        mutating func next(_ fast: Vector3, hertz: Double, at time: Instant) -> UInt8? {
            var found: UInt8 = 0
            for axis in 0..<3 where config.axes >> UInt8(2 * axis) & 3 != 0 {
                found |= next(axis, fast.component(axis), hertz: hertz, at: time)
            }
            return found == 0 ? nil : 0x80 | found
        }

        private mutating func next(
            _ axis: Int, _ value: Double, hertz: Double, at time: Instant
        ) -> UInt8 {
            let limit =
                Double(config.threshold(axis)) * MMA8452QDetectors.thresholdStep
            let isHigh = value.magnitude > limit
            let allowed = config.axes >> UInt8(2 * axis) & 3
            let unit = Config.unit(hertz)
            switch axes[axis] {
            case .idle:
                if isHigh {
                    axes[axis] = .high(time, isNegative: value < 0, isSecond: false)
                }
            case .ringing:
                if !isHigh { axes[axis] = .idle }
            case .high(let since, let isNegative, let isSecond):
                if time - since > unit * Int64(config.limit) {
                    axes[axis] = isHigh ? .ringing : .idle
                } else if !isHigh {
                    let latency = time + unit * (2 * Int64(config.latency))
                    let isPaired = allowed & 2 != 0 && !isSecond
                    axes[axis] = isPaired ? .latency(latency, isNegative: isNegative) : .idle
                    let isTold = isSecond ? allowed & 2 != 0 : allowed & 1 != 0
                    guard isTold else { return 0 }
                    return 0x10 << UInt8(axis) | (isNegative ? 1 << UInt8(axis) : 0)
                        | (isSecond ? 8 : 0)
                }
            case .latency(let end, let isNegative):
                if time >= end {
                    let window = time + unit * (2 * Int64(config.window))
                    axes[axis] =
                        isHigh && config.abortsDouble
                        ? .idle : .window(window, isNegative: isNegative)
                }
            case .window(let end, let isNegative):
                if time > end {
                    axes[axis] = .idle
                } else if isHigh {
                    // The sign of the first.
                    axes[axis] = .high(time, isNegative: isNegative, isSecond: true)
                }
            }
            return 0
        }

        struct Config: Layout {
            /// Two bits an axis: single, double.
            var axes: UInt8 = 0
            var isLatched = false
            /// A pulse during the latency prevents a double.
            var abortsDouble = false
            private var source: UInt8 = 0
            private var x: UInt8 = 0
            private var y: UInt8 = 0
            private var z: UInt8 = 0
            var limit: UInt8 = 0
            var latency: UInt8 = 0
            var window: UInt8 = 0

            mutating func layout(_ c: inout some Coder) {
                c(&axes, bits: 6, "axes")
                c(&isLatched, "latched")
                c(&abortsDouble, "double pulse abort")
                c(&source, "source")
                c(&x, "threshold x")
                c(&y, "threshold y")
                c(&z, "threshold z")
                c(&limit, "time limit")
                c(&latency, "latency")
                c(&window, "window")
            }

            func threshold(_ axis: Int) -> UInt8 { (axis == 0 ? x : axis == 1 ? y : z) & 0x7F }

            /// A step of the time limit, and half of one of the latency and the window (MMA8452Q
            /// data sheet, tables of PULSE_TMLT and PULSE_LTCY, normal mode).
            static func unit(_ hertz: Double) -> Nanoseconds {
                .microseconds(
                    hertz >= 400 ? 625 : hertz >= 200 ? 1_250 : hertz >= 100 ? 2_500 : 5_000)
            }
        }
    }
}
