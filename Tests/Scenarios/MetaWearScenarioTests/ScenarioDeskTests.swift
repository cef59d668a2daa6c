import Checkout
import Foundation
import MetaWear
import MetaWearRadios
import MetaWearScenario
import Testing
import VirtualTime

/// Boards of a scenario file, for an app.
@Suite struct ScenarioDeskTests {
    private static let text = """
        version: 1
        name: A board on a turntable
        boards:
          - name: table
            model: MetaMotion R
            address: "E1:00:00:00:00:01"
            motion:
              - spin: {rate: 90 deg/s, about: z, for: 10 min}
        inputs:
          - {at: 20 s, board: table, button: press}
        """

    /// A file with a text, until it goes.
    private struct File: ~Copyable {
        let path: String
        init(_ text: String) throws {
            path = URL.temporaryDirectory.appending(path: "scenario-\(UUID()).yaml").path()
            try Data(text.utf8).write(to: URL(filePath: path))
        }
        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    private static func speed(_ device: MetaWearDevice) async throws -> Float {
        let sensor = try #require(await device.makeGyroscope(odrHz: 50, rangeDPS: 500))
        var sum: Float = 0
        var count: Float = 0
        for try await sample in try await device.startStream(sensor) {
            sum += sample.value.z
            count += 1
            if count == 50 { break }
        }
        try await device.stopStreaming(sensor)
        return sum / count
    }

    @Test func `an app meets the boards of a file, with their motion and inputs`() async throws {
        let file = try File(Self.text)
        let desk = try ScenarioDesk(file: file.path)
        let board = try #require(desk.boards["table"])
        let speed = try await withVirtualTime(desk) {
            let device = MetaWearDevice(
                identifier: board, transport: desk.radio.transport(to: board))
            try await device.connect()
            let speed = try await Self.speed(device)
            let press = try await device.startStream(MWSwitch()).first { $0.value }
            #expect(press != nil)
            #expect(desk.currentTime > .seconds(20))
            try await device.stopStreaming(MWSwitch())
            try await device.disconnect()
            return speed
        }
        #expect(abs(speed - 90) < 5)
    }

    @Test(arguments: [
        ("version: 1\nname: x\nboards:\n  - {name: a, model: MetaMotion Q}\n", ":4:22: error: "),
        ("version: 1\nname: x\nbords: []\n", ":3:1: error: "),
    ])
    func `a mistake in the file is shown with its place`(text: String, place: String) throws {
        let file = try File(text)
        let error = #expect(throws: MWError.self) { _ = try ScenarioDesk(file: file.path) }
        #expect("\(try #require(error).localizedDescription)".contains(file.path + place))
    }

    @Test func `a file that is missing is an error`() throws {
        let error = #expect(throws: MWError.self) { _ = try ScenarioDesk(file: "/none.yaml") }
        #expect("\(try #require(error).localizedDescription)".contains("/none.yaml: "))
    }

    @Test(.slow) func `a program can choose a file as its radio, at the pace of the clock`()
        async throws
    {
        let file = try File(Self.text)
        ScenarioRadio.register()
        let radio = MetaWearRadios.radio(named: "scenario:\(file.path)")
        let identifier = UUID(bluetoothAddress: "E1:00:00:00:00:01")
        let found = try #require(
            await radio.scan().first { $0.identifier == identifier && $0.name != nil })
        #expect(found.name == "MetaWear")
        let device = MetaWearDevice(
            identifier: identifier, transport: radio.transport(to: identifier))
        try await device.connect()
        #expect(abs(try await Self.speed(device) - 90) < 5)
        try await device.disconnect()
    }

    @Test func `a file that is wrong makes a radio that says so`() async throws {
        ScenarioRadio.register()
        let radio = MetaWearRadios.radio(named: "scenario:/none.yaml")
        let error = await #expect(throws: MWError.self) {
            try await radio.transport(to: UUID()).connect(to: UUID())
        }
        #expect("\(try #require(error).localizedDescription)".contains("/none.yaml"))
    }
}
