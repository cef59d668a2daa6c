import Bluetooth
import Checkout
import Device
import Foundation
import Peripheral
import Simulation
import Testing
import Wire

@testable import MetaWearBoard

/// Whatever happens to links and boards, each notification that was made is sent, dropped,
/// discarded or still waiting, and counters, trace, link and witness agree on which.
@Suite struct NotificationFateTests {
    static let rounds =
        max((Int(ProcessInfo.processInfo.environment["FUZZ_ROUNDS"] ?? "") ?? 0) / 400, 60)

    /// Counts by what it is told.
    final class Tally: DeviceWitness {
        var counts = NotificationCounts()
        /// Of the acceleration.
        var samplesSent = 0
        /// Those that waited and were settled: by then they have been counted as made.
        var settled = 0

        func saw(_ event: DeviceEvent, of device: any SimulatedDevice, at time: Instant) {
            switch event {
            case .notified(_, let bytes, let fate):
                counts.made += 1
                take(bytes, fate)
            case .settled(_, let bytes, let fate):
                settled += 1
                #expect(fate != .waiting && fate != .dropped)
                take(bytes, fate)
            default: break
            }
        }

        private func take(_ bytes: [UInt8], _ fate: NotificationFate) {
            counts.count(fate)
            if fate == .sent, bytes.starts(with: [0x03, 0x04]) { samplesSent += 1 }
        }
    }

    /// One thing that clients, radio and world do; returns its words.
    private static func act(
        _ bench: Bench, _ random: inout RandomStream, usb: CountingCable
    ) -> String {
        let board = bench.board
        switch random.below(20) {
        case 0: bench.disconnect()
        case 1 where !board.hasHost: bench.connect()
        case 2: bench.link.room = 0
        case 3, 4, 5:
            bench.link.room = random.below(3) == 0 ? nil : Int(random.below(30))
            board.readyToNotify(bench.connection)
        case 6: bench.link.outcome = .discarded(.notSubscribed)
        case 7: bench.link.outcome = nil
        case 8: board.resetByPin()
        case 9:
            bench.link.ending = [.atOnce, .nextConnectionEvent, .never][Int(random.below(3))]
            bench.write("fe 01")
        case 10: board.subscriptionChanged(ValueID(2), by: bench.connection, to: [])
        case 11: board.subscriptionChanged(ValueID(2), by: bench.connection, to: .notifications)
        case 12: board.brownOut()
        case 13:
            board.powerOff()
            board.powerOn()
        case 14 where random.below(4) == 0: bench.write("fe 02")
        case 15 where board.isInBootloader:
            board.subscriptionChanged(MetaBoot.control, by: bench.connection, to: .notifications)
            for _ in 0..<40 {
                try? board.write([7].span, to: MetaBoot.control, .request, by: bench.connection)
            }
        case 16:
            usb.isFull = random.below(2) == 0
            board.receiveUSB([0x1F, 2, 0x01, 0x80, 0x0A])
            if !usb.isFull { board.usbReadyToSend() }
        case 17: board.usbClosed()
        case 18: bench.write("0b 06 ff ff 00 00 05 00 00 00")
        case 19: board.setBattery(level: Double(random.below(100)))
        default:
            for packet in [
                "03 03 a8 02", "03 04 01", "03 02 01 00", "03 01 01", "01 01 01", "11 8c",
                "0b 02 03 04 ff 60", "0b 07 01", "0b 01 01",
            ] { bench.write(packet) }
        }
        if random.below(3) == 0 { board.setButton(pressed: random.below(2) == 0) }
        let span = Int64(random.below(400))
        bench.run(milliseconds: span)
        return "\(span) ms"
    }

    /// A USB host that reads or does not.
    final class CountingCable: USBPort {
        var isFull = false
        var taken = 0
        func send(_ bytes: [UInt8]) -> Bool {
            if isFull { return false }
            taken += 1
            return true
        }
    }

    // holds OUT-01 OUT-03 OUT-04 OUT-07
    @Test(.slow) func `made is sent, dropped, discarded and waiting together (fuzz)`() {
        var all = NotificationCounts()
        for round in 0..<Self.rounds {
            var random = RandomStream(seed: UInt64(round), purpose: "notification fates")
            let bench = Bench(quirks: round % 3 == 0 ? [.silentReset] : [])
            let (board, tally, usb) = (bench.board, Tally(), CountingCable())
            board.witness = tally
            _ = board.attachUSB(usb)
            for step in 0..<40 {
                _ = Self.act(bench, &random, usb: usb)
                let counts = board.notifications
                let waiting = board.outbox.count + (board.metaBoot?.waiting.count ?? 0)
                let place = "seed \(round), step \(step): \(counts)"
                #expect(counts.waiting == waiting, "\(place)")
                #expect(counts.sent == bench.link.taken + usb.taken, "\(place)")
                // Of the battery service the witness is not told.
                let battery = counts.made - tally.counts.made
                #expect(battery >= bench.link.batteryLevels.count, "\(place)")
                #expect(tally.counts.waiting == waiting, "\(place)")
                #expect(
                    tally.counts.sent == counts.sent - bench.link.batteryLevels.count, "\(place)")
                let stream = bench.outlet(0x03, 0x04)
                #expect(stream?.sent ?? 0 == tally.samplesSent, "\(place)")
                #expect((stream?.waiting ?? 0) <= waiting, "\(place)")
                #expect((stream?.waiting ?? 0) >= 0, "\(place)")
                #expect((stream?.discarded ?? 0) >= 0, "\(place)")
            }
            let lines = bench.lines.count { $0.hasPrefix("board  < ") }
            #expect(lines == tally.counts.sent, "seed \(round)")
            all.made += board.notifications.made
            all.sent += board.notifications.sent
            all.dropped += board.notifications.dropped
            all.discarded += board.notifications.discarded
        }
        // Every way was gone.
        #expect(all.sent > 1_000 && all.dropped > 100 && all.discarded > 1_000)
    }

    /// The reasons, one by one: what waits and why it never goes.
    // holds OUT-04
    @Test(arguments: [
        ("the link has ended", 0), ("the board is reset", 1), ("the host has unsubscribed", 2),
        ("the board is reset", 3), ("there is no subscription", 4),
    ])
    func `what waits is discarded with its reason`(_ words: String, _ way: Int) {
        let bench = Bench()
        bench.link.room = 0
        bench.write("01 80")
        bench.write("02 80")
        #expect(bench.board.notifications.waiting == 2)
        switch way {
        case 0: bench.disconnect()
        case 1: bench.write("fe 01")
        case 2: bench.board.subscriptionChanged(ValueID(2), by: bench.connection, to: [])
        case 3: bench.board.brownOut()
        default:
            bench.link.outcome = .discarded(.notSubscribed)
            bench.board.readyToNotify(bench.connection)
        }
        #expect(bench.board.notifications.waiting == 0)
        #expect(bench.board.notifications.discarded == 2)
        #expect(bench.board.notifications.sent == 0)
        #expect(bench.lines.count { $0.contains("discarded, \(words): ") } == 2)
        #expect(!bench.lines.contains { $0.hasPrefix("board  < ") })
    }

    // holds OUT-01
    @Test func `an answer that waited is sent once, and told when it is`() {
        let bench = Bench()
        let tally = Tally()
        bench.board.witness = tally
        bench.link.room = 0
        bench.write("01 80")
        #expect(tally.counts.sent == 0 && tally.counts.waiting == 1)
        bench.link.room = nil
        bench.board.readyToNotify(bench.connection)
        #expect(tally.counts.sent == 1 && tally.settled == 1)
        #expect(bench.take() == ["01 80 00 00"])
    }
}
