import Wire

extension DataProcessor {
    /// Type 01: a gate for whole samples.
    final class Passthrough: Algorithm {
        enum Mode: UInt8 {
            case all
            /// Open while the count is above zero.
            case conditional
            /// As many samples as the count says, then no more.
            case count
        }

        struct Config: Layout {
            var mode = Mode.all
            var count: UInt16 = 0
            mutating func layout(_ c: inout some Coder) {
                c(&mode, "mode")
                c(&count, "count")
            }
        }

        private var mode: Mode
        private var count: UInt16

        init(_ config: Config, _ place: Place) {
            mode = config.mode
            count = config.count
        }

        func adopt(_ config: Config, _ place: Place) {
            mode = config.mode
            count = config.count
        }

        func process(_ sample: ShortBytes, on board: MetaWearBoard) -> ShortBytes? {
            if mode == .all { return sample }
            guard count > 0 else { return nil }
            if mode == .count { count -= 1 }
            return sample
        }

        static var takesAll: Bool { true }
        var takesEmpty: Bool { true }

        var state: ShortBytes? {
            var bytes = ShortBytes()
            bytes.append(count)
            return bytes
        }

        func setState(_ bytes: ShortBytes) -> Bool {
            guard bytes.count >= 2 else { return false }
            count = UInt16(truncatingIfNeeded: bytes.littleEndian(bytes: 2))
            return true
        }
    }
}
