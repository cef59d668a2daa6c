import Bluetooth
import Central
import Foundation
import Peripheral
import Simulation
import Testing

@testable import HCICentral

/// Controllers that answer as they should, until chance has them say something else.
///
/// `FUZZ_ROUNDS` counts packets, as everywhere; a round here is a link and some 50 of them.
@Suite struct HCICentralFuzzTests {
    static let rounds =
        Int(ProcessInfo.processInfo.environment["FUZZ_ROUNDS"] ?? "").map { max($0 / 50, 10) }
        ?? 150

    /// What a board answers: whole, cut, longer, or other bytes altogether.
    private static func spoilt(_ bytes: [UInt8], _ random: inout RandomStream) -> [UInt8] {
        var bytes = bytes
        switch random.next() % 160 {
        case 0: bytes = Array(bytes.prefix(Int(random.next() % 12)))
        case 1:
            bytes += (0..<Int(random.next() % 40)).map { _ in
                UInt8(truncatingIfNeeded: random.next())
            }
        case 2, 3:
            guard !bytes.isEmpty else { break }
            bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(
                truncatingIfNeeded: random.next())
        case 4:
            let data = (0..<Int(random.next() % 60)).map { _ in
                UInt8(truncatingIfNeeded: random.next())
            }
            bytes = ScriptedController.attribute(data) + bytes
        case 5:
            let data = (0..<Int(random.next() % 60)).map { _ in
                UInt8(truncatingIfNeeded: random.next())
            }
            bytes += [4, UInt8(truncatingIfNeeded: random.next()), UInt8(data.count)] + data
        case 6:
            let data = (0..<Int(random.next() % 30)).map { _ in
                UInt8(truncatingIfNeeded: random.next())
            }
            bytes += [4, 0x3E, UInt8(data.count + 1), UInt8(random.next() % 22)] + data
        default: break
        }
        return bytes
    }

    /// A small board: one service with one value that notifies (handles 1 to 4).
    private static func attribute(_ request: [UInt8]) -> [UInt8] {
        let from = request.count > 2 ? UInt16(request[1]) | UInt16(request[2]) << 8 : 0
        switch request.first {
        case 0x02: return [0x03, 0x40, 0]
        case 0x10 where from == 1: return [0x11, 6, 1, 0, 4, 0, 0x0F, 0x18]
        case 0x08 where from == 1: return [0x09, 7, 2, 0, 0x1A, 3, 0, 0x19, 0x2A]
        case 0x04 where from <= 4: return [0x05, 1, 4, 0, 0x02, 0x29]
        case 0x0A: return [0x0B, 77]
        case 0x12: return [0x13]
        case 0x52: return [0x1B, 3, 0, 1, 2, 3]
        case let opcode?: return [0x01, opcode, request.count > 1 ? request[1] : 0, 0, 0x0A]
        case nil: return []
        }
    }

    @Test func `fuzz: whatever comes, there is a value or an error, and soon`() throws {
        var random = RandomStream(seed: 1, purpose: "host")
        var values = 0
        for _ in 0..<Self.rounds {
            let controller = try ScriptedController()
            controller.answer = { packet in
                var answer = ScriptedController.usual(packet)
                // A whole L2CAP frame: handle, lengths and channel stand before it.
                if packet[0] == 2, packet.count > 9 {
                    answer += ScriptedController.attribute(Self.attribute(Array(packet[9...])))
                }
                return Self.spoilt(answer, &random)
            }
            do throws(AccessError) {
                let board = try controller.board()
                _ = try board.scan(active: true, for: .seconds(1))
                try board.connect(within: .seconds(5))
                _ = try board.exchangeMTU(64)
                _ = try board.discover()
                try board.subscribe(to: "2A19", .notifications)
                for _ in 0..<8 {
                    _ = try board.read("2A19")
                    try board.write([1, 2, 3], to: "2A19", .command)
                    while try board.next(before: board.now) != nil { values += 1 }
                }
                try board.disconnect()
            } catch {
                #expect(!error.description.isEmpty)
            }
        }
        #expect(values > Self.rounds / 2, "chance spoils so much that nothing is tested")
    }
}
