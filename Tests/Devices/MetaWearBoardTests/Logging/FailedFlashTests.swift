import Testing

@testable import MetaWearBoard

/// A storage that takes so many writes and then no more.
private final class FailingStorage: FlashStorage {
    var image = FlashImage()
    private(set) var words = 0
    private var left: Int

    init(taking writes: Int) { left = writes }

    private func take() -> Bool {
        left -= 1
        return left >= 0
    }

    func program(_ page: FlashPage, from word: Int) -> Bool {
        guard take() else { return false }
        words += page.words.count - word
        return true
    }
    func consume(_ page: FlashPage) {}
    func fill(_ pages: EarlierPages) {}
    func erase(through sequence: UInt32) {}
    func save(resetUID: UInt8) {}
    func save(firmware: InstalledFirmware) -> Bool { take() }
    func save(_ macro: RecordedMacro) -> Bool { take() }
    func eraseMacros() -> Bool { take() }
}

/// A flash that takes nothing any more: what did not reach it does not count.
@Suite struct FailedFlashTests {
    private static func profile(_ hasRAMPage: Bool) -> BoardProfile {
        var profile: BoardProfile = hasRAMPage ? .metaMotionS : .metaMotionR
        profile.flash = FlashGeometry(slotsPerPage: 8, capacity: 64, hasRAMPage: hasRAMPage)
        return profile
    }

    // holds FLS-14
    @Test(arguments: [(true, 2, 14), (false, 12, 10), (false, 8, 7), (false, 0, 0), (true, 0, 0)])
    func `only what was written is recorded`(
        row: (hasRAMPage: Bool, writes: Int, recorded: Int)
    ) {
        let storage = FailingStorage(taking: row.writes)
        let bench = Bench(Self.profile(row.hasRAMPage), storage: storage)
        bench.write("0b 02 01 01 ff 60")
        bench.write("0b 01 01")
        bench.logSwitch(30)
        bench.write("0b 10 01")
        #expect(bench.log.recordedEntries == row.recorded)
        #expect(bench.log.refusedEntries == 30 - row.recorded)
        #expect(bench.log.isFailed && !bench.log.isRecording)
        // The header of a page that holds nothing may be there.
        #expect(bench.log.entries == row.recorded)
        #expect((row.recorded...row.recorded + 2).contains(storage.words))
        #expect(bench.lines.count { $0.contains("flash failed: recording stops") } == 1)
        // Neither dropping everything nor a reset repairs it.
        bench.write("0b 01 00")
        bench.write("0b 09 ff ff ff ff")
        bench.board.resetByPin()
        bench.connect()
        bench.write("0b 02 01 01 ff 60")
        bench.write("0b 01 01")
        bench.logSwitch(20)
        #expect(bench.log.recordedEntries == row.recorded && bench.log.entries == 0)
    }

    // holds FLS-14
    @Test func `macros are kept or stay as the flash takes it`() {
        func macros(_ writes: Int) -> [UInt8] {
            let bench = Bench(storage: FailingStorage(taking: writes))
            for packet in ["0f 02 01", "0f 03 11 03 ec", "0f 04", "0f 02 00", "0f 04"] {
                bench.write(packet)
            }
            bench.write("0f 08")
            return bench.board.flash.macros.all.map(\.id)
        }
        #expect(macros(0) == [])
        #expect(macros(1) == [0])
        #expect(macros(2) == [0, 1])
        #expect(macros(3) == [])
    }

    // holds FLS-14
    @Test func `an update that was not written is not installed`() {
        let flash = Flash(
            geometry: BoardProfile.metaMotionS.flash, storage: FailingStorage(taking: 1))
        flash.invalidateApplication()
        flash.install(application: FirmwareRevision(major: 2, minor: 0, patch: 0))
        #expect(flash.firmware == InstalledFirmware(hasApplication: false))
    }
}
