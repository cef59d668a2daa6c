import Bluetooth
import Checkout
import Foundation
import Peripheral
import Simulation
import Testing

@testable import MetaWearBoard

@Suite struct MetaBootTests {
    // holds BOO-01 DBG-08
    // registers Debug 02
    @Test(arguments: BoardProfile.all)
    func `FE 02 drops the link and comes back as MetaBoot`(_ profile: BoardProfile) {
        let bench = Bench(profile)
        bench.link.ending = .nextConnectionEvent
        bench.write("fe 02")
        #expect(bench.link.disconnects == 1)
        #expect(bench.ask("01 80") == [])
        bench.run(milliseconds: 8)
        #expect(bench.board.isInBootloader)
        #expect(bench.board.advertisement == nil)
        #expect(bench.link.serviceChanges == 1)
        bench.run(milliseconds: 100)
        #expect(
            bench.board.advertisement?.data == [
                0x02, 0x01, 0x06, 0x11, 0x07, 0x23, 0xD1, 0xBC, 0xEA, 0x5F, 0x78, 0x23, 0x15, 0xDE,
                0xEF, 0x12, 0x12, 0x30, 0x15, 0x00, 0x00, 0x09, 0x09, 0x4D, 0x65, 0x74, 0x61, 0x42,
                0x6F, 0x6F, 0x74,
            ])
        #expect(bench.board.gapName == "MetaBoot")
        #expect(bench.board.address == Bench.address)
    }

    // holds BOO-02
    @Test func `its table is the DFU service and device information`() throws {
        let bench = DFUBench()
        #expect(
            bench.board.services.map(\.uuid) == [
                "00001530-1212-EFDE-1523-785FEABCD123", "180A",
            ])
        #expect(
            bench.board.services[0].characteristics.map(\.uuid) == [
                "00001531-1212-EFDE-1523-785FEABCD123", "00001532-1212-EFDE-1523-785FEABCD123",
                "00001534-1212-EFDE-1523-785FEABCD123",
            ])
        #expect(
            bench.board.services[0].characteristics.map(\.properties) == [
                [.write, .notify], .writeWithoutResponse, .read,
            ])
        #expect(try bench.board.read(MetaBoot.version, by: bench.bench.connection) == [8, 0])
        for (value, text) in [
            (GATT.manufacturer, "MbientLab Inc"), (GATT.modelNumber, "8"),
            (GATT.serialNumber, "527B07"), (GATT.firmwareRevision, "0.4.0"),
            (GATT.hardwareRevision, "0.1"),
        ] {
            #expect(
                try bench.board.read(value, by: bench.bench.connection) == Array(text.utf8))
        }
        #expect(throws: ATTError.writeNotPermitted) {
            let bytes: [UInt8] = [1, 0x80]
            try bench.board.write(
                bytes.span, to: GATT.command, .command, by: bench.bench.connection)
        }
    }

    // holds BOO-03
    @Test func `of the application nothing runs meanwhile`() {
        let bench = Bench()
        bench.play(
            """
            > 0b 02 01 01 ff 60
            < 0b 02 00
            > 0b 01 01
            > 03 04 01
            > 03 02 01 00
            > 03 01 01
            """)
        let before = bench.log.recordedEntries
        bench.write("fe 02")
        bench.run(.seconds(1 as Int64))
        bench.connect()
        bench.link.heard = []
        bench.board.setButton(pressed: true)
        bench.board.setBattery(level: 40)
        bench.board.perform([0xFE, 0x01])
        bench.run(.seconds(10 as Int64))
        #expect(bench.link.heard == [])
        #expect(bench.log.recordedEntries == before)
        #expect(bench.board.isInBootloader)
        #expect(bench.lines.contains { $0.contains("ignored: the bootloader runs") })
    }

    // holds BOO-04
    @Test func `the application comes back as after any reset`() {
        let bench = DFUBench()
        let uid = bench.board.flash.log.resetUID
        bench.control([0x06])
        bench.bench.run(.seconds(2 as Int64))
        #expect(bench.nameOnAir == "MetaWear")
        #expect(bench.bench.link.serviceChanges == 2)
        bench.bench.connect()
        #expect(bench.bench.ask("fe 8b") == ["fe 8b 04 00 00 00"])
        #expect(bench.board.flash.log.resetUID == (uid + 1) & 7)
    }

    // holds BOO-04
    @Test func `without a host for a minute the application starts, if it is whole`() {
        let bench = DFUBench()
        bench.bench.disconnect()
        bench.bench.run(.seconds(59 as Int64))
        #expect(bench.nameOnAir == "MetaBoot")
        // A host begins the wait anew.
        bench.bench.connect()
        bench.bench.run(.seconds(90 as Int64))
        #expect(bench.board.isInBootloader)
        bench.bench.disconnect()
        bench.bench.run(.seconds(59 as Int64))
        #expect(bench.board.isInBootloader)
        bench.bench.run(.seconds(4 as Int64))
        #expect(bench.nameOnAir == "MetaWear")
        let broken = DFUBench()
        broken.board.flash.invalidateApplication()
        broken.bench.disconnect()
        broken.bench.run(.seconds(600 as Int64))
        #expect(broken.nameOnAir == "MetaBoot")
    }

    // holds BOO-21
    @Test(
        arguments: [
            (nil, "", "ffffffff", "1.7.2"), (nil, "boardsim:firmware=1.7.4\0", "ffffffff", "1.7.4"),
            (nil, "", "05070100", "1.7.5"), (nil, "boardsim:firmware=1.7.4\0", "05070100", "1.7.4"),
            ("2.0.0", "boardsim:firmware=1.7.4\0", "05070100", "2.0.0"),
        ] as [(String?, String, String, String)])
    func `the new revision is what scenario, image or init packet say`(
        said: String?, text: String, version: String, revision: String
    ) {
        var profile = BoardProfile.metaMotionS
        profile.imageRevision = said.flatMap { FirmwareRevision($0) }
        let bench = DFUBench(profile)
        let image = DFUBench.image(400, saying: text)
        let bytes = stride(from: 0, to: 8, by: 2).map { at in
            UInt8(version.dropFirst(at).prefix(2), radix: 16) ?? 0
        }
        bench.update(image, initPacket: DFUBench.initPacket(for: image, version: bytes))
        bench.bench.run(.seconds(2 as Int64))
        bench.bench.connect()
        #expect(bench.revision == revision)
        // Another stay in the bootloader does not change it.
        bench.bench.write("fe 02")
        bench.arrive()
        bench.control([0x06])
        bench.bench.run(.seconds(2 as Int64))
        bench.bench.connect()
        #expect(bench.revision == revision)
    }

    // holds BOO-22
    @Test(arguments: [(UInt8(2), "0.5.0"), (1, "0.4.0")])
    func `a bootloader or SoftDevice leads back to the bootloader`(
        kind: UInt8, revision: String
    ) {
        let bench = DFUBench()
        let image = DFUBench.image(400, saying: "boardsim:firmware=0.5.0\0")
        bench.update(kind: kind, image, initPacket: DFUBench.initPacket(for: image))
        #expect(bench.board.isInBootloader)
        bench.arrive()
        #expect(bench.revision == revision)
        let application = DFUBench.image(600, saying: "boardsim:firmware=1.7.4\0")
        bench.update(application, initPacket: DFUBench.initPacket(for: application))
        bench.bench.run(.seconds(2 as Int64))
        bench.bench.connect()
        #expect(bench.revision == "1.7.4")
        #expect(bench.board.bootloaderRevision == revision)
    }

    // holds BOO-23
    @Test func `a power cut in the middle leaves a bootloader that can be used again`() {
        let bench = DFUBench()
        bench.play(DFURefusalTests.begun + "c 03\np image 0 20", image: DFUBench.image(400))
        bench.board.powerOff()
        #expect(bench.board.advertisement == nil)
        bench.bench.run(.seconds(1 as Int64))
        bench.board.powerOn()
        #expect(bench.board.isInBootloader)
        bench.arrive()
        let image = DFUBench.image(400, saying: "boardsim:firmware=1.7.4\0")
        bench.update(image, initPacket: DFUBench.initPacket(for: image))
        bench.bench.run(.seconds(2 as Int64))
        bench.bench.connect()
        #expect(bench.revision == "1.7.4")
    }

    // holds BOO-24
    // registers Debug 08
    @Test func `an invalidated application is not started at the next reset`() {
        let bench = DFUBench(jumps: false)
        bench.bench.connect()
        bench.bench.write("fe 08")
        #expect(bench.bench.ask("01 80") == ["01 80 00 00"])
        bench.bench.write("fe 01")
        #expect(bench.board.isInBootloader)
        bench.bench.run(milliseconds: 200)
        #expect(bench.nameOnAir == "MetaBoot")
    }

    // holds BOO-25
    @Test(.slow) func `fuzz: no write to the bootloader does harm`() {
        // A round is 120 writes; `FUZZ_ROUNDS` counts writes.
        let rounds = max(
            (ProcessInfo.processInfo.environment["FUZZ_ROUNDS"].flatMap { Int($0) } ?? 0) / 120, 200
        )
        for seed in 0..<rounds {
            var random = RandomStream(seed: UInt64(seed), purpose: "dfu")
            let bench = DFUBench(random.below(2) == 0 ? .metaMotionS : .metaMotionR)
            for _ in 0..<120 {
                step(bench, &random)
                bench.bench.link.heard = []
            }
            // Whatever happened, an update succeeds.
            bench.bench.link.room = nil
            if bench.board.isConnected { bench.bench.disconnect() }
            bench.bench.run(.seconds(3 as Int64))
            bench.bench.connect()
            if bench.board.isInBootloader {
                bench.board.subscriptionChanged(
                    MetaBoot.control, by: bench.bench.connection, to: .notifications)
                bench.control([0x06])
                bench.bench.run(.seconds(3 as Int64))
                bench.bench.connect()
            }
            if !bench.board.isInBootloader { bench.bench.write("fe 02") }
            if bench.board.isConnected { bench.bench.disconnect() }
            bench.arrive()
            let image = DFUBench.image(200)
            bench.update(image, initPacket: DFUBench.initPacket(for: image))
            #expect(!bench.board.isInBootloader, "seed \(seed)")
        }
    }

    private func step(_ bench: DFUBench, _ random: inout RandomStream) {
        let bytes = (0..<Int(random.below(21))).map { _ in UInt8(random.below(256)) }
        switch random.below(24) {
        case 0..<8: bench.control([UInt8(random.below(10))] + bytes.prefix(Int(random.below(4))))
        case 8: bench.control([0x01, 0x04])
        case 9: bench.packet([0, 0, 0, 0, 0, 0, 0, 0, UInt8(random.below(200)), 0, 0, 0])
        case 10: bench.control([0x02, 0x00])
        case 11: bench.packet([255, 255, 255, 255, 255, 255, 255, 255, 0, 0, 1, 2])
        case 12: bench.control([0x02, 0x01])
        case 13: bench.control([0x03])
        case 14:
            if bench.board.isConnected { bench.bench.disconnect() }
            bench.arrive(listens: random.below(4) > 0)
        case 15: bench.bench.link.room = random.below(2) == 0 ? 1 : nil
        case 16: bench.control(bytes)
        default: bench.packet(bytes)
        }
    }
}
