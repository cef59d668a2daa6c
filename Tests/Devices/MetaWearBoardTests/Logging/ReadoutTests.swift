import Device
import Simulation
import Testing
import Wire

@testable import MetaWearBoard

/// Readout with pages, progress and confirmation (protocol, core 3.6 to 3.8).
@Suite struct ReadoutTests {
    /// A logger on the switch, and `count` entries whose data are 0, 1, 2 …
    static func bench(
        _ profile: BoardProfile = .metaMotionR, entries count: Int, quirks: Set<Quirk> = []
    ) -> Bench {
        let bench = Bench(profile, quirks: quirks)
        bench.write("0b 02 01 01 ff 00")
        bench.write("0b 01 01")
        bench.logSwitch(count)
        bench.write("0b 01 00")
        return bench
    }

    static func subscribe(_ bench: Bench) {
        for packet in ["0b 08 01", "0b 0d 01", "0b 07 01"] { bench.write(packet) }
    }

    /// Everything that a readout sends, each page confirmed at once.
    static func download(_ bench: Bench, slots: Int, every: Int) -> [[UInt8]] {
        var request: ShortBytes = [0x0B, 0x06]
        request.append(UInt32(slots))
        request.append(UInt32(every))
        bench.write(request.array)
        var all: [[UInt8]] = []
        while !bench.link.heard.isEmpty {
            let packet = bench.link.heard.removeFirst()
            all.append(packet)
            if packet == [0x0B, 0x0D] { bench.write("0b 0e") }
        }
        return all
    }

    static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    static func values(_ packets: [[UInt8]]) -> [UInt32] {
        packets.filter { $0[1] == 0x07 }.flatMap { packet in
            stride(from: 2, to: packet.count, by: 9).map { number(packet[$0 + 5..<$0 + 9]) }
        }
    }

    static func progress(_ packets: [[UInt8]]) -> [UInt32] {
        packets.filter { $0[1] == 0x08 }.map { number($0[2...]) }
    }

    // registers Logging 05 06 07 08 0d
    // holds LOG-24 LOG-25 LOG-26
    @Test func `the real capture: 586 slots in pages of 11, 127, 127, 127, 127 and 61`() {
        let bench = Self.bench(entries: 127 * 5 + 61)
        Self.subscribe(bench)
        // An earlier readout took the header and 116 entries of the first page.
        let taken = Self.download(bench, slots: 117, every: 0)
        #expect(Self.values(taken).count == 116)
        #expect(bench.ask("0b 85") == ["0b 85 4a 02 00 00"])

        let packets = Self.download(bench, slots: 586, every: 586 / 20)
        let entries = packets.filter { $0[1] == 0x07 }
        #expect(entries.filter { $0.count == 20 }.count == 287)
        #expect(entries.filter { $0.count == 11 }.count == 6)
        #expect(packets.filter { $0[1] == 0x0D }.count == 6)
        let progress = Self.progress(packets)
        #expect(progress.count == 20)
        #expect(progress.prefix(5) == [557, 527, 497, 467, 437])
        #expect(progress.contains(318) && progress.contains(289))
        #expect(progress.suffix(3) == [49, 19, 0])
        #expect(packets.suffix(2) == [[0x0B, 0x0D], [0x0B, 0x08, 0, 0, 0, 0]])
        #expect(Self.values(packets) == (116..<696).map { UInt32($0 & 0xFF) })
        #expect(bench.ask("0b 85") == ["0b 85 00 00 00 00"])
    }

    // holds LOG-27
    @Test func `the page sizes of the capture`() {
        let bench = Self.bench(entries: 127 * 5 + 61)
        Self.subscribe(bench)
        _ = Self.download(bench, slots: 117, every: 0)
        var pages = [0]
        for packet in Self.download(bench, slots: 586, every: 29) {
            if packet[1] == 0x07 { pages[pages.count - 1] += (packet.count - 2) / 9 }
            if packet[1] == 0x0D { pages.append(0) }
        }
        #expect(pages == [11, 127, 127, 127, 127, 61, 0])
    }

    // registers Logging 0e
    // holds LOG-28
    @Test func `nothing of the next page comes before the confirmation`() {
        let bench = Self.bench(entries: 130)
        Self.subscribe(bench)
        bench.write("0b 06 84 00 00 00 00 00 00 00")
        let first = bench.take()
        #expect(first.count == 66)
        #expect(first.suffix(2) == ["0b 08 04 00 00 00", "0b 0d"])
        bench.run(.seconds(60 as Int64))
        bench.play(
            """
            < nothing
            > 0b 0e
            < 0b 07 00 00 00 00 00 7f 00 00 00 00 00 00 00 00 80 00 00 00
            < 0b 07 00 00 00 00 00 81 00 00 00
            < 0b 0d
            < 0b 08 00 00 00 00
            > 0b 0e
            < nothing
            > 0b 0e
            ! no page waits
            > 0b 85
            < 0b 85 00 00 00 00
            """)
    }

    // holds LOG-29
    @Test func `an unconfirmed page is sent again after a lost link`() {
        let bench = Self.bench(entries: 130)
        Self.subscribe(bench)
        bench.write("0b 06 84 00 00 00 00 00 00 00")
        #expect(Self.values(bench.link.heard).count == 127)
        bench.disconnect()
        bench.link.heard = []
        bench.run(.seconds(5 as Int64))
        bench.connect()
        // The register subscriptions are still on; nothing comes by itself.
        #expect(bench.take() == [])
        #expect(bench.ask("0b 85") == ["0b 85 84 00 00 00"])
        let again = Self.download(bench, slots: 132, every: 0)
        #expect(Self.values(again) == (0..<130).map(UInt32.init))
    }

    // holds LOG-29
    @Test func `in the middle of a page, what was confirmed is gone and the rest comes again`() {
        let bench = Self.bench(entries: 300)
        Self.subscribe(bench)
        bench.write("0b 06 2f 01 00 00 00 00 00 00")
        bench.link.heard = []
        // The second page reaches the host in part, the link is full, and then lost.
        bench.link.room = 10
        bench.write("0b 0e")
        #expect(Self.values(bench.link.heard) == (127..<147).map(UInt32.init))
        bench.disconnect()
        bench.link.heard = []
        bench.link.room = nil
        bench.connect()
        #expect(bench.ask("0b 85") == ["0b 85 af 00 00 00"])
        #expect(Self.values(Self.download(bench, slots: 175, every: 0)).count == 173)
    }

    // holds LOG-31
    @Test func `a readout of fewer slots takes the oldest`() {
        let bench = Self.bench(entries: 20)
        Self.subscribe(bench)
        // Header and five entries.
        let packets = Self.download(bench, slots: 6, every: 0)
        #expect(Self.values(packets) == [0, 1, 2, 3, 4])
        #expect(packets.last == [0x0B, 0x08, 0, 0, 0, 0])
        #expect(bench.ask("0b 85") == ["0b 85 10 00 00 00"])
        #expect(Self.values(Self.download(bench, slots: 16, every: 0)) == (5..<20).map(UInt32.init))
    }

    // holds LOG-32
    @Test(arguments: [0, 1])
    func `a readout of nothing ends at once`(_ slots: Int) {
        let bench = Self.bench(entries: 0)
        Self.subscribe(bench)
        #expect(Self.download(bench, slots: slots, every: 0) == [[0x0B, 0x08, 0, 0, 0, 0]])
    }

    // holds LOG-33
    @Test func `asking for more than there is sends what there is`() {
        let bench = Self.bench(entries: 3)
        Self.subscribe(bench)
        let packets = Self.download(bench, slots: 0xFFFF_FFFF, every: 0)
        #expect(Self.values(packets) == [0, 1, 2])
        #expect(packets.last == [0x0B, 0x08, 0, 0, 0, 0])
    }

    // registers Logging 07
    // holds LOG-34
    @Test func `without the readout notify nothing is sent, and nothing is lost`() {
        Self.bench(entries: 3).play(
            """
            > 0b 06 04 00 00 00 00 00 00 00
            ! without readout notify
            < nothing
            > 0b 86
            < 0b 86 04 00 00 00 00 00 00 00
            > 0b 85
            < 0b 85 04 00 00 00
            """)
    }

    // registers Logging 08
    // holds LOG-35
    @Test func `without the progress notify only the last zero comes`() {
        let bench = Self.bench(entries: 100)
        bench.write("0b 07 01")
        let packets = Self.download(bench, slots: 101, every: 10)
        #expect(Self.progress(packets) == [0])
        // Page complete comes without its subscription too.
        #expect(packets.filter { $0[1] == 0x0D }.count == 1)
    }

    // holds LOG-36
    @Test func `a second readout replaces the first`() {
        let bench = Self.bench(entries: 130)
        Self.subscribe(bench)
        bench.write("0b 06 84 00 00 00 00 00 00 00")
        bench.link.heard = []
        #expect(
            Self.values(Self.download(bench, slots: 132, every: 0)) == (0..<130).map(UInt32.init))
    }

    // holds LOG-37
    @Test func `a link that is full at times loses no entry`() {
        let bench = Self.bench(entries: 130)
        Self.subscribe(bench)
        bench.link.room = 0
        bench.write("0b 06 84 00 00 00 1d 00 00 00")
        var packets: [[UInt8]] = []
        for _ in 0..<500 {
            bench.link.room = 3
            bench.board.readyToNotify(bench.connection)
            packets += bench.link.heard
            let isPageComplete = bench.link.heard.contains([0x0B, 0x0D])
            bench.link.heard = []
            if isPageComplete { bench.write("0b 0e") }
        }
        #expect(Self.values(packets) == (0..<130).map(UInt32.init))
        #expect(bench.board.notificationsDropped == 0)
        #expect(packets.last == [0x0B, 0x08, 0, 0, 0, 0])
    }

    // registers Logging 10
    // holds LOG-38
    @Test func `on the S a flush brings the RAM page into the readout`() {
        let bench = Self.bench(.metaMotionS, entries: 5)
        bench.play(
            """
            > 0b 85
            < 0b 85 00 00 00 00
            > 0b 07 01
            > 0b 06 06 00 00 00 00 00 00 00
            < 0b 08 00 00 00 00
            > 0b 10 01
            + 5 ms
            > 0b 85
            < 0b 85 06 00 00 00
            """)
        #expect(Self.values(Self.download(bench, slots: 6, every: 0)) == [0, 1, 2, 3, 4])
        #expect(bench.ask("0b 85") == ["0b 85 00 00 00 00"])
    }

    /// As the test of an SDK does that passes on real boards.
    // holds LOG-16 QRK-length-without-ram-page
    // registers Logging 05
    @Test(arguments: [false, true])
    func `on the S the length grows while the board records`(_ isQuirky: Bool) {
        let bench = Self.bench(
            .metaMotionS, entries: 0, quirks: isQuirky ? [.lengthWithoutRAMPage] : [])
        bench.write("0b 01 01")
        for n in 1...200 {
            bench.logSwitch(1)
            let slots = isQuirky ? 0 : UInt8(n + 1)
            #expect(bench.ask("0b 85") == ["0b 85 \(Hex.text([slots])) 00 00 00"])
        }
        // A full page is in flash: 511 entries and a header, then 89 and theirs.
        bench.logSwitch(400)
        #expect(bench.ask("0b 85") == [isQuirky ? "0b 85 00 02 00 00" : "0b 85 5a 02 00 00"])
        // A host that drops as many as are in flash keeps the RAM page.
        bench.write("0b 01 00")
        bench.write("0b 09 00 02 00 00")
        bench.write("0b 10 01")
        bench.run(.seconds(1 as Int64))
        #expect(bench.ask("0b 85") == ["0b 85 5a 00 00 00"])
        bench.write("0b 09 5a 00 00 00")
        #expect(bench.ask("0b 85") == ["0b 85 00 00 00 00"])
    }

    // holds LOG-25 LOG-33
    // registers Logging 06 07 08
    @Test func `a readout counts down from what is in flash, not from what was asked for`() {
        let bench = Self.bench(.metaMotionS, entries: 600)
        Self.subscribe(bench)
        let packets = Self.download(bench, slots: 602, every: 100)
        // The first page alone is in flash: 512 slots.
        #expect(Self.values(packets).count == 511)
        #expect(Self.progress(packets) == [411, 311, 211, 111, 11, 0])
        #expect(bench.ask("0b 85") == ["0b 85 00 00 00 00"])
    }

    // holds LOG-38
    @Test func `an S has pages of 511 entries`() {
        let bench = Self.bench(.metaMotionS, entries: 600)
        #expect(bench.log.length == 512)
        bench.write("0b 10 01")
        bench.run(.seconds(1 as Int64))
        #expect(bench.ask("0b 85") == ["0b 85 5a 02 00 00"])
        #expect(bench.log.length == 602)
    }

    // registers Logging 0d 10
    // holds LOG-39
    @Test func `flush is a register of revision 3, pages of revision 2`() {
        Bench(.metaMotionR).play(
            """
            > 0b 10 01
            ! flush page needs revision 3
            """)
        Bench(Bench.profile(.metaMotionR, 0x0B, ModuleInformation(0, 1, [8, 0x80, 0x2F]))).play(
            """
            > 0b 0d 01
            ! page complete needs revision 2
            > 0b 0e
            ! page confirm needs revision 2
            """)
    }

    // holds LOG-40
    @Test func `before revision 2 a readout has no pages and takes nothing away`() {
        let old = Bench.profile(.metaMotionR, 0x0B, ModuleInformation(0, 1, [8, 0x80, 0x2F]))
        let bench = Self.bench(old, entries: 130)
        bench.write("0b 07 01")
        for _ in 0..<2 {
            let packets = Self.download(bench, slots: 132, every: 0)
            #expect(Self.values(packets) == (0..<130).map(UInt32.init))
            #expect(!packets.contains([0x0B, 0x0D]))
        }
        #expect(bench.ask("0b 85") == ["0b 85 84 00 00 00"])
    }

    // registers Logging 09 0d
    // holds LOG-41
    @Test func `dropping ends with page complete, and with a readout under way`() {
        Self.bench(entries: 130).play(
            """
            > 0b 0d 01
            > 0b 09 03 00 00 00
            < 0b 0d
            > 0b 85
            < 0b 85 81 00 00 00
            > 0b 09 ff ff ff ff
            < 0b 0d
            > 0b 85
            < 0b 85 00 00 00 00
            """)
    }

    // holds LOG-42
    @Test func `recording goes on during a readout, also over the page that is being read`() {
        var profile = BoardProfile.metaMotionR
        profile.flash = FlashGeometry(slotsPerPage: 4, capacity: 16, hasRAMPage: false)
        let bench = Bench(profile)
        bench.write("0b 02 01 01 ff 00")
        bench.write("0b 0b 01")
        bench.write("0b 01 01")
        bench.logSwitch(12)
        Self.subscribe(bench)
        bench.write("0b 06 10 00 00 00 00 00 00 00")
        #expect(Self.values(bench.link.heard) == [0, 1, 2])
        bench.link.heard = []
        // The page that was sent is given up for a newer one before it is confirmed.
        bench.logSwitch(3, from: 12)
        bench.write("0b 0e")
        #expect(Self.values(bench.link.heard) == [3, 4, 5])
    }

    // holds LOG-43
    @Test func `entries as in the vectors`() throws {
        let rows: [(String, [(UInt8, UInt8, UInt32, UInt32)])] = [
            (
                "20 75 1b 04 00 3e 01 cd 01 21 76 1b 04 00 c0 07 00 00",
                [(0, 1, 0x041B75, 0x01CD013E), (1, 1, 0x041B76, 0x07C0)]
            ),
            (
                "a0 bd 25 00 00 02 01 00 00 a3 bd 25 00 00 00 00 00 00",
                [(0, 5, 0x25BD, 0x0102), (3, 5, 0x25BD, 0)]
            ),
            ("00 53 82 02 00 16 98 dd 00", [(0, 0, 0x028253, 0x00DD9816)]),
            (
                "c0 53 9f 3b 00 a4 fd b3 43 c1 53 9f 3b 00 2e 43 68 41",
                [(0, 6, 0x3B9F53, 0x43B3FDA4), (1, 6, 0x3B9F53, 0x4168432E)]
            ),
        ]
        for (hex, entries) in rows {
            let bytes = try #require(Hex.bytes(hex))
            let pair = try Logging.EntryPair(bytes)
            for (seen, entry) in zip([pair.first, pair.second], entries) {
                #expect(seen.logger == entry.0 && seen.resetUID == entry.1)
                #expect(seen.tick == entry.2 && seen.data == entry.3)
            }
            // And the board writes the same bytes for the same entries.
            let bench = Bench(.metaMotionR)
            for _ in 0..<entries[0].1 { bench.board.resetByPin() }
            bench.connect()
            bench.log.isEnabled = true
            for entry in entries {
                bench.log.append(logger: entry.0, tick: entry.2, data: entry.3)
            }
            bench.log.isEnabled = false
            bench.write("0b 07 01")
            let sent = Self.download(bench, slots: 3, every: 0)
            #expect(Hex.text(sent[0]) == "0b 07 " + hex)
        }
    }

    // holds LOG-44
    @Test func `the vectors of a download, 414 slots with a report every 20`() {
        // 4 pages: 414 slots are 410 entries.
        let bench = Self.bench(entries: 410)
        bench.play(
            """
            > 0b 08 01
            > 0b 0d 01
            > 0b 07 01
            > 0b 85
            < 0b 85 9e 01 00 00
            """)
        let packets = Self.download(bench, slots: 414, every: 20)
        #expect(Self.values(packets).count == 410)
        let progress = Self.progress(packets)
        #expect(progress.last == 0)
        #expect(zip(progress, progress.dropFirst()).dropLast().allSatisfy { $0 >= $1 + 20 })
        bench.play(
            """
            > 0b 86
            < 0b 86 9e 01 00 00 14 00 00 00
            > 0b 07 00
            > 0b 0d 00
            > 0b 08 00
            """)
    }
}
