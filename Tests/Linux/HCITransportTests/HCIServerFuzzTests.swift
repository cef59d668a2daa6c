import Bluetooth
import Checkout
import EventLoop
import Foundation
import Simulation
import Testing

@testable import HCITransport

/// Byte streams in portions of any size, right and wrong ones, from several hosts at once.
///
/// `FUZZ_ROUNDS` counts packets, as everywhere; a round here is two connections and 40 packets.
@Suite struct HCIServerFuzzTests {
    static let rounds =
        Int(ProcessInfo.processInfo.environment["FUZZ_ROUNDS"] ?? "").map { max($0 / 40, 10) }
        ?? 150

    private static func packet(_ random: inout RandomStream) -> [UInt8] {
        let length = random.next() % 8 == 0 ? 600 : 40
        let count = Int(random.next() % UInt64(length))
        let data = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        let (a, b) = (data.first ?? 0, data.last ?? 0)
        switch random.next() % 4 {
        case 0:
            let short = data.prefix(255)
            return [0x01, a, b, UInt8(short.count)] + short
        case 1: return [0x02, a, b, UInt8(count & 0xFF), UInt8(count >> 8)] + data
        case 2:
            let short = data.prefix(255)
            return [0x03, a, b, UInt8(short.count)] + short
        default: return [0x05, a, b, UInt8(count & 0xFF), UInt8(count >> 8) | b & 0xC0] + data
        }
    }

    @Test(.slow) func `fuzz: streams in random portions come out as the packets that went in`()
        throws
    {
        let bench = try ServerBench()
        let addresses = [try bench.open(.tcp), try bench.open(.unix)]
        var random = RandomStream(seed: 1, purpose: "portions")
        for round in 0..<Self.rounds {
            let (host, port) = try bench.attach(addresses[round % 2])
            let (echo, echoPort) = try bench.attach(addresses[(round + 1) % 2])
            bench.answer = { number, packet in number == echoPort.host ? packet : [] }
            let packets = (0..<20).map { _ in Self.packet(&random) }
            let isWrong = round % 3 == 0
            let stream = packets.flatMap { $0 } + (isWrong ? [0x06 + UInt8(round % 200)] : [])
            var got: [UInt8] = []
            var rests = [stream[...], packets.flatMap { $0 }[...]]
            while !rests[0].isEmpty || !rests[1].isEmpty {
                for (index, sender) in [host, echo].enumerated() {
                    let count = Int(random.next() % 400)
                    let sent = sender.send(rests[index].prefix(count))
                    rests[index] = rests[index].dropFirst(max(sent, 0))
                }
                bench.loop.turn(mayBlock: false)
                bench.server.flush()
                got += echo.take(atMost: Int(random.next() % 700) + 1)
            }
            try bench.turn { port.received.count == packets.count && (!isWrong || port.isDetached) }
            #expect(port.received == packets, "round \(round)")
            #expect(port.isDetached == isWrong, "round \(round)")
            try bench.turn {
                got += echo.take()
                return got.count >= packets.reduce(0) { $0 + $1.count }
            }
            #expect(got == packets.flatMap { $0 }, "round \(round)")
            #expect(!echoPort.isDetached)
            host.close()
            echo.close()
            try bench.turn { bench.server.hostCount == 0 }
        }
    }

    @Test func `fuzz: noise harms no other connection`() throws {
        let bench = try ServerBench()
        let address = try bench.open(.unix)
        bench.answer = { host, _ in host == 1 ? Packets.resetComplete : [0x04, 0xFF, 0x00] }
        let (witness, _) = try bench.attach(address)
        var random = RandomStream(seed: 2, purpose: "noise")
        for _ in 0..<Self.rounds {
            let (host, port) = try bench.attach(address)
            for _ in 0..<8 where !port.isDetached {
                let count = Int(random.next() % 300)
                var noise = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
                // Else nearly every one ends at its first byte.
                if count > 4 { noise[0] = UInt8(1 + random.next() % 5) }
                host.send(noise)
                bench.loop.turn(mayBlock: false)
                bench.server.flush()
            }
            if random.next() % 2 == 0 { host.reset() } else { host.close() }
            try bench.turn { port.isDetached }
            // Nothing but whole packets of the right kinds has reached the controller.
            for packet in port.received {
                let type = try #require(H4PacketType(rawValue: packet[0]))
                #expect(type != .event && type.packetLength(packet.span) == packet.count)
            }
            witness.send(Packets.reset)
            #expect(try bench.receive(7, at: witness) == Packets.resetComplete)
        }
        #expect(bench.server.hostCount == 1)
    }
}
