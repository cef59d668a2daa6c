import Testing
import Wire

@testable import MetaWearBoard

extension Bench {
    /// Creates processors in turn, from what follows `09 02`; each must get the next id.
    func addProcessors(
        _ definitions: String..., sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for definition in definitions {
            let free = processors.slots.firstIndex { $0 == nil } ?? -1
            let answer = ask("09 02 \(definition)")
            #expect(
                answer == ["09 02 \(Hex.text([UInt8(truncatingIfNeeded: free)]))"],
                "\(definition)", sourceLocation: sourceLocation)
        }
    }

    /// Opens both gates of a processor's output.
    func listen(to id: Int) {
        write([0x09, 0x07, UInt8(truncatingIfNeeded: id), 1])
        write([0x09, 0x03, 1])
    }

    var processors: DataProcessor {
        guard let processors: DataProcessor = board.module() else {
            preconditionFailure("every board has it")
        }
        return processors
    }

    /// What processors tell the host of one datum of a signal, without the header `09 03`.
    func feed(_ key: SignalKey, _ bytes: ShortBytes) -> [String] {
        board.route(key, bytes)
        return take().filter { $0.hasPrefix("09 03") }.map { String($0.dropFirst(6)) }
    }

    /// What one processor makes of a signal's data, one string a datum, empty for none.
    static func outputs(
        _ definition: String, _ profile: BoardProfile = .metaMotionS, quirks: Set<Quirk> = [],
        of data: [ShortBytes], sourceLocation: SourceLocation = #_sourceLocation
    ) -> [String] {
        let bench = Bench(profile, quirks: quirks)
        bench.addProcessors(definition, sourceLocation: sourceLocation)
        bench.listen(to: 0)
        let source = Hex.bytes(definition) ?? []
        let key = SignalKey(source[0], source[1], source[2])
        return data.map { datum in
            let heard = bench.feed(key, datum)
            #expect(heard.count <= 1, sourceLocation: sourceLocation)
            return heard.first.map { String($0.dropFirst(3)) } ?? ""
        }
    }

    /// The same for numbers of a size.
    static func outputs(
        _ definition: String, _ profile: BoardProfile = .metaMotionS, quirks: Set<Quirk> = [],
        bytes: Int, _ numbers: [Int], sourceLocation: SourceLocation = #_sourceLocation
    ) -> [String] {
        outputs(
            definition, profile, quirks: quirks, of: numbers.map { number($0, bytes: bytes) },
            sourceLocation: sourceLocation)
    }

    static func number(_ value: Int, bytes: Int) -> ShortBytes {
        var result = ShortBytes()
        result.append(value, bytes: bytes)
        return result
    }
}
