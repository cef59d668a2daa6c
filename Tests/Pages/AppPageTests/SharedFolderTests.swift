import Foundation
import MetaWear
import MetaWearPersistence
import MetaWearSimulator
import Testing

@testable import AppPage

/// Two apps may use one folder at once, as when a person starts the program twice.
@MainActor @Suite final class SharedFolderTests {
    private let desk = SimulatedDesk(seed: 3)
    private let folder = URL.temporaryDirectory.appending(path: "app-test-\(UUID())")

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func app() throws -> AppModel {
        AppModel(
            radio: desk.radio,
            store: MWPersistenceStore(
                modelContainer: try MWPersistenceStore.makeContainer(inMemory: true)),
            folder: folder)
    }

    private func device(_ name: String) -> AppRecords.Device {
        AppRecords.Device(id: UUID(), name: name, lastSeen: Date(timeIntervalSince1970: 0))
    }

    @Test func `what each of two apps remembers is kept`() throws {
        let (first, second) = (try app(), try app())
        let (wrist, ankle) = (device("wrist"), device("ankle"))
        first.records.devices.append(wrist)
        second.records.devices.append(ankle)
        first.records.selections["wrist"] = AppRecords.Selection(chosen: [.accelerometer])
        second.records.selections["ankle"] = AppRecords.Selection(chosen: [.gyroscope])
        first.records.logs.append(
            AppRecords.Log(
                device: wrist.id, sensor: .accelerometer, setup: SensorSetup(rate: 50), start: .now,
                status: .running))
        let place = try #require(second.records.devices.firstIndex { $0.id == ankle.id })
        second.records.devices[place].name = "my ankle"

        let kept = try app().records
        #expect(Set(kept.devices.map(\.name)) == ["wrist", "my ankle"])
        #expect(Set(kept.devices.map(\.id)) == [wrist.id, ankle.id])
        #expect(Set(kept.selections.keys) == ["wrist", "ankle"])
        #expect(kept.logs.map(\.device) == [wrist.id])
    }

    @Test func `what one app forgets does not come back by the other`() throws {
        let first = try app()
        first.records.devices = [device("wrist"), device("ankle")]
        let second = try app()
        first.records.devices.removeAll { $0.name == "wrist" }
        second.records.selections["x"] = AppRecords.Selection()
        #expect(try app().records.devices.map(\.name) == ["ankle"])
        #expect(second.records.devices.map(\.name) == ["ankle"])
    }

    @Test func `a file that became damaged is put aside, and what is known is written`() throws {
        let first = try app()
        first.records.devices = [device("wrist")]
        let file = folder.appending(path: "app.json")
        try Data("{".utf8).write(to: file)
        first.records.devices.append(device("ankle"))
        #expect(try app().records.devices.map(\.name) == ["wrist", "ankle"])
        #expect(first.notices.contains { $0.text.contains("app.json.damaged") })
        #expect(try Data(contentsOf: file.appendingPathExtension("damaged")) == Data("{".utf8))
    }
}
