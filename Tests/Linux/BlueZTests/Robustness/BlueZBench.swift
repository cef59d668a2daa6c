import BlueZ
import DBus
import DBusPeer
import EventLoop
import Glibc

/// A board of ours with a bluetoothd of the test's.
final class BlueZBench {
    let bus: TestBus
    let bluez: FakeBlueZ
    let firmware = Firmware()
    let board: BlueZPeripheral
    var failures: [BlueZError] = []

    init(usesSockets: Bool = true, _ change: (inout BlueZOptions) -> Void = { _ in }) throws {
        bus = try TestBus()
        bluez = try FakeBlueZ(on: bus)
        var options = BlueZOptions()
        options.usesSockets = usesSockets
        change(&options)
        board = try BlueZPeripheral(firmware, on: bus.loop, bus: bus.address, options: options)
        firmware.link = board
        board.onFailure = { [unowned self] in failures.append($0) }
    }

    /// Registers the board and waits until it is on the air.
    func start() throws {
        try board.start()
        try bus.wait("the advertisement") { bluez.advertisement != nil }
    }

    /// Waits until the board is on the air again.
    func returned() throws {
        try bus.wait("the board's return") {
            bluez.application != nil && bluez.advertisement != nil
        }
    }

    /// A central's access, answered.
    func access(
        _ uuid: String, _ member: String, _ values: [Value] = [], by device: String?,
        offset: UInt16 = 0
    ) throws -> Message {
        try bus.answer(
            bluez.access(uuid, member, values, by: device, offset: offset))
    }

    /// A central subscribes to the stream over a socket.
    func acquireNotify(by device: String) throws -> PacketSocket {
        let answer = try access("9006", "AcquireNotify", by: device)
        guard let end = answer.descriptors.first else {
            throw NeverHappened(description: "no socket but \(answer)")
        }
        return PacketSocket(end)
    }
}

/// bluetoothd's end of an acquired characteristic.
final class PacketSocket {
    private let end: Descriptor

    init(_ end: Descriptor) { self.end = end }

    /// What is there now: a packet, nothing yet, or the end (empty).
    func read() -> [UInt8]? {
        withUnsafeTemporaryAllocation(byteCount: 1_024, alignment: 1) { buffer in
            guard case .done(let count) = end.read(into: buffer) else { return nil }
            return Array(buffer.prefix(count))
        }
    }

    /// The numbers that are there now.
    func numbers() -> [UInt32] {
        var numbers: [UInt32] = []
        while let packet = read(), packet.count == 4 {
            numbers.append(
                packet.enumerated().reduce(0) { $0 | UInt32($1.element) << ($1.offset * 8) })
        }
        return numbers
    }

    func write(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { end.write($0) } == .done(bytes.count)
    }
}
