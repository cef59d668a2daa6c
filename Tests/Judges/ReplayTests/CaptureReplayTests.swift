import Bluetooth
import ScenarioFile
import Testing

@testable import Replay

/// Which links of a capture are replayed, and what is said of the others.
@Suite struct CaptureReplayTests {
    /// A capture in the making, with ten milliseconds from packet to packet.
    private struct Capture {
        private var writer = BtsnoopWriter()
        private var count: Int64 = 0
        var bytes: [UInt8] { writer.output }

        mutating func add(_ packet: [UInt8], _ direction: HCIDirection) {
            writer.append(packet.span, direction, at: CaptureTime(nanoseconds: count * 10_000_000))
            count += 1
        }

        /// A host has connected to the device with this last byte of its address.
        mutating func connect(_ device: UInt8) {
            add(
                [0x04, 0x3E, 19, 1, 0, device, 0, 0, 1, device, 0, 0, 0, 0, 0xC0]
                    + [24, 0, 0, 0, 72, 0, 0], .toHost)
        }

        mutating func disconnect(_ device: UInt8) {
            add([0x04, 0x05, 4, 0, device, 0, 0x16], .toHost)
        }

        mutating func say(_ att: [UInt8], _ device: UInt8, _ direction: HCIDirection) {
            let count = UInt8(att.count)
            add([2, device, 0x20, count + 4, 0, count, 0, 4, 0] + att, direction)
        }

        /// The host discovers one characteristic; its value is at handle 1F, or at 0B for the bootloader's.
        mutating func discover(_ uuid: BluetoothUUID, at handle: UInt8, _ device: UInt8) {
            say([0x08, 1, 0, 0xFF, 0xFF, 0x03, 0x28], device, .toController)
            say([0x09, 21, handle - 1, 0, 0x0C, handle, 0] + uuid.littleEndian, device, .toHost)
        }

        /// Questions and answers by which a board is recognised.
        mutating func converse(_ device: UInt8) {
            for question: [UInt8] in [[0x01, 0x80], [0x03, 0x80], [0x11, 0x80]] {
                say([0x52, 0x1F, 0] + question, device, .toController)
                say([0x1B, 0x21, 0] + question + [0, 0], device, .toHost)
            }
        }
    }

    private static func replay(
        _ device: UInt8? = nil, _ make: (inout Capture) -> Void
    ) throws -> CaptureReplay {
        var capture = Capture()
        make(&capture)
        return try CaptureReplay(
            CaptureFile(capture.bytes), file: "a",
            device: device.map { Address(0xC000_0000_0000 + UInt64($0)) }, model: .metaMotionS)
    }

    @Test func `of several boards one must be named`() throws {
        func two(_ capture: inout Capture) {
            for device: UInt8 in [1, 2] {
                capture.connect(device)
                capture.converse(device)
                capture.disconnect(device)
            }
        }
        #expect {
            _ = try Self.replay { two(&$0) }
        } throws: { "\($0)".contains("the capture contains links with several boards") }
        for device: UInt8 in [1, 2] {
            let replay = try Self.replay(device) { two(&$0) }
            #expect(replay.links.map(\.peer) == [Address(0xC000_0000_0000 + UInt64(device))])
            #expect(replay.remarks.contains("a link with another device is left out"))
        }
        #expect {
            _ = try Self.replay(3) { two(&$0) }
        } throws: { "\($0)".contains("there is no link with a MetaWear or a Triki of address") }
    }

    @Test func `a capture that ends before its link says so`() throws {
        let words = "link 1: the capture ends before the link"
        let open = try Self.replay {
            $0.connect(1)
            $0.converse(1)
        }
        #expect(open.remarks.contains(words))
        let closed = try Self.replay {
            $0.connect(1)
            $0.converse(1)
            $0.disconnect(1)
        }
        #expect(!closed.remarks.contains(words))
    }

    @Test func `a link with the bootloader is left out`() throws {
        let replay = try Self.replay {
            $0.connect(1)
            $0.discover(KnownCharacteristic.command, at: 0x1F, 1)
            $0.converse(1)
            $0.disconnect(1)
            $0.connect(1)
            $0.discover(KnownCharacteristic.bootloaderControl, at: 0x0B, 1)
            $0.disconnect(1)
        }
        #expect(replay.links.map(\.number) == [1])
        #expect(
            replay.remarks.contains(
                "link 2: the board is in its bootloader, and the link is left out"))
    }

    @Test func `a file that is cut off says so`() throws {
        var capture = Capture()
        capture.connect(1)
        let whole = try CaptureFile(capture.bytes)
        #expect(whole.remarks == [])
        let cut = try CaptureFile(capture.bytes.dropLast(3).map(\.self))
        #expect(cut.remarks.count == 1 && cut.remarks[0].hasSuffix("the last record is cut off"))
    }
}
