import Wire

extension DataProcessor {
    /// Type 04, which no SDK creates. The vendor only names its parameters; their meaning here is
    /// our choice.
    ///
    /// A punch begins with a sample of `start` or more that is `delta` or more above the one before
    /// it. The output is a 1 once the samples since, all of them `start` or more, add up to `area`.
    /// Then `latency` samples are ignored.
    final class PunchDetector: Algorithm {
        struct Config: Layout {
            var offset: UInt8 = 0
            var span: UInt8 = 0
            var latency: UInt8 = 0
            var delta: UInt16 = 0
            var area: UInt16 = 0
            var start: Int16 = 0
            mutating func layout(_ c: inout some Coder) {
                c(&offset, "offset")
                c(&span, "length less one")
                c(&latency, "latency")
                c(&delta, "delta")
                c(&area, "area")
                c(&start, "start")
            }
        }

        private var config: Config
        private var last: Int64?
        /// The sum of the current punch.
        private var area: Int64?
        private var pause = 0

        static func check(_ config: Config, _ place: Place) throws(LayoutError) {
            guard config.span < 4 else { throw unusable(config.span, "length less one") }
        }

        init(_ config: Config, _ place: Place) { self.config = config }
        func adopt(_ config: Config, _ place: Place) { self.config = config }

        func process(_ sample: ShortBytes, on board: MetaWearBoard) -> ShortBytes? {
            let value = sample.integer(
                offset: Int(config.offset), bytes: Int(config.span) + 1, signed: true)
            defer { last = value }
            if pause > 0 {
                pause -= 1
                return nil
            }
            guard value >= Int64(config.start) else {
                area = nil
                return nil
            }
            if let area {
                self.area = area &+ value
            } else if let last, value - last >= Int64(config.delta) {
                area = value
            }
            guard let area, area >= Int64(config.area) else { return nil }
            self.area = nil
            pause = Int(config.latency)
            return ShortBytes(byte: 1)
        }

        var isSigned: Bool? { false }
    }
}
