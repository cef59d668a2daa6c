import Wire

extension DataProcessor {
    /// Type 0B: a stay above a threshold that is long enough, and one of its properties.
    final class PulseDetector: Algorithm {
        enum Trigger: UInt8 { case threshold }

        enum Output: UInt8 {
            /// Its number of samples.
            case width
            /// Their sum.
            case area
            /// The largest of them.
            case peak
            /// 1 as soon as it is long enough.
            case detection
        }

        struct Config: Layout {
            var span: UInt8 = 0
            var trigger = Trigger.threshold
            var output = Output.width
            var threshold: Int32 = 0
            var width: UInt16 = 0
            mutating func layout(_ c: inout some Coder) {
                c(&span, "length less one")
                c(&trigger, "trigger")
                c(&output, "output")
                c(&threshold, "threshold")
                c(&width, "width")
            }
        }

        private var config: Config
        private let isSilent: Bool
        private var width = 0
        private var area: Int64 = 0
        private var peak: Int64 = 0

        static func check(_ config: Config, _ place: Place) throws(LayoutError) {
            guard config.span < 4 else { throw unusable(config.span, "length less one") }
        }

        init(_ config: Config, _ place: Place) {
            self.config = config
            isSilent = place.has(.pulsesOnlyDetected)
        }

        func adopt(_ config: Config, _ place: Place) { self.config = config }

        func process(_ sample: ShortBytes, on board: MetaWearBoard) -> ShortBytes? {
            let value = sample.integer(bytes: Int(config.span) + 1, signed: true)
            let shortest = max(1, Int(config.width))
            if value > Int64(config.threshold) {
                area = width == 0 ? value : area &+ value
                peak = width == 0 ? value : max(peak, value)
                width += 1
                return config.output == .detection && width == shortest ? ShortBytes(byte: 1) : nil
            }
            defer { width = 0 }
            return width >= shortest && !isSilent ? output : nil
        }

        /// Of the pulse that has ended.
        private var output: ShortBytes? {
            var bytes = ShortBytes()
            switch config.output {
            case .width: bytes.append(UInt16(clamping: width))
            case .area: bytes.append(area, bytes: 4)
            case .peak: bytes.append(peak, bytes: Int(config.span) + 1)
            case .detection: return nil
            }
            return bytes
        }

        var isSigned: Bool? { config.output == .area || config.output == .peak }
    }
}
