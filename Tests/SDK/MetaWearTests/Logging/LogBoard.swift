import Foundation
import Synchronization

@testable import MetaWear

/// A board's log as a host sees it: numbers its loggers, and reads out pages that it sends again until they are
/// confirmed. No firmware: what `MetaWearSimulator` has is too helpful for tests of odd boards.
final class LogBoard: Sendable {
    struct State {
        var loggers: UInt8 = 0
        var entries: [RawLogEntry] = []
        var page = 4
        var pagesBeforeSilence = Int.max
        var isProgressEarly = false
        var isAnsweringLoggers = true
    }

    let state: Mutex<State>

    init(_ entries: [RawLogEntry] = []) { state = Mutex(State(entries: entries)) }

    /// Entries of two loggers: three 16-bit numbers a sample.
    static func entries(of samples: Range<Int>, uid: UInt8 = 2) -> [RawLogEntry] {
        samples.flatMap { i in
            [
                RawLogEntry(id: 0, resetUID: uid, tick: UInt32(100 + i), rawData: UInt32(i)),
                RawLogEntry(id: 1, resetUID: uid, tick: UInt32(100 + i), rawData: UInt32(i)),
            ]
        }
    }

    func answer(_ packet: Data) -> [Data] {
        state.withLock { state in
            guard packet.count >= 2, packet[0] == 0x0B else { return [] }
            switch packet[1] {
            case 0x02:
                guard state.isAnsweringLoggers else { return [] }
                defer { state.loggers += 1 }
                return [Data([0x0B, 0x02, state.loggers])]
            case 0x85: return [Data([0x0B, 0x85] + Self.bytes(UInt32(state.entries.count)))]
            case 0x06: return nextPage(&state)
            case 0x0E:
                state.entries.removeFirst(min(state.page, state.entries.count))
                return nextPage(&state)
            default: return []
            }
        }
    }

    private func nextPage(_ state: inout State) -> [Data] {
        guard state.pagesBeforeSilence > 0 else { return [] }
        state.pagesBeforeSilence -= 1
        guard !state.entries.isEmpty else { return [Data([0x0B, 0x08, 0, 0, 0, 0])] }
        let page = state.entries.prefix(state.page)
        var packets = stride(from: 0, to: page.count, by: 2).map { i in
            Data([0x0B, 0x07] + page.dropFirst(i).prefix(2).flatMap(Self.bytes))
        }
        let left = UInt32(state.entries.count - page.count)
        if left == 0, state.isProgressEarly {
            packets.insert(Data([0x0B, 0x08, 0, 0, 0, 0]), at: 0)
        } else {
            packets.append(Data([0x0B, 0x08] + Self.bytes(left)))
        }
        if left > 0 { packets.append(Data([0x0B, 0x0D])) }
        return packets
    }

    static func bytes(_ entry: RawLogEntry) -> [UInt8] {
        [entry.id | entry.resetUID << 5] + bytes(entry.tick) + bytes(entry.rawData)
    }

    static func bytes(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
