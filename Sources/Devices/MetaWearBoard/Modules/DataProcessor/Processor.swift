import Wire

extension DataProcessor {
    /// One used slot of the pool.
    final class Processor {
        let id: UInt8
        let source: Source
        let kind: Kind
        let algorithm: any Algorithm
        /// Whether its outputs are signed numbers.
        let isSigned: Bool
        /// As the host sent it, for the read-back.
        private(set) var config: [UInt8]
        /// Register 07: its outputs may go to the host.
        @exclusivity(unchecked) var isNotifying = false
        private let takesEmpty: Bool
        private let takesAll: Bool
        private let offset: Int
        private let declared: Int

        init(
            _ id: UInt8, _ source: Source, _ kind: Kind, _ config: [UInt8], _ place: Place
        ) throws(LayoutError) {
            self.id = id
            self.source = source
            self.kind = kind
            self.config = config
            let new = try kind.use(NewAlgorithm(config: config, place: place)).get()
            algorithm = new.algorithm
            isSigned = algorithm.isSigned ?? place.isSigned
            takesEmpty = algorithm.takesEmpty
            takesAll = new.takesAll
            offset = Int(source.offset)
            declared = Int(source.span) + 1
        }

        func change(_ config: [UInt8], _ place: Place) throws(LayoutError) {
            try algorithm.change(config, place)
            self.config = config
        }

        /// What register 02 reads back: 18 bytes, filled up with zeros (protocol, core 4.4).
        var definition: ShortBytes {
            var bytes = ShortBytes(Definition(source: source, kind: kind).bytes.prefix(5))
            for i in 0..<18 - bytes.count { bytes.append(i < config.count ? config[i] : 0) }
            return bytes
        }

        /// The bytes that the source names go through the algorithm.
        func take(_ sample: ShortBytes, on board: MetaWearBoard) -> ShortBytes? {
            let rest = sample.count - offset
            guard rest > 0 else {
                return takesEmpty ? algorithm.process(ShortBytes(), on: board) : nil
            }
            var length = takesAll ? rest : min(declared, rest)
            // The length field has lost its upper bits: it may mean the whole rest.
            if rest > 8, (rest - 1) & 7 == Int(source.span), !takesAll {
                length = max(1, min(rest, algorithm.length(of: rest, declared: declared)))
            }
            if offset == 0, length == sample.count { return algorithm.process(sample, on: board) }
            return algorithm.process(sample.slice(offset: offset, length: length), on: board)
        }
    }

    /// A new processor's algorithm, and whether its type takes whole samples.
    private struct NewAlgorithm: AlgorithmUse {
        let config: [UInt8]
        let place: Place

        func of<A: Algorithm>(
            _: A.Type
        ) -> Result<(algorithm: any Algorithm, takesAll: Bool), LayoutError> {
            do throws(LayoutError) {
                return .success((try A.make(config, place), A.takesAll))
            } catch {
                return .failure(error)
            }
        }
    }

    /// Whether a signal consists of signed numbers. The configuration does not say so, and an
    /// average needs it (protocol, core 4.6: "that of the source").
    func isSigned(_ key: SignalKey) -> Bool {
        switch (key.module, key.register & 0x3F) {
        case (Self.id, 0x03), (Self.id, 0x04): processor(key.index)?.isSigned ?? false
        // Samples, temperatures, altitude, fields.
        case (0x03, 0x04), (0x03, 0x05), (0x03, 0x1C), (0x04, _), (0x12, 0x02), (0x13, _),
            (0x15, _), (0x19, _):
            true
        default: false
        }
    }
}
