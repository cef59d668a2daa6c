import Wire

extension DataProcessor {
    /// Type 05, which no SDK creates. The vendor names its parameters, which are those of the usual
    /// peak search with a look-ahead, so that is what it does.
    ///
    /// A peak is the highest sample since the search began, if the following `look-ahead` samples
    /// are not higher and one of them, or a later one, is `delta` or more below it. Then `extra
    /// width` samples are ignored, and the search begins again once the signal has risen by `delta`
    /// from its lowest. Without `find maximum` it searches for valleys instead.
    final class PeakDetector: Algorithm {
        struct Config: Layout {
            var lookAhead: UInt8 = 0
            var findsMaximum = false
            var extraWidth: UInt8 = 0
            var delta: UInt32 = 0
            var offset: UInt8 = 0
            var span: UInt8 = 0
            var isInputSigned = false
            mutating func layout(_ c: inout some Coder) {
                c(&lookAhead, "look-ahead")
                c(&findsMaximum, bits: 8, "find maximum")
                c(&extraWidth, "extra width")
                c(&delta, "delta")
                c(&offset, "offset")
                c(&span, "length less one")
                c(&isInputSigned, bits: 8, "signed")
            }
        }

        private var config: Config
        private var best: Int64?
        /// The lowest since the last peak, until the search begins again.
        private var lowest: Int64?
        private var since = 0
        private var pause = 0

        static func check(_ config: Config, _ place: Place) throws(LayoutError) {
            guard config.span < 4 else { throw unusable(config.span, "length less one") }
        }

        init(_ config: Config, _ place: Place) { self.config = config }
        func adopt(_ config: Config, _ place: Place) { self.config = config }

        func process(_ sample: ShortBytes, on board: MetaWearBoard) -> ShortBytes? {
            if pause > 0 {
                pause -= 1
                return nil
            }
            let length = Int(config.span) + 1
            let read = sample.integer(
                offset: Int(config.offset), bytes: length, signed: config.isInputSigned)
            let value = config.findsMaximum ? read : 0 &- read
            if let lowest {
                self.lowest = min(lowest, value)
                guard value - lowest >= Int64(config.delta) else { return nil }
                self.lowest = nil
            }
            guard let top = best, value <= top else {
                best = value
                since = 0
                return nil
            }
            since += 1
            guard since >= Int(config.lookAhead), top - value >= Int64(config.delta) else {
                return nil
            }
            var output = ShortBytes()
            output.append(config.findsMaximum ? top : 0 &- top, bytes: length)
            best = nil
            lowest = value
            pause = Int(config.extraWidth)
            return output
        }

        var isSigned: Bool? { config.isInputSigned }
    }
}
