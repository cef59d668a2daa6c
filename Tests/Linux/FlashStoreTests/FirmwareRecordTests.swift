import Checkout
import MetaWearBoard
import Testing

@testable import FlashStore

@Suite struct FirmwareRecordTests {
    static let cases: [InstalledFirmware] = [
        InstalledFirmware(),
        InstalledFirmware(hasApplication: false),
        InstalledFirmware(application: FirmwareRevision(major: 1, minor: 7, patch: 4)),
        InstalledFirmware(
            hasApplication: false, application: FirmwareRevision(major: 255, minor: 0, patch: 1),
            bootloader: FirmwareRevision(major: 0, minor: 5, patch: 0)),
        InstalledFirmware(bootloader: FirmwareRevision(major: 0, minor: 0, patch: 0)),
    ]

    // holds BOO-26
    @Test(arguments: cases)
    func `what the bootloader left is there for the next process`(
        firmware: InstalledFirmware
    ) throws {
        let directory = TemporaryDirectory()
        do {
            let first = try FlashDirectory(directory.path, for: .metaMotionS)
            first.save(firmware: InstalledFirmware(hasApplication: false))
            first.save(firmware: firmware)
            first.save(resetUID: 3)
        }
        let second = try FlashDirectory(directory.path, for: .metaMotionS)
        #expect(second.image.firmware == firmware)
        #expect(second.image.resetUID == 3)
    }

    // holds BOO-26
    @Test(.slow) func `a rewritten file keeps it`() throws {
        let directory = TemporaryDirectory()
        let firmware = Self.cases[3]
        do {
            let first = try KeptBoard(directory.path, .metaMotionR)
            first.flash.save(firmware: firmware)
            first.startLogging()
            // Far beyond what makes the file be written anew.
            for round in 0..<40 {
                first.log(round * 1000..<(round + 1) * 1000)
                _ = first.download()
                first.write([0x0B, 0x01, 0x01])
            }
            #expect(first.flash.length < 1 << 20)
        }
        #expect(
            try FlashDirectory(directory.path, for: .metaMotionR).image.firmware == firmware)
    }

    // holds BOO-26
    @Test func `a board without an application starts in its bootloader, and counts no boot`()
        throws
    {
        let directory = TemporaryDirectory()
        do {
            let first = try KeptBoard(directory.path)
            first.write([0xFE, 0x08])
            #expect(!first.board.isInBootloader)
        }
        let second = try KeptBoard(directory.path)
        #expect(second.board.isInBootloader)
        #expect(second.board.flash.log.resetUID == 0)
        #expect(second.board.gapName == "MetaBoot")
    }
}
