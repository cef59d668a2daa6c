import Wire

extension DataProcessor {
    /// Type 06: samples that compare to one of several references.
    final class Comparator: Algorithm {
        enum Operation: UInt8 {
            case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual

            func holds(_ a: Int64, _ b: Int64) -> Bool {
                switch self {
                case .equal: a == b
                case .notEqual: a != b
                case .less: a < b
                case .lessOrEqual: a <= b
                case .greater: a > b
                case .greaterOrEqual: a >= b
                }
            }
        }

        enum Mode: UInt8 {
            /// The sample, when it compares to any reference.
            case absolute
            /// The first reference that it compares to.
            case reference
            /// The place of that reference; their number if there is none.
            case zone
            /// 1 or 0.
            case binary
        }

        /// The later form; the earlier one is recognised by its bytes (`ComparatorFormA`).
        struct Config: Layout {
            var isSigned = false
            var span: UInt8 = 0
            /// An operation, or anything in the earlier form.
            var operation: UInt8 = 0
            var mode = Mode.absolute
            var rest: [UInt8] = []
            mutating func layout(_ c: inout some Coder) {
                c(&isSigned, "signed")
                c(&span, bits: 2, "length less one")
                c(&operation, bits: 3, "operation")
                c(&mode, bits: 2, "mode")
                c.rest(&rest, max: 12, "references")
            }
        }

        private struct Rule {
            var isSigned: Bool
            /// Bytes of a number.
            var length: Int
            var operation: Operation
            var mode: Mode
            var references: [Int64]
        }

        private var rule: Rule
        private var isFormA: Bool

        static func check(_ config: Config, _ place: Place) throws(LayoutError) {
            if ComparatorFormA(config.bytes) != nil { return }
            guard Operation(rawValue: config.operation) != nil else {
                throw unusable(config.operation, "operation")
            }
            let length = Int(config.span) + 1
            guard config.rest.count >= length else {
                throw .short(needed: 1 + length, had: 1 + config.rest.count)
            }
        }

        init(_ config: Config, _ place: Place) {
            isFormA = ComparatorFormA(config.bytes) != nil
            rule = Self.rule(config, isFormA: isFormA)
        }

        /// Seven bytes may fit both forms: then the processor keeps the form that it has.
        func adopt(_ config: Config, _ place: Place) {
            let isB = config.rest.count >= Int(config.span) + 1 && config.operation <= 5
            isFormA = ComparatorFormA(config.bytes) != nil && (isFormA || !isB)
            rule = Self.rule(config, isFormA: isFormA)
        }

        private static func rule(_ config: Config, isFormA: Bool) -> Rule {
            if isFormA, let form = ComparatorFormA(config.bytes) {
                return Rule(
                    isSigned: form.isSigned, length: form.length, operation: form.operation,
                    mode: .absolute, references: [form.value])
            }
            let length = Int(config.span) + 1
            let bytes = ShortBytes(config.rest)
            return Rule(
                isSigned: config.isSigned, length: length,
                operation: Operation(rawValue: config.operation) ?? .equal, mode: config.mode,
                references: (0..<bytes.count / length).map {
                    bytes.integer(offset: $0 * length, bytes: length, signed: config.isSigned)
                })
        }

        func process(_ sample: ShortBytes, on board: MetaWearBoard) -> ShortBytes? {
            let value = sample.integer(bytes: rule.length, signed: rule.isSigned)
            var place = 0
            while place < rule.references.count,
                !rule.operation.holds(value, rule.references[place])
            {
                place += 1
            }
            let isMatch = place < rule.references.count
            switch rule.mode {
            case .absolute: return isMatch ? sample : nil
            case .reference:
                guard isMatch else { return nil }
                var output = ShortBytes()
                output.append(rule.references[place], bytes: rule.length)
                return output
            case .zone: return ShortBytes(byte: UInt8(truncatingIfNeeded: place))
            case .binary: return ShortBytes(byte: isMatch ? 1 : 0)
            }
        }

        var isSigned: Bool? {
            rule.mode == .absolute || rule.mode == .reference ? rule.isSigned : false
        }
    }

    /// The earlier form of a comparator's configuration: one reference of four bytes.
    struct ComparatorFormA: Layout {
        var isSigned = false
        /// The vendor's texts mention a length, which no SDK writes.
        var hasLength = false
        var span: UInt8 = 0
        var operation = Comparator.Operation.equal
        var reference: UInt32 = 0

        mutating func layout(_ c: inout some Coder) {
            c(&isSigned, "signed")
            c(&hasLength, "has a length")
            c(&span, bits: 2, "length less one")
            c.reserved(bits: 4)
            c(&operation, "operation")
            c.reserved(bits: 8)
            c(&reference, "reference")
        }

        init() {}

        /// nil unless the bytes fit it: seven of them, zeros in the reserved bits, and a reference
        /// within its length.
        init?(_ config: [UInt8]) {
            var reader = Reader(config)
            layout(&reader)
            guard config.count == 7, reader.error == nil, bytes == config,
                hasLength || span == 0
            else { return nil }
            let wide = ShortBytes(config).integer(offset: 3, bytes: 4, signed: isSigned)
            guard value == wide else { return nil }
        }

        var length: Int { hasLength ? Int(span) + 1 : 4 }

        var value: Int64 {
            var bytes = ShortBytes()
            bytes.append(reference)
            return bytes.integer(bytes: length, signed: isSigned)
        }
    }
}
