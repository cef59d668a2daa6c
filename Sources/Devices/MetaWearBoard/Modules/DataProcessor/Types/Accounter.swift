internal import Simulation
import Wire

extension DataProcessor {
    /// Type 11: puts a count or the time in front of each sample.
    final class Accounter: Algorithm {
        enum Mode: UInt8 { case count, time }

        struct Config: Layout {
            var mode = Mode.count
            var span: UInt8 = 0
            var prescale: UInt8 = 0
            mutating func layout(_ c: inout some Coder) {
                c(&mode, bits: 4, "mode")
                c(&span, bits: 2, "length less one")
                c.reserved(bits: 2)
                c(&prescale, bits: 4, "prescale")
                c.reserved(bits: 4)
            }
        }

        private var config: Config
        private var count: UInt32 = 0

        init(_ config: Config, _ place: Place) { self.config = config }
        func adopt(_ config: Config, _ place: Place) { self.config = config }

        func process(_ sample: ShortBytes, on board: MetaWearBoard) -> ShortBytes? {
            var output = ShortBytes()
            let length = Int(config.span) + 1
            switch config.mode {
            case .count:
                output.append(count, bytes: length)
                count &+= 1
            case .time:
                output.append(board.systemTimer >> UInt64(config.prescale), bytes: length)
            }
            output.append(sample, upTo: DataProcessor.longestOutput)
            return output
        }

        static var takesAll: Bool { true }
        var takesEmpty: Bool { true }

        func setState(_ bytes: ShortBytes) -> Bool {
            guard bytes.isEmpty else { return false }
            count = 0
            return true
        }
    }
}

extension MetaWearBoard {
    /// The counter behind the log's clock, 6/32768 s a count of the board's own time since boot: an
    /// eighth of it is the log tick (protocol, core 4.6).
    fileprivate var systemTimer: UInt64 {
        // 32768 / (6 · 10⁹) in lowest terms: no overflow for nine years.
        UInt64(clamping: (localTime(now) - localTime(bootTime)).count &* 32 / 5_859_375)
    }
}
