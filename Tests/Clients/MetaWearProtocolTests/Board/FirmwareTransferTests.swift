import Bluetooth
import MetaWearBoard
import Peripheral
import Simulation
import Testing

@testable import MetaWearProtocol

/// Transfers to a real bootloader, and to one that loses and refuses (protocol, core 13).
@Suite struct FirmwareTransferTests {
    typealias Action = FirmwareTransfer.Action

    /// A host at the bootloader of a board.
    private final class Updater {
        let bench: BoardBench
        private var connection = ConnectionID(50)
        /// Actions in the order in which they were done.
        var done: [Action] = []
        /// Data packets that are lost on the way, by number.
        var lost: Set<Int> = []
        private var sent = 0

        init(_ profile: BoardProfile = .metaMotionS) {
            bench = BoardBench(profile)
            bench.write(MWDebug.JumpToBootloader())
            arrive()
        }

        func arrive() {
            bench.run(milliseconds: 300)
            connection = ConnectionID(connection.number + 1)
            bench.board.connected(
                connection, to: Address(0x0011_2233_4455),
                ConnectionParameters(
                    interval: .microseconds(7_500), latency: 0,
                    supervisionTimeout: .seconds(6 as Int64)))
            // Control point and packet by their numbers in the bootloader's table.
            bench.board.subscriptionChanged(ValueID(30), by: connection, to: .notifications)
            bench.link.heard = []
        }

        private func write(_ bytes: [UInt8], to value: ValueID, _ kind: WriteKind) throws {
            try bench.board.write(bytes.span, to: value, kind, by: connection)
        }

        /// Does what the transfer says until it says no more.
        func run(_ transfer: inout FirmwareTransfer) throws {
            var actions = transfer.begin()
            while !actions.isEmpty {
                for action in actions {
                    done.append(action)
                    switch action {
                    case .control(let control):
                        try write(control.bytes, to: ValueID(30), .request)
                    case .data(let bytes):
                        #expect(bytes.count <= FirmwareTransfer.packetLength)
                        sent += 1
                        if !lost.contains(sent) {
                            try write(bytes, to: ValueID(31), .command)
                        }
                    case .progress, .retry, .finished, .failed: break
                    }
                }
                actions = bench.take().flatMap { transfer.take($0) }
            }
        }
    }

    private static func crc(_ bytes: [UInt8]) -> UInt16 {
        bytes.reduce(0xFFFF) { crc, byte in
            (0..<8).reduce(crc ^ UInt16(byte) << 8) { crc, _ in
                crc & 0x8000 != 0 ? crc << 1 ^ 0x1021 : crc << 1
            }
        }
    }

    private static func initPacket(_ image: [UInt8], crc: UInt16? = nil) -> [UInt8] {
        // Any device, no version, one SoftDevice of any kind.
        [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01, 0x00, 0xFE, 0xFF]
            + (crc ?? Self.crc(image)).littleEndianBytes
    }

    @Test(arguments: [UInt16(0), 1, 10, 12], [4, 20, 240, 484, 5000])
    func `an image arrives whole, whatever its length and however many receipts`(
        every: UInt16, length: Int
    ) throws {
        var draw = Draw("image")
        let image = draw.bytes(length)
        let updater = Updater()
        var transfer = FirmwareTransfer(
            image: image, initPacket: Self.initPacket(image), receiptsEvery: every)
        try updater.run(&transfer)
        #expect(updater.done.last == .finished)
        #expect(transfer.sent == length)
        let data = updater.done.compactMap { action -> [UInt8]? in
            if case .data(let bytes) = action { bytes } else { nil }
        }
        // The sizes, the init packet in one piece, the image.
        #expect(data[0] == UpdateControl.sizes(application: UInt32(length)))
        #expect(Array(data.dropFirst(2).joined()) == image)
        let progress = updater.done.compactMap { action -> Int? in
            if case .progress(let sent, length) = action { sent } else { nil }
        }
        #expect(progress == progress.sorted() && progress.last == length)
        updater.bench.run(milliseconds: 3000)
        #expect(!updater.bench.board.isInBootloader)
    }

    @Test func `a wrong checksum is refused, and the transfer says by what`() throws {
        let image = [UInt8](repeating: 0x42, count: 400)
        let updater = Updater()
        var transfer = FirmwareTransfer(
            image: image, initPacket: Self.initPacket(image, crc: 0x1234))
        try updater.run(&transfer)
        guard case .failed(.refused(let opcode, .crcError))? = updater.done.last else {
            Issue.record("\(String(describing: updater.done.last))")
            return
        }
        #expect([0x03, 0x04].contains(opcode))
        #expect(transfer.take([0x10, 0x01, 0x01]) == [])
    }

    /// Each packet of the image is lost in turn.
    @Test func `a lost packet is noticed at the next receipt`() throws {
        let image = [UInt8](repeating: 0x42, count: 20 * 24)
        for packet in 3...14 {
            let updater = Updater()
            updater.lost = [packet]
            var transfer = FirmwareTransfer(
                image: image, initPacket: Self.initPacket(image), receiptsEvery: 4)
            try updater.run(&transfer)
            // The bootloader counts packets that come: its receipt is one packet late, or does not come.
            #expect(updater.done.last != .finished)
        }
    }

    @Test func `a transfer that was under way is told to reset, once`() throws {
        let image = [UInt8](repeating: 1, count: 100)
        let updater = Updater()
        var first = FirmwareTransfer(image: image, initPacket: Self.initPacket(image))
        // The start of an update, and no more.
        for action in first.begin() {
            if case .control(let control) = action {
                try updater.bench.board.write(
                    control.bytes.span, to: ValueID(30), .request, by: ConnectionID(51))
            } else if case .data(let bytes) = action {
                try updater.bench.board.write(
                    bytes.span, to: ValueID(31), .command, by: ConnectionID(51))
            }
        }
        _ = updater.bench.take()
        var second = FirmwareTransfer(image: image, initPacket: Self.initPacket(image))
        try updater.run(&second)
        #expect(updater.done.suffix(2) == [.control(.reset), .retry])
        updater.arrive()
        updater.done = []
        var third = FirmwareTransfer(image: image, initPacket: Self.initPacket(image))
        try updater.run(&third)
        #expect(updater.done.last == .finished)
    }

    @Test func `a bootloader of the first kind gets the short start and a receipt a packet`() {
        let image = [UInt8](repeating: 7, count: 45)
        var transfer = FirmwareTransfer(image: image)
        #expect(
            transfer.begin() == [
                .control(.start(.application)), .data([0, 0, 0, 0, 0, 0, 0, 0, 45, 0, 0, 0]),
            ])
        #expect(
            transfer.take([0x10, 0x01, 0x03])
                == [.control(.start(nil)), .data([45, 0, 0, 0])])
        #expect(transfer.usesShortStart)
        // No init packet: the image at once, one packet until the first receipt.
        #expect(
            transfer.take([0x10, 0x01, 0x01]) == [
                .control(.receipts(every: 1)), .control(.receiveImage),
                .data([UInt8](repeating: 7, count: 20)), .progress(sent: 20, total: 45),
            ])
        #expect(
            transfer.take([0x11, 20, 0, 0, 0]) == [
                .data([UInt8](repeating: 7, count: 20)), .progress(sent: 40, total: 45),
            ])
        // Only the low half of a receipt counts.
        #expect(
            transfer.take([0x11, 40, 0, 9, 9]) == [
                .data([UInt8](repeating: 7, count: 5)), .progress(sent: 45, total: 45),
            ])
        #expect(transfer.take([0x10, 0x03, 0x01]) == [.control(.validate)])
        #expect(
            transfer.take([0x10, 0x04, 0x01]) == [.control(.activateAndReset), .finished])
        #expect(transfer.take([0x10, 0x04, 0x01]) == [])
    }

    @Test func `a receipt that does not fit ends the transfer`() {
        var transfer = FirmwareTransfer(
            image: [UInt8](repeating: 7, count: 400), receiptsEvery: 2)
        _ = transfer.begin()
        _ = transfer.take([0x10, 0x01, 0x01])
        #expect(
            transfer.take([0x11, 20, 0, 0, 0]) == [
                .control(.reset), .failed(.lostData(sent: 40, received: 20)),
            ])
        for bytes: [UInt8] in [
            [], [0x10], [0x10, 0x01], [0x10, 0x01, 0x09], [0x11], [0x12, 1, 1],
        ] {
            #expect(UpdateNotification(bytes) == nil)
        }
        #expect(UpdateNotification([0x10, 0x07, 0x01, 5, 0, 0, 0]) == .size(5))
        #expect(UpdateNotification([0x11, 5, 0]) == .receipt(bytes: 5))
    }

    @Test func `sizes stand where the bootloader looks for them`() {
        for (type, place) in [
            (UpdateControl.ImageType.softDevice, 0), (.bootloader, 4), (.application, 8),
        ] {
            var transfer = FirmwareTransfer(type: type, image: [1, 2, 3, 4])
            var sizes = [UInt8](repeating: 0, count: 12)
            sizes[place] = 4
            #expect(transfer.begin() == [.control(.start(type)), .data(sizes)])
        }
        // Two in one image have two sizes.
        var both = FirmwareTransfer(
            type: .softDeviceAndBootloader, image: [UInt8](repeating: 0, count: 12),
            bootloaderLength: 4)
        #expect(
            both.begin() == [
                .control(.start(.softDeviceAndBootloader)),
                .data([8, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0]),
            ])
    }
}
