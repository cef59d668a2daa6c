import Wire

extension DataProcessor {
    /// Type 0F: keeps the last sample, for a read or a fuser, and passes nothing on.
    final class Buffer: Algorithm {
        struct Config: Layout {
            var span: UInt8 = 0
            mutating func layout(_ c: inout some Coder) {
                c(&span, bits: 5, "length less one")
                c.reserved(bits: 3)
            }
        }

        private var length: Int
        /// Zeros until there is a sample.
        private(set) var content: ShortBytes
        /// How often a sample was stored, for fusers that wait for it.
        private(set) var stored: UInt64 = 0

        static func check(_ config: Config, _ place: Place) throws(LayoutError) {
            // No datum is longer than what a packet holds behind its header.
            guard config.span < 18 else { throw unusable(config.span, "length less one") }
        }

        init(_ config: Config, _ place: Place) {
            length = Int(config.span) + 1
            content = ShortBytes().slice(offset: 0, length: length)
        }

        func adopt(_ config: Config, _ place: Place) {
            length = Int(config.span) + 1
            content = content.slice(offset: 0, length: length)
        }

        func process(_ sample: ShortBytes, on board: MetaWearBoard) -> ShortBytes? {
            content = sample.count == length ? sample : sample.slice(offset: 0, length: length)
            stored &+= 1
            return nil
        }

        func length(of rest: Int, declared: Int) -> Int {
            rest == length ? rest : declared
        }

        var state: ShortBytes? { content }

        func setState(_ bytes: ShortBytes) -> Bool {
            guard bytes.count <= length else { return false }
            for i in bytes.indices { content[i] = bytes[i] }
            stored &+= 1
            return true
        }
    }
}
