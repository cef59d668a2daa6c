internal import Simulation
import Wire

extension DataProcessor {
    /// Type 08: at most one sample a period.
    final class TimeLimiter: Algorithm {
        enum Mode: UInt8 {
            /// The sample, up to eight bytes.
            case absolute
            /// The difference from the last sample that passed.
            case differential
            /// The sample, whatever its length.
            case passThrough
        }

        struct Config: Layout {
            var span: UInt8 = 0
            var mode = Mode.absolute
            var period: UInt32 = 0
            mutating func layout(_ c: inout some Coder) {
                c(&span, bits: 3, "length less one")
                c(&mode, bits: 3, "mode")
                c.reserved(bits: 2)
                c.unit(FieldUnit("ms"))
                c(&period, "period")
            }

            var length: Int { Int(span) + 1 }
        }

        /// A sample that comes exactly with the period must not be lost to the rounding of a
        /// drifting clock's grid.
        private static let rounding = Nanoseconds.microseconds(1)

        private var config: Config
        private var period: Nanoseconds
        /// By the board's own clock.
        private var lastPass: Instant?
        private var lastValue: Int64 = 0

        static func check(_ config: Config, _ place: Place) throws(LayoutError) {
            if config.mode == .passThrough, place.module.revision < 1 { throw unusable(2, "mode") }
        }

        init(_ config: Config, _ place: Place) {
            self.config = config
            period = .milliseconds(Int64(config.period))
        }

        func adopt(_ config: Config, _ place: Place) {
            self.config = config
            period = .milliseconds(Int64(config.period))
        }

        func process(_ sample: ShortBytes, on board: MetaWearBoard) -> ShortBytes? {
            let now = board.localTime(board.now)
            if let lastPass, now - lastPass + Self.rounding < period { return nil }
            lastPass = now
            switch config.mode {
            case .passThrough: return sample
            // The Swift SDK limits whole quaternions in this mode.
            case .absolute:
                return sample.count <= config.length || sample.count > 8
                    ? sample : sample.slice(offset: 0, length: config.length)
            case .differential:
                let value = sample.integer(bytes: config.length, signed: true)
                var output = ShortBytes()
                output.append(value &- lastValue, bytes: config.length)
                lastValue = value
                return output
            }
        }

        func length(of rest: Int, declared: Int) -> Int {
            (rest - 1) & 7 == Int(config.span) ? rest : declared
        }

        var takesEmpty: Bool { config.mode != .differential }
        var isSigned: Bool? { config.mode == .differential ? true : nil }
    }
}
