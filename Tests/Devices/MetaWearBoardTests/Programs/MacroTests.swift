import Peripheral
import Simulation
import Testing
import Wire

@testable import MetaWearBoard

/// The macro module (protocol, core 7).
@Suite struct MacroTests {
    // holds MAC-01 MAC-03 MAC-06
    // registers Macros 02 03 04
    @Test func `the LED macro of the documents runs at the next boot`() throws {
        let bench = Bench()
        bench.play(
            """
            > 0f 02 01
            < 0f 02 00
            > 0f 03 02 03 02 02 10 10 00 00 f4 01 00 00 e8 03 00 00 05
            > 0f 03 02 01 01
            > 0f 04
            > 0f 82 00
            < 0f 82 00 01 02
            > 0f 83 00 00
            < 0f 83 02 03 02 02 10 10 00 00 f4 01 00 00 e8 03 00 00 05
            > 0f 83 00 01
            < 0f 83 02 01 01
            > 0f 83 00 02
            < 0f 83
            """)
        // Recording is not executing.
        let led = try #require(bench.board.module(LED.self))
        #expect(!bench.lines.contains { $0.contains("macro 0 > ") })
        bench.write("fe 01")
        #expect(bench.board.resets == 1)
        bench.run(milliseconds: 1_499)
        #expect(!bench.lines.contains { $0.contains("macro 0 > ") })
        #expect(bench.board.advertisement == nil)
        bench.run(milliseconds: 1)
        #expect(bench.board.advertisement != nil)
        #expect(
            bench.lines.filter { $0.contains("macro 0 > ") }.map { $0.split(separator: ">")[1] }
                .map { $0.prefix(6) } == [" 02 03", " 02 01"])
        #expect(bench.board.module(LED.self) !== led)
    }

    // holds MAC-06
    @Test func `the script that a simulator must pass, its macro (core, appendix B 5)`() {
        let bench = Bench()
        bench.play(
            """
            > 0f 02 01
            < 0f 02 00
            > 0f 03 02 01 01
            > 0f 04
            > fe 01
            + 3 s
            * connect
            > 0f 82 00
            < 0f 82 00 01 01
            """)
        #expect(bench.board.resets == 1 && bench.link.disconnects == 1)
        #expect(bench.lines.filter { $0.contains("macro 0 > 02 01 01") }.count == 1)
    }

    // holds MAC-04
    // registers Macros 03 09
    @Test func `a command may come in parts, of any length up to a long name's`() {
        let bench = Bench()
        bench.play(
            """
            > 0f 02 00
            < 0f 02 00
            > 0f 09 11 07
            > 0f 03 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10 11 12
            > 0f 03 0a 02 09 03 02 02 03 0f
            > 0f 09 09
            > 0f 09 07
            > 0f 03 03 01
            > 0f 03 09
            ! 1 bytes are too short for a command
            > 0f 09 09
            > 0f 03 03 01
            > 0f 04
            > 0f 82 00
            < 0f 82 00 00 04
            > 0f 83 00 00
            < 0f 83 11 07 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10
            > 0f 83 00 01
            < 0f 83 0a 02 09 03 02 02 03 0f
            > 0f 83 00 02
            < 0f 83 09 07 03 01
            > 0f 83 00 03
            < 0f 83 09 03 01
            > 0f 05 00
            < 0a 02 00
            > 11 87
            < 11 87 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10 11 12
            """)
        // A name of 26, as the Swift SDK splits it.
        let name = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
        bench.write("0f 02 01")
        bench.write([0x0F, 0x09, 0x11, 0x01])
        bench.write([0x0F, 0x03] + name)
        bench.write("0f 04")
        bench.write("0f 05 01")
        #expect(bench.board.gapName == "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        _ = bench.take()
        bench.play(
            """
            > 0f 02 00
            < 0f 02 02
            > 0f 09 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10 11 12
            > 0f 03 01 02 03 04 05 06 07 08 09 0a 0b
            ! 29 bytes are too short for a command
            """)
    }

    // holds MAC-02 MAC-05
    // registers Macros 02 03 04 09
    @Test func `what is not begun is not recorded, what is not ended is dropped`() {
        Bench().play(
            """
            > 0f 03 02 01 01
            ! no macro is being recorded
            > 0f 09 02 01
            ! no macro is being recorded
            > 0f 04
            ! no macro is being recorded
            > 0f 02 01
            < 0f 02 00
            > 0f 03 02 01 01
            > 0f 82 00
            < 0f 82
            > 0f 02 00
            < 0f 02 00
            # other commands are carried out meanwhile
            > 0c 02 e8 03 00 00 ff ff 01
            < 0c 02 00
            > 0f 03 fe 84
            > 0f 04
            > 0f 82 00
            < 0f 82 00 00 01
            > 0f 83 00 00
            < 0f 83 fe 84
            > 0f 02 00
            < 0f 02 01
            > 0f 04
            > 0f 82 01
            < 0f 82 01 00 00
            """)
    }

    // holds MAC-02
    // registers Macros 02
    @Test(arguments: BoardProfile.all)
    func `eight macros, the lowest free id first; a full table answers nothing`(
        _ profile: BoardProfile
    ) {
        let bench = Bench(profile)
        for id in 0..<8 {
            #expect(bench.ask("0f 02 01") == ["0f 02 0\(id)"])
            bench.write("0f 04")
        }
        bench.play(
            """
            > 0f 02 01
            ! all 8 macros are in use
            > 0f 03 02 01 01
            ! no macro is being recorded
            > 0f 82 08
            < 0f 82
            """)
    }

    // holds MAC-02
    @Test func `the flash for macros ends somewhere, and keeps what was recorded`() {
        let bench = Bench()
        bench.write("0f 02 00")
        for _ in 0..<300 {
            bench.write("0f 03 11 07 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e")
        }
        #expect(bench.lines.last?.contains("the flash for macros is full") == true)
        bench.write("0f 04")
        let kept = bench.board.flash.macros[0]
        #expect(kept.map { $0.bytes.count <= 4_092 && $0.bytes.count > 4_075 } == true)
        #expect(kept?.count == kept.map { $0.bytes.count / 17 })
    }

    // holds MAC-07 MAC-08
    // registers Macros 05 06 07
    @Test func `execution, in order of recording, and its end`() {
        Bench().play(
            """
            > 0f 02 00
            < 0f 02 00
            > 0f 03 fe 84
            > 0f 03 11 91
            > 0f 03 04 81 00
            > 0f 04
            > 0f 05 03  nobody's
            > 0f 05 00
            < fe 84 00 00 00 00
            < 11 91 00
            < 04 81 00 .. ..
            < nothing
            > 0f 07 01
            ! enabled slot by slot
            > 0f 06 00 01
            > 0f 05 00
            < fe 84 00 00 00 00
            < 11 91 00
            < 04 81 00 .. ..
            < 0f 07 00
            > 0f 06 00 00
            > 0f 05 00
            < fe 84 00 00 00 00
            < 11 91 00
            < 04 81 00 .. ..
            """)
    }

    // holds MAC-08
    @Test func `a macro in a macro runs behind it, and commands that it causes too`() {
        Bench().play(
            """
            > 0f 02 00
            < 0f 02 00
            > 0f 03 11 91
            > 0f 04
            > 0f 02 00
            < 0f 02 01
            > 0f 03 0f 05 00
            > 0f 03 fe 03 01 01 00 07
            > 0f 03 fe 84
            > 0f 04
            > 0a 02 01 01 ff 0c 82 00
            < 0a 02 00
            > 0a 02 01 01 ff 0c 82 01
            < 0a 02 01
            > 0a 03 05
            > 0f 05 01
            < 01 01 07
            < fe 84 00 00 00 00
            < 11 91 00
            < 0c 82
            """)
    }

    // holds MAC-06 MAC-09
    @Test func `boot macros make what was recorded with its ids, before the board is on the air`() {
        let bench = Bench()
        // As the C++ and Android SDKs record it: an event on a timer, a processor's subscription.
        for packet in [
            "0f 02 01", "0f 03 0c 02 f4 01 00 00 ff ff 00", "0f 03 0a 02 0c 06 00 04 81 01",
            "0f 03 0a 03 00", "0f 03 0c 03 00", "0f 04",
            "0f 02 00", "0f 03 11 01 4e 65 76 65 72", "0f 04",
            "0f 02 01", "0f 03 0c 02 e8 03 00 00 ff ff 00", "0f 03 0a 02 0c 06 01 fe 84 00",
            "0f 03 0a 03", "0f 03 0c 03 01", "0f 03 11 01 42 6f 6f 74", "0f 03 09 07 03 01",
            "0f 03 09 03 01", "0f 04",
        ] { bench.write(packet) }
        #expect(bench.board.gapName == "MetaWear")
        bench.write("fe 01")
        bench.run(.seconds(2 as Int64))
        #expect(bench.board.gapName == "Boot")
        #expect(bench.board.advertisement?.data.contains { $0 == UInt8(ascii: "B") } == true)
        bench.connect()
        _ = bench.take()
        bench.play(
            """
            > 0c 82 00
            < 0c 82 f4 01 00 00 ff ff 00
            > 0c 82 01
            < 0c 82 e8 03 00 00 ff ff 00
            > 0a 82 01
            < 0a 82 0c 06 01 fe 84 00
            + 1 s
            < fe 84 00 00 00 00
            < 04 81 00 .. ..
            < 04 81 00 .. ..
            """)
        let order = bench.lines.compactMap { line in
            line.contains("macro 0 > ") ? 0 : line.contains("macro 2 > ") ? 2 : nil
        }
        #expect(order == Array(repeating: 0, count: 4) + Array(repeating: 2, count: 7))
    }

    // holds MAC-06
    @Test(arguments: ["pin", "brown-out", "supply", "wake"])
    func `boot macros run at every boot, whatever its cause`(_ cause: String) {
        let bench = Bench()
        for packet in ["0f 02 01", "0f 03 11 03 ec", "0f 04"] { bench.write(packet) }
        switch cause {
        case "pin": bench.board.resetByPin()
        case "brown-out": bench.board.brownOut()
        case "supply":
            bench.board.powerOff()
            bench.run(.seconds(5 as Int64))
            bench.board.powerOn()
        default:
            bench.write("fe 07")
            bench.write("fe 01")
            bench.run(.seconds(5 as Int64))
            #expect(!bench.lines.contains { $0.contains("macro 0 > ") })
            bench.board.setButton(pressed: true)
        }
        bench.run(.seconds(2 as Int64))
        #expect(bench.lines.filter { $0.contains("macro 0 > 11 03 ec") }.count == 1)
        #expect(bench.board.advertisement?.txPower == -20)
    }

    // holds MAC-06
    @Test func `power and charge are told after the boot macros`() {
        let bench = Bench()
        bench.board.setBattery(level: 50)
        for packet in [
            "0f 02 01", "0f 03 0a 02 11 12 ff fe 84 00", "0f 03 0a 02 11 11 ff 11 91 00", "0f 04",
        ] { bench.write(packet) }
        bench.board.setCharger(connected: true)
        bench.board.resetByPin()
        bench.run(.seconds(2 as Int64))
        let lines = bench.lines.filter { $0.contains("macro 0 > ") || $0.contains("event ") }
        #expect(
            lines.map { $0.contains("macro") ? "macro" : $0.contains("fe 84") ? "charge" : "power" }
                == ["macro", "macro", "power", "charge"])
    }

    // holds MAC-10
    // registers Macros 08
    @Test func `erased macros are gone at once and free after the link`() {
        Bench().play(
            """
            > 0f 02 01
            < 0f 02 00
            > 0f 03 fe 84
            > 0f 04
            > 0f 02 00
            < 0f 02 01
            > 0f 04
            > 0f 08
            > 0f 82 00
            < 0f 82
            > 0f 05 00
            < nothing
            > 0f 02 00
            < 0f 02 02
            * disconnect
            + 2 s
            * connect
            > 0f 02 00
            < 0f 02 00
            """)
    }

    // holds MAC-10
    @Test func `erasing all of the slots leaves none until the collection`() {
        let bench = Bench(quirks: [.garbageResetIgnored])
        for _ in 0..<8 {
            bench.write("0f 02 01")
            bench.write("0f 04")
        }
        _ = bench.take()
        bench.play(
            """
            > fe 05
            ! nothing to collect
            > 0f 08
            > 0f 02 01
            ! all 8 macros are in use
            > fe 05
            * disconnect
            + 3 s
            * connect
            > 0f 02 01
            < 0f 02 00
            """)
        #expect(bench.board.resets == 1)
    }

    // holds MAC-11
    // registers Macros 01
    @Test func `the enable register reads back`() {
        Bench().play(
            """
            > 0f 81
            < 0f 81 01
            > 0f 01 00
            > 0f 81
            < 0f 81 00
            """)
    }

    // holds MAC-12
    @Test func `a macro that resets the board at every boot leaves it for that long`() {
        let bench = Bench()
        for packet in ["0f 02 01", "0f 03 11 03 ec", "0f 03 fe 01", "0f 03 11 03 04", "0f 04"] {
            bench.write(packet)
        }
        bench.write("fe 01")
        bench.run(.seconds(10 as Int64))
        #expect((6...8).contains(bench.board.resets))
        #expect(!bench.lines.contains { $0.contains("macro 0 > 11 03 04") })
        #expect(bench.board.advertisement == nil)
        #expect(bench.board.flash.macros.eraseAll())
        bench.run(.seconds(3 as Int64))
        #expect(bench.board.advertisement != nil)
    }

    // holds MAC-06
    @Test func `a board that comes with recorded macros runs them as it is switched on`() {
        let storage = NotedStorage()
        do {
            let bench = Bench(storage: storage)
            for packet in ["0f 02 01", "0f 03 11 03 ec", "0f 04", "0f 02 00", "0f 04"] {
                bench.write(packet)
            }
            #expect(storage.image.macros.map(\.id) == [0, 1])
        }
        let next = Bench(storage: storage, isConnected: false)
        #expect(next.board.advertisement?.txPower == -20)
        next.connect()
        next.write("0f 08")
        #expect(storage.image.macros == [])
    }
}

/// A storage that keeps macros and nothing else, for the life of a test.
final class NotedStorage: FlashStorage {
    var image = FlashImage()
    func program(_ page: FlashPage, from word: Int) -> Bool { true }
    func consume(_ page: FlashPage) {}
    func fill(_ pages: EarlierPages) {}
    func erase(through sequence: UInt32) {}
    func save(resetUID: UInt8) { image.resetUID = resetUID }
    func save(firmware: InstalledFirmware) -> Bool { true }
    func save(_ macro: RecordedMacro) -> Bool {
        image.macros.append(macro)
        return true
    }
    func eraseMacros() -> Bool {
        image.macros = []
        return true
    }
}
