import Bluetooth
import Foundation
import Motion
import Peripheral
import Simulation
import Testing

@testable import TrikiCap

@Suite struct CapFuzzTests {
    /// A round is sixty acts; `FUZZ_ROUNDS` counts acts.
    static let rounds: UInt64 =
        (ProcessInfo.processInfo.environment["FUZZ_ROUNDS"].flatMap { UInt64($0) } ?? 12_000) / 60
        + 1

    // holds TRI-30
    @Test func `no write stops the cap (fuzz)`() {
        for seed in 1...Self.rounds {
            var random = RandomStream(seed: seed, purpose: "triki fuzz")
            var switches = TrikiSwitches()
            switches.layout = FrameLayout.allCases[Int(random.below(6))]
            switches.chunking =
                [.cycle, .frames(Int(random.below(9))), .blocks][
                    Int(random.below(3))]
            switches.status = random.below(2) == 0 ? .button : .rolling
            switches.dropOuts = DropOuts(
                hasBursts: random.below(2) == 0, silence: .milliseconds(Int64(random.below(900))),
                every: .milliseconds(Int64(random.below(900))))
            let bench = CapBench(switches, isIdeal: false, seed: seed)
            for _ in 0..<60 {
                Self.act(on: bench, &random)
                _ = bench.run(Int64(random.below(120)))
            }
            // It still does what it is told.
            bench.link.room = nil
            bench.cap.powerOn()
            _ = bench.run(1000)
            if bench.cap.isConnected { bench.disconnect() }
            bench.cap.setButton(pressed: false)
            bench.cap.setButton(pressed: true)
            #expect(bench.cap.advertisement != nil, "seed \(seed)")
            bench.connect()
            bench.write("0C")
            #expect(bench.link.heard.last?.bytes == [0x8C, 1, 0, 0, 0], "seed \(seed)")
        }
    }

    private static func act(on bench: CapBench, _ random: inout RandomStream) {
        switch random.below(12) {
        case 0: bench.write(CapBench.start([26, 52, 104, 208, 416][Int(random.below(5))]))
        case 1: bench.write(CapBench.stop)
        case 2: bench.cap.setButton(pressed: random.below(2) == 0)
        case 3: if bench.cap.isConnected { bench.disconnect() } else { bench.connect() }
        case 4: bench.subscribe(Subscription(rawValue: UInt16(random.below(4))))
        case 5: bench.link.room = random.below(2) == 0 ? nil : Int(random.below(5))
        case 6:
            if random.below(3) == 0 { bench.cap.powerOff() } else { bench.cap.powerOn() }
        case 7: bench.cap.mtuChanged(bench.connection, mtu: Int(random.below(300)))
        case 8: bench.cap.readyToNotify(bench.connection)
        default:
            let value = ValueID(UInt16(1 + 2 * random.below(2)))
            let bytes = (0..<random.below(random.below(4) == 0 ? 244 : 10)).map { _ in
                random.below(2) == 0 ? 0x20 : UInt8(truncatingIfNeeded: random.next())
            }
            try? bench.cap.write(bytes.span, to: value, .command, by: bench.connection)
        }
    }
}
