import Foundation
import Testing

@testable import MetaWearFirmware

/// The catalogue and what it offers for a board.
@Suite struct CatalogueTests {
    static let text = """
        {"0.1": {"8": {"vanilla": {
            "1.7.3": {"filename": "firmware.zip", "required-bootloader": "0.4.0"},
            "1.10.0": {"filename": "firmware.zip", "required-bootloader": ""},
            "1.9.0": {"filename": "firmware.zip"},
            "2.0.0-beta": {"filename": "firmware.zip", "min-ios-version": "3.2.0"},
            "3.0.0": {"filename": "firmware.zip", "min-ios-version": "3.2.1"},
            "1.8.0": {"required-bootloader": "0.4.0"}},
          "bootloader": {"0.4.0": {"filename": "bootloader.zip"}}}},
         "0.4": {"5": {"vanilla": {"1.7.3": {"filename": "firmware.zip"}}}}}
        """

    private func builds(
        _ hardware: String = "0.1", _ model: String = "8", _ flavour: String = "vanilla",
        sdk: String = "3.2.0"
    ) throws -> [MWFirmwareBuild] {
        MWFirmwareCatalog.matchingBuilds(
            from: try MWFirmwareCatalog.parse(Data(Self.text.utf8)), hardwareRev: hardware,
            modelNumber: model, buildFlavor: flavour, sdkVersion: sdk)
    }

    @Test func `builds come oldest first, without those that need a newer SDK or have no file`()
        throws
    {
        #expect(
            try builds().map(\.firmwareRev) == ["1.7.3", "1.9.0", "1.10.0", "2.0.0-beta"])
        #expect(try builds(sdk: "3.1.9").map(\.firmwareRev).last == "1.10.0")
        #expect(try builds(sdk: "4").map(\.firmwareRev).last == "3.0.0")
    }

    @Test func `an empty bootloader stays empty, a missing one is nil`() throws {
        #expect(try builds().map(\.requiredBootloader) == ["0.4.0", nil, "", nil])
    }

    @Test(arguments: ["0.1", "r0.1", "R0.1", " r0.1 "])
    func `a board may report its hardware with an r`(hardware: String) throws {
        let found = try builds(hardware)
        #expect(found.count == 4)
        // The address has the catalogue's own key.
        #expect(found.allSatisfy { $0.hardwareRev == "0.1" })
    }

    @Test func `what the catalogue does not have gives nothing`() throws {
        #expect(try builds("0.9").isEmpty)
        #expect(try builds("0.1", "5").isEmpty)
        #expect(try builds("0.1", "8", "chocolate").isEmpty)
    }

    @Test(arguments: [
        "", "nonsense", "[]", "{\"0.1\": 3}",
        "{\"0.1\": {\"8\": {\"vanilla\": {\"1.7.3\": {\"filename\": 3}}}}}",
        "{\"0.1\": {\"8\": {\"vanilla\": {\"1.7.3\": \"firmware.zip\"}}}}", "<html></html>",
    ])
    func `anything else is no catalogue`(text: String) {
        #expect {
            try MWFirmwareCatalog.parse(Data(text.utf8))
        } throws: { error in
            if case MWFirmwareError.invalidServerResponse = error { true } else { false }
        }
    }

    @Test func `a build is at its place on the vendor's server`() {
        let build = MWFirmwareBuild(
            hardwareRev: "0.1", modelNumber: "8", buildFlavor: "vanilla", firmwareRev: "1.7.3",
            filename: "firmware.zip", requiredBootloader: nil)
        #expect(
            build.firmwareURL.absoluteString
                == "https://mbientlab.com/releases/metawear/0.1/8/vanilla/1.7.3/firmware.zip")
    }

    @Test func `what an address may not contain is escaped`() {
        let build = MWFirmwareBuild(
            hardwareRev: "0 1", modelNumber: "8/9", buildFlavor: "va?nilla", firmwareRev: "1%7",
            filename: "ä b#.zip", requiredBootloader: nil)
        #expect(build.filename == "ä b#.zip")
        #expect(build.firmwareURL.host() == "mbientlab.com")
        #expect(build.firmwareURL.query() == nil && build.firmwareURL.fragment() == nil)
        #expect(build.firmwareURL.absoluteString.contains("/0%201/"))
    }

    @Test func `a build at another address is named after it`() throws {
        let url = try #require(URL(string: "https://example.org/a/b.zip"))
        let build = MWFirmwareBuild(
            hardwareRev: "0.1", modelNumber: "8", firmwareRev: "1.7.3", customURL: url)
        #expect(build.filename == "b.zip")
        #expect(build.buildFlavor == "vanilla")
        #expect(build.firmwareURL == url)
        #expect(build.requiredBootloader == nil)
    }

    @Test func `errors say what they are about`() throws {
        let file = try #require(URL(string: "file:///x/some.zip"))
        let texts: [(MWFirmwareError, String)] = [
            (.badServerResponse(status: 503), "503"),
            (.invalidServerResponse(message: "odd"), "odd"),
            (.noAvailableFirmware(message: "none for it"), "none for it"),
            (.cannotSaveFile(message: "disk full"), "disk full"),
            (.invalidFirmwareFile(file), "some.zip"),
            (.bootloaderUpgradeUnavailable(requiredVersion: "0.4.0", hardwareRev: "r0.1"), "0.4.0"),
            (.deviceNotIdle, "streaming"), (.dfuFailed(message: "5: crc"), "5: crc"),
            (.aborted, "aborted"),
        ]
        for (error, text) in texts {
            #expect(error.errorDescription?.contains(text) == true)
            #expect(error.localizedDescription.contains(text))
        }
        #expect(MWFirmwareError.operationFailed("as it is").errorDescription == "as it is")
    }

    @Test func `a progress begins at nothing`() {
        let progress = DFUProgress(state: .scanning)
        #expect(progress.percentComplete == 0 && progress.bytesPerSecond == 0)
        #expect(progress.currentPart == 1 && progress.totalParts == 1)
    }
}
