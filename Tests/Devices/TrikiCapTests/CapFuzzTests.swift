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
            let rig = Rig(switches, isIdeal: false, seed: seed)
            for _ in 0..<60 {
                Self.act(on: rig, &random)
                _ = rig.run(Int64(random.below(120)))
            }
            // It still does what it is told.
            rig.link.room = nil
            rig.cap.powerOn()
            _ = rig.run(1000)
            if rig.cap.isConnected { rig.disconnect() }
            rig.cap.setButton(pressed: false)
            rig.cap.setButton(pressed: true)
            #expect(rig.cap.advertisement != nil, "seed \(seed)")
            rig.connect()
            rig.write("0C")
            #expect(rig.link.heard.last?.bytes == [0x8C, 1, 0, 0, 0], "seed \(seed)")
        }
    }

    private static func act(on rig: Rig, _ random: inout RandomStream) {
        switch random.below(12) {
        case 0: rig.write(Rig.start([26, 52, 104, 208, 416][Int(random.below(5))]))
        case 1: rig.write(Rig.stop)
        case 2: rig.cap.setButton(pressed: random.below(2) == 0)
        case 3: if rig.cap.isConnected { rig.disconnect() } else { rig.connect() }
        case 4: rig.subscribe(Subscription(rawValue: UInt16(random.below(4))))
        case 5: rig.link.room = random.below(2) == 0 ? nil : Int(random.below(5))
        case 6:
            if random.below(3) == 0 { rig.cap.powerOff() } else { rig.cap.powerOn() }
        case 7: rig.cap.mtuChanged(rig.connection, mtu: Int(random.below(300)))
        case 8: rig.cap.readyToNotify(rig.connection)
        default:
            let value = ValueID(UInt16(1 + 2 * random.below(2)))
            let bytes = (0..<random.below(random.below(4) == 0 ? 244 : 10)).map { _ in
                random.below(2) == 0 ? 0x20 : UInt8(truncatingIfNeeded: random.next())
            }
            try? rig.cap.write(bytes.span, to: value, .command, by: rig.connection)
        }
    }
}
