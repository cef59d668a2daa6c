import Wire

extension DataProcessor {
    /// Type 0A: the sample from a number of samples ago.
    final class SampleDelay: Algorithm {
        struct Config: Layout {
            var span: UInt8 = 0
            var delay: UInt8 = 0
            mutating func layout(_ c: inout some Coder) {
                c(&span, "length less one")
                c(&delay, "samples")
            }
        }

        private var length: Int
        private var delay: Int
        /// Oldest first, beginning at `first` and wrapping around; `length` bytes each.
        private var stored: [UInt8]
        private var first = 0
        private var count = 0

        static func check(_ config: Config, _ place: Place) throws(LayoutError) {
            let longest = place.module.revision < 2 ? 4 : 16
            guard Int(config.span) < longest else { throw unusable(config.span, "length less one") }
        }

        init(_ config: Config, _ place: Place) {
            length = Int(config.span) + 1
            delay = Int(config.delay)
            stored = Array(repeating: 0, count: length * delay)
        }

        /// The newest stored samples are kept.
        func adopt(_ config: Config, _ place: Place) {
            let kept = (0..<count).map { sample(($0 + first) % max(delay, 1)) }
            let (oldDelay, oldLength) = (delay, length)
            length = Int(config.span) + 1
            delay = Int(config.delay)
            guard (oldDelay, oldLength) != (delay, length) else { return }
            stored = Array(repeating: 0, count: length * delay)
            (first, count) = (0, 0)
            for sample in kept.suffix(delay) {
                store(sample, at: count)
                count += 1
            }
        }

        func process(_ sample: ShortBytes, on board: MetaWearBoard) -> ShortBytes? {
            guard delay > 0 else { return sample.slice(offset: 0, length: length) }
            guard count == delay else {
                store(sample, at: count)
                count += 1
                return nil
            }
            let output = self.sample(first)
            store(sample, at: first)
            first = first + 1 == delay ? 0 : first + 1
            return output
        }

        private func sample(_ place: Int) -> ShortBytes {
            var bytes = ShortBytes()
            for i in 0..<length { bytes.append(stored[place * length + i]) }
            return bytes
        }

        private func store(_ sample: ShortBytes, at place: Int) {
            for i in 0..<length { stored[place * length + i] = i < sample.count ? sample[i] : 0 }
        }

        func length(of rest: Int, declared: Int) -> Int { rest == length ? rest : declared }
    }
}
