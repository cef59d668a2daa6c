import Wire

extension DataProcessor {
    /// Type 1B: a sample followed by the contents of several buffers.
    final class Fuser: Algorithm {
        struct Config: Layout {
            var count: UInt8 = 0
            /// Ids of buffers; bytes after the last are ignored.
            var references: [UInt8] = []
            mutating func layout(_ c: inout some Coder) {
                c(&count, bits: 5, "count")
                c.reserved(bits: 3)
                c.rest(&references, max: 12, "buffers")
            }

            var used: ArraySlice<UInt8> { references.prefix(Int(count)) }
        }

        private var buffers: [(id: UInt8, buffer: Buffer, seen: UInt64)]
        private let waitsForAll: Bool

        static func check(_ config: Config, _ place: Place) throws(LayoutError) {
            if place.module.revision < 1 { throw unusable(Kind.fuser.rawValue, "type") }
            guard config.references.count >= config.count else {
                throw .short(needed: 1 + Int(config.count), had: 1 + config.references.count)
            }
            for id in config.used where place.module.processor(id)?.algorithm as? Buffer == nil {
                throw unusable(id, "buffers")
            }
        }

        init(_ config: Config, _ place: Place) {
            buffers = Self.buffers(config, place)
            waitsForAll = place.has(.fuserWaitsForAll)
        }

        func adopt(_ config: Config, _ place: Place) { buffers = Self.buffers(config, place) }

        private static func buffers(
            _ config: Config, _ place: Place
        ) -> [(id: UInt8, buffer: Buffer, seen: UInt64)] {
            config.used.compactMap { id in
                (place.module.processor(id)?.algorithm as? Buffer).map { (id, $0, 0) }
            }
        }

        /// Nothing until each buffer has something (protocol, core 4.6).
        func process(_ sample: ShortBytes, on board: MetaWearBoard) -> ShortBytes? {
            var output = ShortBytes()
            output.append(sample, upTo: DataProcessor.longestOutput)
            for (_, buffer, seen) in buffers {
                guard buffer.stored > seen else { return nil }
                output.append(buffer.content, upTo: DataProcessor.longestOutput)
            }
            if waitsForAll {
                for i in buffers.indices { buffers[i].seen = buffers[i].buffer.stored }
            }
            return output
        }

        static var takesAll: Bool { true }
        var takesEmpty: Bool { true }
        var references: [UInt8] { buffers.map { $0.id } }
    }
}
