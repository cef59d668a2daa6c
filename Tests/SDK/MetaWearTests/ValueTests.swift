import Foundation
import Testing

@testable import MetaWear

/// Values that an app sees: errors, rates, board states.
@Suite struct ValueTests {
    private static let information = MWDeviceInformation(
        manufacturer: "MbientLab Inc", modelNumber: "8", serialNumber: "05AB12",
        firmwareRevision: "1.7.2", hardwareRevision: "0.1")
    private static let modules = [
        MWModuleInfo(module: .led, implementation: 0, revision: 1, extra: [3]),
        MWModuleInfo(module: .switch_, implementation: 0, revision: 0),
    ]

    @Test func `errors say what was asked`() {
        #expect(
            MWError.operationFailed("no such pin").errorDescription
                == "Operation failed: no such pin")
        #expect(MWError.invalidState("streaming").errorDescription == "Invalid state: streaming")
        for error in [
            MWError.timeout, .bluetoothPoweredOff, .bluetoothUnauthorized, .bluetoothUnsupported,
        ] {
            #expect(error.errorDescription?.hasSuffix(".") == true)
            #expect((error as any Error).localizedDescription == error.errorDescription)
        }
    }

    @Test func `a rate has a period`() {
        #expect(MWFrequency.hz12_5.periodMs == 80)
        #expect(MWFrequency(periodMs: 10) == .hz100)
        #expect(MWFrequency.hz1600.description == "1600.0 Hz")
    }

    @Test func `a board state is the same JSON for the same board, and is read again`() throws {
        let state = MWBoardState(
            deviceInformation: Self.information, modules: Self.modules,
            logReferenceDate: Date(timeIntervalSince1970: 1_700_000_000))
        let text = String(decoding: try state.encode(), as: UTF8.self)
        #expect(
            text == #"{"deviceInformation":{"firmwareRevision":"1.7.2","hardwareRevision":"0.1","#
                + #""manufacturer":"MbientLab Inc","modelNumber":"8","serialNumber":"05AB12"},"#
                + #""logReferenceDate":"2023-11-14T22:13:20Z","modules":[{"extra":[3],"#
                + #""implementation":0,"module":2,"revision":1},{"extra":[],"implementation":0,"#
                + #""module":1,"revision":0}],"schemaVersion":1}"#)
        #expect(try MWBoardState.decode(Data(text.utf8)) == state)
        #expect(state.modulesByOpcode[.led]?.extra == [3])
    }

    @Test func `a board state without an anchor is read, a damaged or newer one is refused`() throws
    {
        let state = MWBoardState(
            deviceInformation: Self.information, modules: [], logReferenceDate: nil)
        let text = String(decoding: try state.encode(), as: UTF8.self)
        #expect(!text.contains("logReferenceDate"))
        #expect(try MWBoardState.decode(Data(text.utf8)).logReferenceDate == nil)
        for bad in [
            "", "[]", "{}", text.replacing("\"schemaVersion\":1", with: "\"schemaVersion\":2"),
            text.replacing("\"modules\":[]", with: "\"modules\":[{\"module\":200}]"),
        ] {
            #expect(throws: MWError.self, "\(bad)") { try MWBoardState.decode(Data(bad.utf8)) }
        }
    }

    @Test func `a board state holds for the same model, hardware and firmware`() {
        let state = MWBoardState(
            deviceInformation: Self.information, modules: [], logReferenceDate: nil)
        #expect(state.isCompatible(with: Self.information))
        for (model, firmware, hardware) in [
            ("5", "1.7.2", "0.1"), ("8", "1.7.3", "0.1"), ("8", "1.7.2", "0.2"),
        ] {
            #expect(
                !state.isCompatible(
                    with: MWDeviceInformation(
                        manufacturer: "", modelNumber: model, serialNumber: "",
                        firmwareRevision: firmware, hardwareRevision: hardware)))
        }
    }

    @Test func `of two modules with one number the later counts`() {
        let state = MWBoardState(
            deviceInformation: Self.information,
            modules: Self.modules + [MWModuleInfo(module: .led, implementation: 9, revision: 9)],
            logReferenceDate: nil)
        #expect(state.modulesByOpcode[.led]?.implementation == 9)
    }
}
