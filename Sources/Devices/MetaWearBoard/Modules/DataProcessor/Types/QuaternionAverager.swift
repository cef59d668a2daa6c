import Wire

extension DataProcessor {
    /// Type 1A, which no SDK creates: the mean of the last quaternions, w, x, y, z as floats.
    ///
    /// Like the averager it emits nothing before N samples; a quaternion and its negative are the
    /// same rotation.
    final class QuaternionAverager: Algorithm {
        struct Config: Layout {
            var depth: UInt8 = 0
            mutating func layout(_ c: inout some Coder) { c(&depth, "depth") }
        }

        private var depth: Int
        private var sum = SIMD4<Float>()
        private var count = 0

        static func check(_ config: Config, _ place: Place) throws(LayoutError) {
            guard config.depth > 0 else { throw unusable(0, "depth") }
        }

        init(_ config: Config, _ place: Place) { depth = Int(config.depth) }

        func adopt(_ config: Config, _ place: Place) {
            if count > 0 { sum *= Float(min(count, Int(config.depth))) / Float(count) }
            count = min(count, Int(config.depth))
            depth = Int(config.depth)
        }

        func process(_ sample: ShortBytes, on board: MetaWearBoard) -> ShortBytes? {
            var next = SIMD4<Float>()
            for i in 0..<4 {
                let bits = sample.littleEndian(offset: 4 * i, bytes: 4)
                next[i] = Float(bitPattern: UInt32(truncatingIfNeeded: bits))
            }
            if (sum * next).sum() < 0 { next = -next }
            if count == depth { sum -= sum / Float(depth) } else { count += 1 }
            sum += next
            guard count == depth else { return nil }
            let length = (sum * sum).sum().squareRoot()
            guard length > 0, length.isFinite else {
                // NaN and infinity must not stay in the sum.
                (sum, count) = (.zero, 0)
                return nil
            }
            var output = ShortBytes()
            for i in 0..<4 { output.append((sum[i] / length).bitPattern) }
            return output
        }

        func length(of rest: Int, declared: Int) -> Int { 16 }

        func setState(_ bytes: ShortBytes) -> Bool {
            guard bytes.isEmpty else { return false }
            (sum, count) = (.zero, 0)
            return true
        }
    }
}
