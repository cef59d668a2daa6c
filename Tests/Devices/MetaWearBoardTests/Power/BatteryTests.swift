import Peripheral
import Simulation
import Testing

@testable import MetaWearBoard

@Suite struct BatteryTests {
    private func profile(capacity: Double) -> BoardProfile {
        var profile = BoardProfile.metaMotionS
        // Without the sensors, which draw a little in their sleep.
        profile.modules.removeAll { ![0x01, 0x02, 0x08, 0x0B, 0x11, 0xFE].contains($0.id) }
        profile.battery = BatteryDesign(capacity: capacity)
        return profile
    }

    // holds POW-01
    @Test(arguments: [
        (0.0, 3.0), (5, 3.45), (50, 3.82), (80, 4.02), (100, 4.18), (-5, 3.0), (120, 4.18),
    ])
    func `the voltage follows from the level, less what the load takes`(
        level: Double, volts: Double
    ) {
        let design = BatteryDesign(capacity: 100)
        #expect(abs(design.openCircuit(level) - volts) < 1e-9)
        // 75 mA over 0.5 ohms.
        #expect(abs(design.terminal(level, current: 75_000) - (volts - 0.0375)) < 1e-9)
        #expect(design.terminal(100, current: -100_000) == 4.2)
    }

    // holds POW-02
    @Test func `a charger gives a constant current, then a constant voltage`() {
        let design = BatteryDesign(capacity: 100)
        #expect(design.chargeCurrent(0) == 100_000)
        #expect(design.chargeCurrent(70) == 100_000)
        let tail = stride(from: 80.0, through: 100, by: 1).map { design.chargeCurrent($0) }
        #expect(zip(tail, tail.dropFirst()).allSatisfy { $0 > $1 })
        #expect(abs(tail[20] - 10_000) < 1)
        #expect(abs(BatteryDesign(capacity: 20).chargeCurrent(100) - 2_000) < 1)
    }

    // holds POW-03
    @Test func `a full charge takes about an hour and a half, the last fifth half of it`() {
        let bench = Bench(profile(capacity: 100), isConnected: false)
        bench.board.setBattery(level: 1)
        bench.board.setCharger(connected: true)
        var minutes = 0
        var at80 = 0
        while bench.board.hardware.batteryLevel < 100, minutes < 300 {
            bench.run(.seconds(60 as Int64))
            minutes += 1
            if bench.board.hardware.batteryLevel < 80 { at80 = minutes }
        }
        #expect((44...50).contains(at80))
        #expect((70...110).contains(minutes))
        #expect(!bench.board.hardware.isCharging)
        #expect(bench.board.hardware.batteryLevel == 100)
        bench.board.setBattery(level: .nan)
        #expect(bench.board.hardware.batteryLevel == 0)
    }

    // holds POW-04
    @Test func `what runs is taken from the charge`() {
        // Advertising every 417.5 ms: 20 + 28.7 µA.
        let idle = Bench(profile(capacity: 1), isConnected: false)
        #expect(abs(idle.board.consumption - 48.7) < 0.1)
        idle.run(.seconds(3600 as Int64))
        idle.board.supply?.settle()
        #expect(abs(idle.board.hardware.batteryLevel - (100 - 4.87)) < 0.02)
        // Connected with an event every 7.5 ms: 20 + 800 µA.
        let busy = Bench(profile(capacity: 1))
        #expect(abs(busy.board.consumption - 820) < 0.1)
        // Fewer events, less current.
        busy.board.parametersChanged(
            busy.connection,
            ConnectionParameters(
                interval: .milliseconds(100), latency: 4, supervisionTimeout: .seconds(6 as Int64)))
        #expect(abs(busy.board.consumption - 32) < 0.1)
    }

    // holds POW-05
    @Test func `a motor's pulse costs what it lasts`() {
        let bench = Bench(profile(capacity: 1), isConnected: false)
        let before = bench.board.hardware.batteryLevel
        // 75 mA for 500 ms are 37.5 mC, of 3.6 C 1.04 %.
        bench.board.perform([0x08, 0x01, 0xFF, 0xF4, 0x01, 0x00])
        #expect(bench.board.consumption > 75_000)
        #expect(bench.board.batteryMillivolts < 4150)
        bench.run(.seconds(10 as Int64))
        bench.board.supply?.settle()
        #expect(abs(before - bench.board.hardware.batteryLevel - 1.042) < 0.03)
        #expect(bench.board.batteryMillivolts > 4150)
    }

    // holds POW-05
    @Test func `a light costs its mean brightness`() throws {
        let bench = Bench(isConnected: false)
        let dark = bench.board.consumption
        // Green, half of the time at 31.
        for packet: [UInt8] in [
            [0x02, 0x03, 0, 2, 31, 0, 0, 0, 0xF4, 1, 0, 0, 0xE8, 3, 0, 0, 0xFF], [0x02, 0x01, 1],
        ] { bench.board.perform(packet) }
        #expect(abs(bench.board.consumption - dark - 5000) < 1)
        bench.board.perform([0x02, 0x02, 1])
        #expect(bench.board.consumption == dark)
    }

    // holds POW-06
    @Test func `each percent is told to who subscribed it`() {
        let bench = Bench(profile(capacity: 0.1))
        bench.write("11 0c 01")
        bench.run(.seconds(30 as Int64))
        let levels = bench.link.heard.map { $0[2] }
        #expect(levels.first == 99)
        #expect(levels.count > 3)
        #expect(zip(levels, levels.dropFirst()).allSatisfy { $1 == $0 - 1 })
        bench.link.heard = []
        let level = bench.board.hardware.batteryLevel
        bench.write("11 8c")
        #expect(bench.link.heard.first?[2] == UInt8(level.rounded()))
    }

    // holds POW-07
    @Test func `an empty battery ends everything, and the charger brings it back`() {
        let bench = Bench(profile(capacity: 0.1))
        bench.board.setBattery(level: 1)
        bench.write("0b 02 01 01 ff 60")
        bench.write("0b 01 01")
        for n in 0..<600 {
            bench.board.perform([0xFE, 0x03, 0x01, 0x01, 0x00, UInt8(truncatingIfNeeded: n)])
        }
        let kept = bench.log.length
        bench.run(.seconds(60 as Int64))
        #expect(bench.lines.contains { $0.contains("battery empty") })
        #expect(!bench.board.isPowered && !bench.board.isConnected)
        #expect(bench.link.vanished == 1)
        #expect(bench.board.consumption == 0)
        bench.board.setButton(pressed: true)
        bench.board.setButton(pressed: false)
        bench.board.resetByPin()
        bench.board.powerOff()
        bench.board.powerOn()
        bench.run(.seconds(600 as Int64))
        #expect(bench.board.advertisement == nil && !bench.board.isPowered)
        let uid = bench.log.resetUID
        bench.board.setCharger(connected: true)
        bench.run(.seconds(2 as Int64))
        #expect(bench.board.advertisement != nil)
        #expect(bench.log.resetUID == (uid + 1) & 7)
        #expect(bench.log.length == kept && kept > 500)
        bench.connect()
        bench.link.heard = []
        #expect(bench.ask("fe 8b") == ["fe 8b 00 00 00 00"])
    }

    // holds POW-07
    @Test func `without having been charged it is empty again; another battery starts it too`() {
        let bench = Bench(profile(capacity: 100), isConnected: false)
        bench.board.setBattery(level: 0)
        bench.run(.seconds(61 as Int64))
        #expect(!bench.board.isPowered)
        bench.board.setCharger(connected: true)
        bench.board.setCharger(connected: false)
        #expect(bench.board.isPowered)
        bench.run(.seconds(61 as Int64))
        #expect(!bench.board.isPowered)
        bench.board.setBattery(level: 50)
        bench.run(.seconds(2 as Int64))
        #expect(bench.board.advertisement != nil)
    }

    // holds POW-08
    @Test func `with the charger the board takes nothing from the battery`() {
        let bench = Bench(profile(capacity: 0.01))
        bench.board.setCharger(connected: true)
        bench.run(.seconds(3600 as Int64))
        bench.board.supply?.settle()
        #expect(bench.board.hardware.batteryLevel == 100)
        #expect(bench.board.isPowered)
    }

    // holds POW-09
    @Test func `a supply that is cut takes nothing either, nor does power-down much`() {
        let bench = Bench(profile(capacity: 0.1), isConnected: false)
        bench.board.powerOff()
        bench.run(.seconds(3600 as Int64))
        bench.board.supply?.settle()
        let level = bench.board.hardware.batteryLevel
        #expect(level > 99.99)
        bench.board.powerOn()
        bench.board.perform([0xFE, 0x07])
        bench.board.perform([0xFE, 0x01])
        #expect(bench.board.consumption == 1)
    }
}
