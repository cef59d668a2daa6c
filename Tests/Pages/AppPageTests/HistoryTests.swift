import Foundation
import JSON
import MetaWear
import MetaWearPersistence
import PageModel
import Testing

@testable import AppPage

/// Sessions that were kept: their list, their statistics, their files.
@MainActor @Suite struct HistoryTests {
    private static let information = MWDeviceInformation(
        manufacturer: "<b>", modelNumber: "8", serialNumber: "\u{202E}123",
        firmwareRevision: "1.7.3",
        hardwareRevision: "0.1")

    private func save<Value: MWPersistable>(
        _ bench: AppBench, _ values: [Value], at start: Double, label: String?
    ) async throws {
        _ = try await bench.model.store.saveSession(
            deviceID: UUID(), deviceInfo: Self.information, sensorKind: Value.persistenceKind,
            samples: values.enumerated().map { place, value in
                MWLoggedSample(
                    date: Date(timeIntervalSince1970: start + Double(place) / 10),
                    tickMs: Double(place) * 100, value: value)
            }, label: label)
        try await bench.model.loadHistory()
        bench.model.publish()
        try await Task.sleep(for: .milliseconds(20))
    }

    @Test func `sessions are listed newest first, with what is known of them`() async throws {
        try await AppBench.run([]) { bench in
            try await save(bench, [Float(1), 2, 3], at: 1_000, label: "Temperature")
            try await save(
                bench, [CartesianFloat(x: 1, y: 2, z: 3)], at: 2_000, label: "<img src=x>")
            let list = try #require(bench.at("sessions")?.items)
            #expect(list.map { $0["title"]?.text } == ["<img src=x>", "Temperature"])
            #expect(list[1]["unit"]?.text == "°C" && list[1]["count"]?.number == 3)
            #expect(list[1]["start"]?.number == 1_000_000 && list[1]["end"]?.number == 1_000_200)
            #expect(list[1]["serial"]?.text == "123" && list[1]["model"]?.text == "MetaMotion S")
        }
    }

    @Test func `a browser fetches a long session in parts, and a very long one thinned`()
        async throws
    {
        try await AppBench.run([]) { bench in
            let values = (0..<45_000).map(Float.init)
            try await save(bench, values, at: 0, label: "Pressure")
            let id = try #require(bench.at("sessions", "0", "id"))
            #expect(try bench.send("sessionPart", ["id": id, "from": .integer(0)]) == nil)
            try bench.send("openSession", ["id": id])
            try await bench.quiet()
            let track = try bench.samples(of: id)
            #expect(track.values.map { $0[0] } == values)
            #expect(track.times.first == 0 && track.times.last == 4_499.9)
        }
        let times = (0..<1_001).map(Double.init)
        let thin = SessionTrack(times, times.map { [Float($0)] }, most: 500)
        #expect(thin.every == 3 && thin.times.count == 334 && thin.values[1] == 3)
    }

    @Test func `the details are the statistics, and how many samples there are`() async throws {
        try await AppBench.run([]) { bench in
            let values = (0..<1_000).map { place in
                CartesianFloat(x: Float(place), y: 1e6 + (place.isMultiple(of: 2) ? 1 : -1), z: 0)
            }
            try await save(bench, values, at: 0, label: nil)
            let id = try #require(bench.at("sessions", "0", "id"))
            try bench.send("openSession", ["id": id])
            try await bench.quiet()
            let details = try #require(bench.at("details", id.text ?? ""))
            #expect(details["rate"]?.number == 10)
            let axes = try #require(details["axes"]?.items)
            #expect(axes.map { $0["name"]?.text } == ["x", "y", "z"])
            #expect(axes[0]["least"]?.number == 0 && axes[0]["greatest"]?.number == 999)
            #expect(axes[0]["mean"]?.number == 499.5)
            #expect(abs((axes[0]["deviation"]?.number ?? 0) - 288.8194) < 1e-3)
            #expect(axes[1]["mean"]?.number == 1e6)
            #expect(abs((axes[1]["deviation"]?.number ?? 0) - 1.0005) < 1e-3)
            #expect(axes[2]["deviation"]?.number == 0)
            #expect(details["samples"]?.number == 1_000 && details["every"]?.number == 1)
            let track = try bench.samples(of: id)
            #expect(track.times.count == 1_000)
            #expect(track.times[400] == 40 && track.values[400] == [400, 1_000_001, 0])
        }
    }

    @Test func `every kind of sample has details and a file`() async throws {
        try await AppBench.run([]) { bench in
            let rotation = Quaternion(w: 1, x: 0, y: 0, z: 0)
            let angles = EulerAngles(heading: 1, pitch: 2, roll: 3, yaw: 4)
            let corrected = CorrectedCartesianFloat(x: 1, y: 2, z: 3, accuracy: 3)
            try await save(bench, [rotation], at: 10, label: AppSensor.quaternion.title)
            try await save(bench, [angles], at: 9, label: AppSensor.euler.title)
            try await save(
                bench, [corrected], at: 8, label: AppSensor.correctedAcceleration.title)
            try await save(bench, [CartesianFloat(x: 1, y: 2, z: 3)], at: 7, label: "Gyroscope")
            try await save(bench, [Float.nan, .infinity, 1], at: 6, label: "Pressure")
            try await save(bench, [true], at: 5, label: nil)
            try await save(bench, [Float(1)], at: 4, label: "Unknown · x/../../y")
            let wanted = [
                ("fusion-quat", "epoch,elapsed_ms,w,x,y,z"),
                ("fusion-euler", "epoch,elapsed_ms,heading,pitch,roll,yaw"),
                ("fusion-cacc", "epoch,elapsed_ms,x,y,z,accuracy"),
                ("gyro", "epoch,elapsed_ms,x,y,z"), ("baro", "epoch,elapsed_ms,value"),
                ("unknown-bool", "epoch,elapsed_ms,value"),
                ("unknown-float", "epoch,elapsed_ms,value"),
            ]
            let list = try #require(bench.at("sessions")?.items)
            for (session, (tag, header)) in zip(list, wanted) {
                let id = try #require(session["id"])
                try bench.send("openSession", ["id": id])
                try await bench.quiet()
                #expect(bench.at("details", id.text ?? "", "axes")?.items.isEmpty == false)
                try bench.send("exportSession", ["id": id])
                let file = try await bench.takeFile()
                #expect(file.name.hasPrefix("MetaWear-\(tag)-1970-01-01T00-00-"), "\(file.name)")
                #expect(file.text.split(separator: "\n").first == Substring(header))
            }
            #expect(bench.errors.isEmpty)
            #expect(bench.at("details") != nil)
        }
    }

    @Test func `a session is deleted after a question, and an unknown one is an error`()
        async throws
    {
        try await AppBench.run([]) { bench in
            try await save(bench, [Float(1)], at: 0, label: nil)
            let id = try #require(bench.at("sessions", "0", "id"))
            try bench.send("openSession", ["id": .string(UUID().uuidString)])
            try await bench.until("an error") {
                bench.errors == ["This session does not exist any more."]
            }
            try bench.send("deleteSession", ["id": id])
            try await bench.until("a question") { bench.at("question") != nil }
            try bench.send("answer", ["yes": .bool(false)])
            try await bench.until("no question") { bench.at("question") == nil }
            #expect(bench.at("sessions")?.items.count == 1)
            try bench.send("deleteSession", ["id": id])
            try await bench.until("a question") { bench.at("question") != nil }
            try bench.send("answer", ["yes": .bool(true)])
            try await bench.until("deleted") { bench.at("sessions")?.items.isEmpty == true }
        }
    }

    @Test func `records that are damaged are moved aside and reported`() async throws {
        try await AppBench.run { bench in
            try await bench.connect()
            let file = bench.folder.appending(path: "app.json")
            #expect(FileManager.default.fileExists(atPath: file.path()))
            try bench.send("disconnect")
            try await bench.quiet()
            try Data("{\"devices\": 3}".utf8).write(to: file)
            try await bench.restart()
            try await bench.until("reported") {
                bench.errors.first?.hasPrefix("The app's records could not be read") == true
            }
            #expect(bench.at("boards", "remembered")?.items.isEmpty == true)
            let aside = try String(
                contentsOf: file.appendingPathExtension("damaged"), encoding: .utf8)
            #expect(aside == "{\"devices\": 3}")
        }
    }
}
