import MetaWearProtocol

/// The log of the demo board, module 0B. It keeps entries of acceleration and of the temperature.
struct DemoLog {
    private static let mostEntries = 4_000
    private static let mostLoggers = 8
    /// Pairs of entries from one progress to the next.
    private static let progressEvery = 40
    /// Of a board that was reset once.
    private static let resetUID: UInt8 = 1

    private struct Logger {
        let source: [UInt8]

        var offset: Int { Int(source[3] & 0x1F) }
        var count: Int { Int(source[3] >> 5) + 1 }
    }

    /// Whether it records.
    private(set) var isRunning = false
    private var loggers: [UInt8: Logger] = [:]
    private var entries: [[UInt8]] = []
    /// Of 07, 08 and 0D.
    private var heard: Set<UInt8> = []

    /// How many entries there are, as register 05 answers.
    var length: [UInt8] { UInt32(entries.count).littleEndianBytes }

    /// The tick and the number of resets, as register 04 answers.
    func time(at uptime: Duration) -> [UInt8] { Self.tick(uptime) + [Self.resetUID] }

    /// A logger as register 02 answers: its source, or FF four times.
    func slot(_ id: UInt8?) -> [UInt8] {
        id.flatMap { loggers[$0]?.source } ?? [0xFF, 0xFF, 0xFF, 0xFF]
    }

    mutating func stop() { isRunning = false }

    /// Records one entry of each logger.
    ///
    /// - Parameter sample: what a module's register has now; nil for nothing.
    mutating func record(at time: Duration, _ sample: (UInt8, UInt8) -> [UInt8]?) {
        guard isRunning else { return }
        for (id, logger) in loggers.sorted(by: { $0.key < $1.key }) {
            guard entries.count < Self.mostEntries,
                let bytes = sample(logger.source[0], logger.source[1] & 0x3F),
                logger.offset < bytes.count
            else { continue }
            let part = bytes[logger.offset..<min(bytes.count, logger.offset + logger.count)]
            let padding = [UInt8](repeating: 0, count: 4 - part.count)
            entries.append([id | Self.resetUID << 5] + Self.tick(time) + part + padding)
        }
    }

    /// What it answers to a write.
    mutating func receive(_ register: UInt8, _ payload: [UInt8]) -> [[UInt8]] {
        switch register {
        case 0x01: isRunning = payload.first == 1
        case 0x02 where payload.count >= 4:
            guard let id = (0..<UInt8(Self.mostLoggers)).first(where: { loggers[$0] == nil })
            else { return [] }
            // A logger records four bytes at most.
            guard payload[3] >> 5 < 4 else { return [] }
            loggers[id] = Logger(source: Array(payload[..<4]))
            return [[0x0B, 0x02, id]]
        case 0x03: if let id = payload.first { loggers[id] = nil }
        case 0x06: return readOut()
        case 0x07, 0x08, 0x0D:
            if payload.first == 1 { heard.insert(register) } else { heard.remove(register) }
        // As with a board, only while nothing is recorded.
        case 0x09 where !isRunning:
            entries = []
            return heard.contains(0x0D) ? [[0x0B, 0x0D]] : []
        case 0x0A: if !isRunning { loggers = [:] }
        default: break
        }
        return []
    }

    /// All entries in pairs, progress between them, the end of the page, the last progress.
    private mutating func readOut() -> [[UInt8]] {
        var packets: [[UInt8]] = []
        var rest = entries[...]
        entries = []
        var pairs = 0
        while !rest.isEmpty {
            packets.append([0x0B, 0x07] + rest.prefix(2).joined())
            rest = rest.dropFirst(2)
            pairs += 1
            if pairs.isMultiple(of: Self.progressEvery), !rest.isEmpty {
                packets.append([0x0B, 0x08] + UInt32(rest.count).littleEndianBytes)
            }
        }
        packets.append([0x0B, 0x0D])
        packets.append([0x0B, 0x08] + UInt32(0).littleEndianBytes)
        return packets.filter { heard.contains($0[1]) }
    }

    private static func tick(_ time: Duration) -> [UInt8] {
        UInt32(truncatingIfNeeded: LogTick.ticks(in: time)).littleEndianBytes
    }
}
