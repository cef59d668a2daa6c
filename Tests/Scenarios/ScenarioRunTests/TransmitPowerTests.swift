import Bluetooth
import Central
import Motion
import Peripheral
import Simulation
import Testing
import Wire

@testable import MetaWearBoard
@testable import VirtualRadio

/// Settings register 03 on a live link: what the other side's radio measures (core 8).
@Suite struct TransmitPowerTests {
    final class Lines { var text: [String] = [] }

    let lines = Lines()
    let simulation: Simulation
    let air: Air
    let board: MetaWearBoard

    init() {
        let lines = lines
        simulation = Simulation(seed: 7, trace: Trace { lines.text.append($0) })
        // As a scenario's world: −55 dBm at one metre with 0 dBm.
        air = Air(simulation, radio: Radio(pathLossAtOneMetre: 55))
        board = MetaWearBoard(
            .metaMotionS, name: "wrist", address: Address(0xE8C9_8F52_7B07), body: Lying(),
            environment: SimpleEnvironment(), in: simulation)
        air.add(board)
    }

    /// Flat on a table.
    final class Lying: Body {
        func kinematics(at time: Instant) -> Kinematics {
            Kinematics(
                position: .zero, velocity: .zero, acceleration: .zero, orientation: .identity,
                angularRate: .zero, specificForce: Vector3(0, 0, standardGravity))
        }
        func bandwidth(at time: Instant) -> Double { 0 }
    }

    /// A value, the level that the radio has for it, what a central measures.
    static let levels: [(written: String, level: Int, rssi: Int)] = [
        ("04", 4, -51), ("00", 0, -55), ("fc", -4, -59), ("ec", -20, -75), ("d8", -40, -95),
        // 3 and −5 dBm are none of the radio's levels.
        ("03", 4, -51), ("fb", -4, -59),
    ]

    // holds SET-05 SET-26
    // registers Settings 03
    @Test(arguments: levels)
    func `the signal of a live link follows the power at once`(
        _ row: (written: String, level: Int, rssi: Int)
    ) throws {
        let central = Central(on: air)
        let link = try central.connectAndWait(to: board.address)
        _ = try link.discoverAndWait()
        #expect(link.rssi == -55)
        let command = try link.characteristic("326A9001-85CB-9195-D9DD-464CFBBAE75A")
        link.write(Hex.bytes("11 03 \(row.written)") ?? [], to: command, .command) { _ in }
        // Not before the packet is there.
        #expect(link.rssi == -55)
        simulation.run(for: .milliseconds(100))
        #expect(link.rssi == row.rssi)
        #expect(air.rssi(of: board.address) == row.rssi)
        let told = lines.text.filter {
            $0.hasSuffix("wrist  link  transmits with \(row.level) dBm")
        }
        #expect(told.count == (row.level == 0 ? 0 : 1))
    }

    // holds SET-26
    // registers Settings 03
    @Test func `HCI's Read RSSI follows, over a reset too`() {
        let host = Controller(
            on: air, name: "hci0", publicAddress: Address(0x00_1B_DC_00_00_0A), cryptography: nil)
        func send(_ text: String) -> [UInt8] {
            let packet = Hex.bytes(text) ?? []
            var bytes: [UInt8] = []
            // What has come meanwhile.
            host.takeOutput(into: &bytes)
            bytes = []
            host.receive(packet.span)
            host.takeOutput(into: &bytes)
            return bytes
        }
        func connect() {
            let answer = send(
                "01 0d 20 19 10 00 10 00 00 01 07 7b 52 8f c9 e8 00 18 00 18 00 00 00 f4 01 00 00 00 00"
            )
            #expect(answer.prefix(4) == [4, 0x0F, 4, 0])
            simulation.run(for: .seconds(5))
            #expect(board.isConnected)
        }
        /// nil if the command is refused.
        func rssi() -> Int8? {
            let answer = send("01 05 14 02 40 00")
            guard answer.count == 10, answer[6] == 0 else { return nil }
            return Int8(bitPattern: answer[9])
        }
        _ = send("01 03 0c 00")
        connect()
        #expect(rssi() == -55)
        // As an event or a macro sets it.
        board.perform([0x11, 0x03, 0x04])
        #expect(rssi() == -51)
        board.perform([0x11, 0x03, 0xEC])
        #expect(rssi() == -75)
        board.perform([0xFE, 0x01])
        simulation.run(for: .seconds(5))
        connect()
        #expect(rssi() == -55)
    }

    // holds SET-16 ADV-08
    // registers Settings 03
    @Test func `the power stays for the advertisement and the next link`() throws {
        let central = Central(on: air)
        let link = try central.connectAndWait(to: board.address)
        board.perform([0x11, 0x03, 0xF4])
        link.disconnect()
        simulation.run(for: .seconds(3))
        let reports = central.scanAndWait(for: .seconds(2))
        #expect(!reports.isEmpty && reports.allSatisfy { $0.rssi == -67 })
        // A beacon has a power of its own; the link's is that of the settings all the same.
        board.perform([0x07, 0x06, 0x04])
        board.perform([0x07, 0x01, 0x01])
        board.perform([0x11, 0x05])
        simulation.run(for: .seconds(1))
        #expect(central.scanAndWait(for: .seconds(2)).allSatisfy { $0.rssi == -51 })
        let next = try central.connectAndWait(to: board.address)
        #expect(next.rssi == -67)
    }

    // holds SET-26
    // registers Settings 03
    @Test func `a link whose signal becomes too weak is lost, and says why`() throws {
        air.move(board.address, to: 20)
        let central = Central(on: air)
        let link = try central.connectAndWait(to: board.address)
        simulation.run(for: .seconds(1))
        #expect(link.rssi == -81)
        board.perform([0x11, 0x03, 0xEC])
        #expect(lines.text.contains { $0.hasSuffix("wrist  link  out of reach") })
        simulation.run(for: .seconds(10))
        #expect(link.ended == .connectionTimeout)
    }
}
