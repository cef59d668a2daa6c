import Foundation
import MetaWearProtocol

/// When a board started, by the host's clock, and which of its starts that was.
struct LogAnchor: Sendable, Equatable {
    let date: Date
    /// nil if the board did not report it; then every entry is of this start.
    let resetUID: UInt8?
}

/// Turns entries of one signal's loggers into samples.
struct LogDecoder<Sample: Sendable>: Sendable {
    private var assembler: LogAssembler
    private let anchor: LogAnchor?
    private let decode: @Sendable (Data) throws -> Sample
    private var all: [MWLoggedSample<Sample>] = []
    private var isSorted = true

    init(
        _ assembler: LogAssembler, anchor: LogAnchor?,
        decode: @escaping @Sendable (Data) throws -> Sample
    ) {
        self.assembler = assembler
        self.anchor = anchor
        self.decode = decode
    }

    /// Takes entries; those of other loggers are left alone.
    ///
    /// - Throws: the decoder's error.
    mutating func take(_ entries: [RawLogEntry]) throws {
        for entry in entries {
            guard let found = assembler.take(entry) else { continue }
            let tickMs = found.tickMs
            if let last = all.last, last.tickMs > tickMs { isSorted = false }
            // The time of another start is unknown.
            let isAnchored = anchor?.resetUID.map { $0 == found.resetUID } ?? true
            let start = isAnchored ? anchor?.date : nil
            all.append(
                MWLoggedSample(
                    date: (start ?? Date(timeIntervalSince1970: 0))
                        .addingTimeInterval(tickMs / 1000),
                    tickMs: tickMs, value: try decode(Data(found.bytes))))
        }
    }

    /// In the order of their ticks; equal ticks as they were recorded.
    var samples: [MWLoggedSample<Sample>] {
        mutating get {
            if !isSorted {
                all = all.enumerated()
                    .sorted { ($0.element.tickMs, $0.offset) < ($1.element.tickMs, $1.offset) }
                    .map(\.element)
                isSorted = true
            }
            return all
        }
    }
}
