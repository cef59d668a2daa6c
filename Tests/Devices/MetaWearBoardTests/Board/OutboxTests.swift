import Device
import Peripheral
import Testing

@testable import MetaWearBoard

/// The board's own buffers behind those of the link.
@Suite struct OutboxTests {
    // holds OUT-01 OUT-02
    @Test func `a full link fills 24 buffers, the next notification is dropped and counted`() {
        let bench = Bench()
        bench.link.room = 0
        for n in 0..<30 { bench.write([0xFE, 0x03, 0x01, 0x01, 0x00, UInt8(n)]) }
        #expect(bench.take() == [])
        #expect(bench.board.notifications.made == 30)
        #expect(bench.board.notifications.waiting == 24)
        #expect(bench.board.notificationsSent == 0)
        #expect(bench.board.notificationsDropped == 6)
        #expect(bench.lines.filter { $0.contains("dropped: 24 notifications wait") }.count == 6)
        bench.link.room = 10
        bench.board.readyToNotify(bench.connection)
        #expect(bench.link.heard.map { $0[2] } == Array(0..<10))
        // Room in the link is not taken by a later one while earlier ones wait.
        bench.link.room = 5
        bench.write("fe 03 01 01 00 63")
        #expect(bench.link.heard.count == 10)
        bench.link.room = nil
        bench.board.readyToNotify(bench.connection)
        #expect(bench.link.heard.map { $0[2] } == Array(0..<24) + [0x63])
        bench.write("fe 03 01 01 00 64")
        #expect(bench.link.heard.last == [0x01, 0x01, 0x64])
        #expect(bench.board.notificationsSent == 26)
        #expect(bench.board.notifications.waiting == 0)
    }

    // holds OUT-01
    @Test func `the count of buffers is the profile's`() {
        var profile = BoardProfile.metaMotionS
        profile.notificationBuffers = 3
        let bench = Bench(profile)
        bench.link.room = 0
        for _ in 0..<5 { bench.write("01 80") }
        #expect(bench.board.notificationsDropped == 2)
    }

    // holds OUT-03
    @Test func `a stream counts what it made, sent and dropped`() {
        let bench = Bench()
        for packet in ["03 04 01", "03 02 01 00", "03 01 01"] { bench.write(packet) }
        bench.link.room = 10
        bench.run(milliseconds: 505)
        let stream = bench.outlet(0x03, 0x04)
        #expect(stream?.made == 50)
        // Ten in the link, sixteen on the board: the last eight places are for answers.
        #expect(stream?.sent == 10)
        #expect(stream?.waiting == 16)
        #expect(stream?.dropped == 24)
        bench.disconnect()
        #expect(stream?.sent == 10)
        #expect(stream?.waiting == 0)
        #expect(stream?.discarded == 16)
    }

    // holds OUT-05
    @Test func `a stream that fills the link leaves room for answers`() {
        let bench = Bench()
        for packet in ["03 04 01", "03 02 01 00", "03 01 01"] { bench.write(packet) }
        bench.link.room = 0
        bench.run(milliseconds: 1_000)
        #expect(bench.ask("11 8c").isEmpty)
        #expect(bench.ask("0b 02 03 04 ff 60").isEmpty)
        bench.link.room = nil
        bench.board.readyToNotify(bench.connection)
        let heard = bench.take()
        #expect(heard.contains { $0.hasPrefix("11 8c") })
        #expect(heard.last == "0b 02 00")
    }

    // holds OUT-05
    @Test func `what waits or is dropped is not traced as sent`() {
        let bench = Bench()
        bench.link.room = 0
        for _ in 0..<25 { bench.write("01 81") }
        #expect(bench.lines.filter { $0.contains("< 01 81") }.count == 0)
        bench.link.room = 5
        bench.board.readyToNotify(bench.connection)
        #expect(bench.lines.filter { $0.contains("< 01 81") }.count == 5)
        bench.disconnect()
        #expect(bench.lines.filter { $0.contains("< 01 81") }.count == 5)
        #expect(
            bench.lines.filter { $0.contains("discarded, the link has ended: 01 81") }.count == 19)
    }

    // holds OUT-06
    @Test func `a readout and a stream share the link`() {
        let bench = Bench()
        bench.write("0b 02 01 01 ff 00")
        bench.write("0b 01 01")
        bench.logSwitch(100)
        for packet in ["0b 01 00", "0b 10 01", "0b 07 01", "0b 08 01"] { bench.write(packet) }
        for packet in ["03 03 ac 02", "03 04 01", "03 02 01 00", "03 01 01"] { bench.write(packet) }
        bench.link.room = 0
        bench.run(milliseconds: 100)
        _ = bench.take()
        bench.write("0b 06 65 00 00 00 00 00 00 00")
        for _ in 0..<400 {
            bench.run(milliseconds: 10)
            bench.link.room = 4
            bench.board.readyToNotify(bench.connection)
        }
        let heard = bench.take()
        #expect(heard.filter { $0.hasPrefix("0b 07") }.count == 50)
        #expect(heard.contains("0b 08 00 00 00 00"))
        #expect(heard.filter { $0.hasPrefix("03 04") }.count > 200)
    }

    // holds OUT-04
    @Test func `what waits is lost with the link`() {
        let bench = Bench()
        bench.link.room = 0
        bench.write("01 80")
        bench.disconnect()
        bench.link.room = nil
        bench.connect()
        bench.board.readyToNotify(bench.connection)
        #expect(bench.take() == [])
        #expect(bench.lines.contains { $0.contains("discarded, the link has ended: 01 80") })
        #expect(bench.board.notifications.discarded == 1)
    }

    // holds OUT-04
    @Test func `a link without a subscriber swallows nothing and blocks nothing`() {
        let bench = Bench()
        bench.link.room = 0
        bench.write("01 80")
        bench.link.outcome = .discarded(.notSubscribed)
        bench.board.readyToNotify(bench.connection)
        bench.write("01 80")
        bench.link.outcome = nil
        bench.link.room = nil
        #expect(bench.board.notifications.discarded == 2)
        #expect(bench.lines.contains { $0.contains("discarded, there is no subscription: 01 80") })
        #expect(bench.ask("02 80") == ["02 80 00 01 03 00"])
    }
}
