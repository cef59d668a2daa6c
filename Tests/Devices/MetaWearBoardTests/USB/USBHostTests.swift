import Device
import Simulation
import Testing
import Wire

@testable import MetaWearBoard

/// A host at the end of a cable.
private final class Cable: USBPort {
    var room: Int?
    var heard: [UInt8] = []

    func send(_ bytes: [UInt8]) -> Bool {
        if let room, bytes.count > room { return false }
        room = room.map { $0 - bytes.count }
        heard += bytes
        return true
    }

    func take() -> String {
        defer { heard = [] }
        return Hex.text(heard)
    }
}

@Suite struct USBHostTests {
    private let cable = Cable()

    private func board(isConnected: Bool = false) -> Bench {
        let bench = Bench(isConnected: isConnected)
        #expect(bench.board.attachUSB(cable))
        return bench
    }

    private func say(_ bench: Bench, _ hex: String) -> String {
        bench.board.receiveUSB(Hex.bytes(hex) ?? [])
        return cable.take()
    }

    // holds USB-03
    @Test func `a board says in a line what it is`() {
        let bench = board()
        bench.board.receiveUSB(Array("?\n".utf8))
        #expect(
            String(decoding: cable.heard, as: UTF8.self)
                == "MbientLab Inc MetaMotionS 8 0.1 1.7.2 527B07\n")
        #expect(bench.board.advertisement != nil)
    }

    // holds USB-04 USB-05
    @Test func `packets go both ways as over Bluetooth, without a subscription of GATT`() {
        let bench = board()
        #expect(say(bench, "1f 02 01 80 0a") == "1f 04 01 80 00 00 0a")
        #expect(say(bench, "1f 03 01 01 01 0a") == "")
        bench.board.setButton(pressed: true)
        #expect(cable.take() == "1f 03 01 01 01 0a")
        #expect(
            say(bench, "1f 02 11 81 0a 1f 02 0b 85 0a")
                == "1f 0a 11 81 4d 65 74 61 57 65 61 72 0a 1f 06 0b 85 00 00 00 00 0a")
    }

    @Test func `a module that hangs or is late is so over USB too`() {
        let bench = board()
        bench.board.setModule(0x0B, .mute)
        bench.board.setModule(0x11, .slow(.seconds(2 as Int64)))
        #expect(say(bench, "1f 02 0b 85 0a 1f 02 11 81 0a") == "")
        #expect(say(bench, "1f 02 01 80 0a") == "1f 04 01 80 00 00 0a")
        bench.run(.seconds(3 as Int64))
        #expect(cable.take() == "1f 0a 11 81 4d 65 74 61 57 65 61 72 0a")
        bench.board.setModule(0x0B, nil)
        #expect(say(bench, "1f 02 0b 85 0a") == "1f 06 0b 85 00 00 00 00 0a")
    }

    // holds USB-06
    @Test func `with a USB host the board is not on the air, after it it is`() {
        let bench = board()
        #expect(bench.board.advertisement != nil)
        _ = say(bench, "1f 02 01 80 0a")
        #expect(bench.board.advertisement == nil && bench.board.hasHost)
        bench.run(.seconds(5 as Int64))
        #expect(bench.board.advertisement == nil)
        #expect(say(bench, "1f 02 fe 06 0a") == "")
        #expect(!bench.board.hasHost)
        bench.run(.seconds(2 as Int64))
        #expect(bench.board.advertisement != nil)
        #expect(say(bench, "1f 02 01 80 0a") == "1f 04 01 80 00 00 0a")
        bench.board.usbClosed()
        bench.run(.seconds(2 as Int64))
        #expect(bench.board.advertisement != nil)
    }

    // holds USB-07
    @Test func `while a central is connected USB packets are ignored, the question is not`() {
        let bench = board(isConnected: true)
        #expect(say(bench, "1f 02 01 80 0a") == "")
        #expect(bench.lines.contains { $0.contains("ignored: a central is connected already") })
        #expect(bench.ask("01 80") == ["01 80 00 00"])
        bench.board.receiveUSB(Array("?\n".utf8))
        #expect(cable.heard.count > 20)
    }

    // holds USB-08
    @Test func `the end of a USB host is the end of a link`() {
        let bench = board()
        _ = say(bench, "1f 06 0b 02 11 0a ff 00 0a 1f 03 0b 01 01 0a")
        _ = say(bench, "1f 03 01 01 01 0a")
        let before = bench.log.recordedEntries
        bench.board.usbClosed()
        // The disconnect event was logged; subscriptions stay.
        #expect(bench.log.recordedEntries == before + 1)
        bench.board.setButton(pressed: true)
        #expect(cable.take() == "")
        #expect(say(bench, "1f 02 01 80 0a").hasPrefix("1f 04"))
        bench.board.setButton(pressed: false)
        #expect(cable.take() == "1f 03 01 01 00 0a")
    }

    // holds USB-09
    @Test func `a reset ends it, and there is no answer until the boot`() {
        let bench = board()
        #expect(say(bench, "1f 02 fe 01 0a") == "")
        #expect(!bench.board.hasHost)
        #expect(say(bench, "1f 02 01 80 0a 3f 0a") == "")
        bench.run(.seconds(2 as Int64))
        #expect(bench.board.flash.log.resetUID == 1)
        #expect(say(bench, "1f 02 01 80 0a") == "1f 04 01 80 00 00 0a")
        bench.board.powerOff()
        #expect(!bench.board.hasHost)
        #expect(say(bench, "3f 0a 1f 02 01 80 0a") == "")
    }

    // holds USB-10
    @Test func `there is no update over USB`() {
        let bench = board()
        #expect(say(bench, "1f 02 fe 02 0a") == "")
        #expect(bench.board.isInBootloader)
        bench.run(.seconds(1 as Int64))
        #expect(say(bench, "1f 02 01 80 0a 3f 0a") == "")
        #expect(bench.board.advertisement != nil)
    }

    // holds USB-11
    @Test func `a host that does not read is waited for as a link is`() {
        let bench = board()
        _ = say(bench, "1f 02 01 80 0a")
        cable.room = 0
        for _ in 0..<4 { _ = say(bench, "1f 02 0b 85 0a") }
        #expect(cable.take() == "")
        cable.room = nil
        bench.board.usbReadyToSend()
        #expect(cable.heard.count == 4 * 9)
        #expect(bench.board.notificationsDropped == 0)
    }

    // holds USB-16
    @Test func `only the S has USB data lines`() {
        #expect(!Bench(.metaMotionR).board.attachUSB(cable))
        #expect(!Bench(.metaMotionRL).board.attachUSB(cable))
    }
}
