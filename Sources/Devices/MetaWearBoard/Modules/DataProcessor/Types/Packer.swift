import Wire

extension DataProcessor {
    /// Type 10: several samples in one notification.
    final class Packer: Algorithm {
        struct Config: Layout {
            var span: UInt8 = 0
            var others: UInt8 = 0
            mutating func layout(_ c: inout some Coder) {
                c(&span, bits: 5, "length less one")
                c.reserved(bits: 3)
                c(&others, bits: 5, "count less one")
                c.reserved(bits: 3)
            }
        }

        private var length: Int
        private var wanted: Int
        private var gathered = ShortBytes()
        private var count = 0

        init(_ config: Config, _ place: Place) {
            length = Int(config.span) + 1
            wanted = Int(config.others) + 1
        }

        func adopt(_ config: Config, _ place: Place) {
            length = Int(config.span) + 1
            wanted = Int(config.others) + 1
        }

        func process(_ sample: ShortBytes, on board: MetaWearBoard) -> ShortBytes? {
            let room = DataProcessor.longestOutput - gathered.count
            for i in 0..<min(length, room) { gathered.append(i < sample.count ? sample[i] : 0) }
            count += 1
            guard count >= wanted else { return nil }
            defer { clear() }
            return gathered
        }

        private func clear() {
            gathered.removeAll()
            count = 0
        }

        func length(of rest: Int, declared: Int) -> Int { rest == length ? rest : declared }

        func setState(_ bytes: ShortBytes) -> Bool {
            guard bytes.isEmpty else { return false }
            clear()
            return true
        }
    }
}
