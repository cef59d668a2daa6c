import Bluetooth
import MetaWearBoard
import Motion
import Peripheral
import Simulation

@testable import FlashStore

/// A board on a kept flash, with a central that downloads.
final class KeptBoard {
    let simulation = Simulation()
    let board: MetaWearBoard
    let flash: FlashDirectory
    private var heard: [[UInt8]] {
        get { link.notified }
        set { link.notified = newValue }
    }
    private let link = RecordingLink()
    private let connection = ConnectionID(1)

    init(_ path: String, _ profile: BoardProfile = .metaMotionS) throws(FlashStoreError) {
        flash = try FlashDirectory(path, for: profile)
        flash.waitsForDisk = false
        board = MetaWearBoard(
            profile, name: "kept", address: Address(0xE8C9_8F52_7B07), body: ScriptedBody(),
            environment: SimpleEnvironment(), storage: flash, in: simulation)
        board.attach(to: link)
        board.connected(
            connection, to: Address(1),
            ConnectionParameters(
                interval: .milliseconds(15), latency: 0,
                supervisionTimeout: .seconds(6 as Int64)))
        board.subscriptionChanged(ValueID(2), by: connection, to: .notifications)
    }

    func write(_ packet: [UInt8]) { board.perform(packet) }

    /// A logger on the switch, and logging on.
    func startLogging() {
        for packet: [UInt8] in [[0x0B, 0x02, 0x01, 0x01, 0xFF, 0x60], [0x0B, 0x01, 0x01]] {
            write(packet)
        }
    }

    /// Entries with the values of a range, by way of the spoofed switch.
    func log(_ values: Range<Int>) {
        for n in values {
            let bytes = (0..<4).map { UInt8(truncatingIfNeeded: n >> (8 * $0)) }
            write([0xFE, 0x03, 0x01, 0x01, 0x00] + bytes)
        }
        heard = []
    }

    func flush() {
        write([0x0B, 0x10, 0x01])
        simulation.run(for: .milliseconds(500))
    }

    /// Forgets what was notified.
    func forget() { heard = [] }

    /// What a download gives; `pages` limits how many are confirmed.
    func download(slots: UInt32 = .max, pages: Int = .max) -> [UInt32] {
        for packet: [UInt8] in [[0x0B, 0x01, 0x00], [0x0B, 0x07, 0x01], [0x0B, 0x08, 0x01]] {
            write(packet)
        }
        heard = []
        let count = (0..<4).map { UInt8(truncatingIfNeeded: slots >> (8 * $0)) }
        write([0x0B, 0x06] + count + [0, 0, 0, 0])
        var values: [UInt32] = []
        var confirmed = 0
        while !heard.isEmpty {
            let packet = heard.removeFirst()
            if packet[1] == 0x07 {
                for i in stride(from: 2, to: packet.count, by: 9) {
                    values.append(
                        packet[i + 5..<i + 9].reversed().reduce(0) { $0 << 8 | UInt32($1) })
                }
            } else if packet[1] == 0x0D, confirmed < pages {
                confirmed += 1
                write([0x0B, 0x0E])
            }
        }
        return values
    }

    deinit { flash.close() }
}
