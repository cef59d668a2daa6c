import Checkout
import Foundation
import MetaWearProtocol
import Testing

@testable import MetaWearFirmware

/// What is a firmware package, and what is none.
@Suite struct PackageTests {
    private let folder: Folder
    private let image = TestImage.bytes()

    init() throws { folder = try Folder() }

    private func isInvalid(_ url: URL, _ location: SourceLocation = #_sourceLocation) {
        #expect(
            throws: MWFirmwareError.invalidFirmwareFile(url), sourceLocation: location
        ) { try FirmwarePackage(contentsOf: url) }
    }

    @Test func `an application with its description`() throws {
        let url = try folder.zip([
            "manifest.json": TestImage.manifest(
                TestImage.part("application"), "\"dfu_version\": 0.5"),
            "application.dat": TestImage.initPacket(image), "application.bin": image,
        ])
        #expect(
            try FirmwarePackage(contentsOf: url).images == [
                FirmwarePackage.Image(
                    type: .application, bytes: image, bootloaderLength: 0,
                    initPacket: TestImage.initPacket(image))
            ])
    }

    @Test func `the extension's case does not matter`() throws {
        let url = try folder.zip(
            [
                "manifest.json": TestImage.manifest(TestImage.part("application")),
                "application.dat": [1, 2], "application.bin": image,
            ], as: "P.ZIP")
        #expect(try FirmwarePackage(contentsOf: url).images.count == 1)
        #expect(
            try FirmwarePackage(contentsOf: folder.file("a.BIN", image)).images.first?.bytes
                == image)
    }

    @Test func `all parts come in the order of their installation`() throws {
        let both = [UInt8](repeating: 3, count: 500)
        let (bootloader, softDevice) = ([UInt8](5...204), [UInt8](repeating: 1, count: 300))
        let url = try folder.zip([
            "application.dat": [1, 2], "application.bin": image,
            "manifest.json": TestImage.manifest(
                TestImage.part("application"), TestImage.part("bootloader"),
                TestImage.part("softdevice"),
                TestImage.part(
                    "softdevice_bootloader",
                    more: ", \"info_read_only_metadata\": {\"sd_size\": 300, \"bl_size\": 200}")),
            "bootloader.dat": [3, 4], "bootloader.bin": bootloader,
            "softdevice.dat": [9, 9], "softdevice.bin": softDevice,
            "softdevice_bootloader.dat": [7, 7], "softdevice_bootloader.bin": both,
        ])
        let images = try FirmwarePackage(contentsOf: url).images
        #expect(
            images.map(\.type) == [
                .softDeviceAndBootloader, .softDevice, .bootloader, .application,
            ])
        #expect(images[0].bootloaderLength == 200)
        #expect(images[2].bytes == bootloader && images[2].initPacket == [3, 4])
    }

    @Test func `a package of the first tools has no list`() throws {
        let url = try folder.zip(["application.bin": image, "application.dat": [1, 2]])
        #expect(
            try FirmwarePackage(contentsOf: url).images == [
                FirmwarePackage.Image(
                    type: .application, bytes: image, bootloaderLength: 0, initPacket: [1, 2])
            ])
    }

    @Test func `a text of records is an image`() throws {
        // Far behind, so that the image has its least length.
        let text = """
            :020000040001F9
            :10000000000102030405060708090A0B0C0D0E0F78
            :0400140010111213A2
            :0400000500010000F6
            :0400C00014151617E6
            :00000001FF
            """
        let url = try folder.file("a.hex", Array(text.utf8))
        let bytes = try FirmwarePackage(contentsOf: url).images[0].bytes
        // The gaps are erased flash.
        let gaps = [4, 168].map { [UInt8](repeating: 0xFF, count: $0) }
        #expect(
            bytes == Array(0...15) + gaps[0] + Array(0x10...0x13) + gaps[1] + Array(0x14...0x17))
        for wrong in [
            text.replacingOccurrences(of: "F78", with: "F79"),
            text.replacingOccurrences(of: ":00000001FF", with: ""),
            text.replacingOccurrences(of: ":020000040001F9", with: ":0200000400"),
            ":00000001FF",
            // Two records at both ends of the address space.
            ":020000040000FA\n:0100000000FF\n:02000004FFFFFC\n:0100000000FF\n:00000001FF",
            "hello",
        ] {
            isInvalid(try folder.file("b.hex", Array(wrong.utf8)))
        }
    }

    @Test func `other files are none`() throws {
        isInvalid(folder.url.appending(path: "missing.zip"))
        isInvalid(folder.url)
        isInvalid(try #require(URL(string: "https://example.org/p.zip")))
        isInvalid(try folder.file("a.txt", image))
        isInvalid(try folder.file("none", image))
        isInvalid(try folder.file("empty.zip", []))
        isInvalid(try folder.file("empty.bin", []))
        isInvalid(try folder.file("noise.zip", image))
        isInvalid(try folder.file("huge.bin", [UInt8](repeating: 0, count: (1 << 20) + 1)))
        isInvalid(try folder.zip(["readme.txt": image]))
    }

    @Test(arguments: [
        "", "no JSON", "{}", "{\"manifest\": {}}", "{\"manifest\": {\"application\": {}}}",
        "{\"manifest\": {\"application\": {\"bin_file\": 3, \"dat_file\": \"a.dat\"}}}",
        "{\"manifest\": {\"application\": {\"bin_file\": \"b.bin\", \"dat_file\": \"a.dat\"}}}",
        "{\"manifest\": {\"application\": {\"bin_file\": \"a.bin\", \"dat_file\": \"b.dat\"}}}",
        "{\"manifest\": {\"application\": {\"bin_file\": \"../a.bin\", \"dat_file\": \"a.dat\"}}}",
        // Sizes that are missing, and that do not add up.
        "{\"manifest\": {\"softdevice_bootloader\": {\"bin_file\": \"a.bin\", \"dat_file\": \"a.dat\"}}}",
        """
        {"manifest": {"softdevice_bootloader": {"bin_file": "a.bin", "dat_file": "a.dat", "sd_size": 500, "bl_size": 501}}}
        """,
        """
        {"manifest": {"softdevice_bootloader": {"bin_file": "a.bin", "dat_file": "a.dat",
         "sd_size": -9223372036854775807, "bl_size": -9223372036854775807}}}
        """,
    ])
    func `a list that does not fit is refused`(list: String) throws {
        isInvalid(
            try folder.zip(["manifest.json": Array(list.utf8), "a.bin": image, "a.dat": [1, 2]]))
    }

    @Test(arguments: ["../application.bin", "/etc/x", "a/../../b", "..\\b", "\\b"])
    func `a name that leads out of the archive is refused`(name: String) throws {
        let url = try folder.zip([
            "manifest.json": TestImage.manifest(TestImage.part("application")),
            "application.dat": [1, 2], "application.bin": image, "\(name)": [1],
        ])
        isInvalid(url)
    }

    @Test(.slow) func `an archive that unpacks to too much is refused`() throws {
        // 64 MiB of zeroes in 64 kB.
        let zeroes = [UInt8](repeating: 0, count: 64 << 20)
        let url = try folder.zip([
            "manifest.json": TestImage.manifest(TestImage.part("application")),
            "application.dat": [1, 2], "application.bin": zeroes,
        ])
        #expect(try Data(contentsOf: url).count < 100_000)
        isInvalid(url)
        let list = try folder.zip(
            [
                "manifest.json": TestImage.manifest(TestImage.part("application"))
                    + [UInt8](repeating: 0x20, count: 10 << 20),
                "application.dat": [1, 2], "application.bin": image,
            ], as: "list.zip")
        isInvalid(list)
    }

    /// Each byte of a package is damaged, and the package is cut at each length.
    @Test func `damage never traps, and an image that comes out is whole`() throws {
        let image = TestImage.bytes(count: 200)
        let whole = [UInt8](
            try Data(
                contentsOf: folder.zip([
                    "manifest.json": TestImage.manifest(TestImage.part("application")),
                    "application.dat": TestImage.initPacket(image), "application.bin": image,
                ])))
        let wanted = try FirmwarePackage(contentsOf: folder.url.appending(path: "p.zip"))
        var refused = 0
        for place in whole.indices {
            for change: UInt8 in [0x01, 0x80, 0xFF] {
                var bytes = whole
                bytes[place] ^= change
                if let package = FirmwarePackage(Data(bytes), kind: "zip") {
                    #expect(package == wanted)
                } else {
                    refused += 1
                }
            }
        }
        // Dates, versions and the like may be anything.
        #expect(refused > whole.count)
        for length in 0..<whole.count {
            #expect(FirmwarePackage(Data(whole[..<length]), kind: "zip") == nil)
        }
    }
}
