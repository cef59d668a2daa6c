import Foundation
import JSON
import MetaWear
import MetaWearBoard
import Motion
import Testing

@testable import AppPage

/// The fusion's calibration in words, and the attitude from which a board is shown turned.
@MainActor @Suite struct CoachingTests {
    private func shown(
        _ accuracies: (UInt8, UInt8, UInt8), _ mode: MWSensorFusionMode
    ) -> JSONValue {
        Coaching(
            calibration: MWSensorFusionCalibration(
                accelerometer: accuracies.0, gyroscope: accuracies.1,
                magnetometer: accuracies.2), mode: mode
        ).shown
    }

    @Test func `it says which motion is missing, and two of three are enough`() throws {
        let none = shown((0, 1, 0), .ndof)
        #expect(none["isReady"]?.flag == false && none["enough"]?.number == 2)
        let sensors = try #require(none["sensors"]?.items)
        #expect(
            sensors.map { $0["title"]?.text } == ["Accelerometer", "Gyroscope", "Magnetometer"])
        #expect(sensors.map { $0["accuracy"]?.number } == [0, 1, 0])
        #expect(sensors[0]["motion"]?.text?.contains("six sides") == true)
        #expect(sensors[1]["motion"]?.text?.contains("do not touch it") == true)
        #expect(sensors[2]["motion"]?.text?.contains("figures of eight") == true)
        let most = shown((3, 2, 1), .ndof)
        #expect(most["sensors"]?.items.map { $0["isEnough"]?.flag } == [true, true, false])
        #expect(most["sensors"]?.items[0]["motion"] == nil)
        #expect(shown((2, 2, 2), .ndof)["isReady"]?.flag == true)
        // What the mode does not use does not count.
        #expect(shown((2, 3, 0), .imuPlus)["isReady"]?.flag == true)
        #expect(shown((2, 3, 0), .imuPlus)["sensors"]?.items.count == 2)
    }

    @Test func `a fusion that streams is asked, and other streams are not`() async throws {
        try await AppBench.run([.metaMotionS]) { bench in
            try await bench.connect()
            try await bench.choose("quaternion")
            try bench.send("startStream")
            try await bench.until("it is known", within: .seconds(5)) {
                bench.at("board", "stream", "calibration", "sensors")?.items.count == 3
            }
            // It lies still, which is all that a gyroscope needs.
            try await bench.until("it learns", within: .seconds(60)) {
                bench.at("board", "stream", "calibration", "sensors", "1", "isEnough")?.flag
                    == true
            }
            try bench.send("stopStream")
            try await bench.quiet()
            try await bench.choose("accelerometer")
            try bench.send("startStream")
            try await Task.sleep(for: .seconds(3))
            #expect(bench.at("board", "stream", "phase")?.text == "running")
            #expect(bench.at("board", "stream", "calibration") == nil && bench.errors.isEmpty)
        }
    }

    @Test func `an attitude is tared, and what is none is refused`() async throws {
        func attitude(_ numbers: [Double]) -> JSONValue { .array(numbers.map { .number($0) }) }
        try await AppBench.run([.metaMotionS]) { bench in
            try await bench.connect()
            try bench.send("tare", ["attitude": attitude([1, 0, 0, 0])])
            try await bench.until("refused") { bench.errors == ["No stream runs."] }
            try bench.dismissAll()
            try await bench.choose("quaternion")
            try bench.send("startStream")
            try await bench.quiet()
            #expect(bench.at("board", "stream", "tare") == nil)
            try bench.send("tare", ["attitude": attitude([0, 0, 0, 2])])
            try await Task.sleep(for: .milliseconds(20))
            let tare = bench.at("board", "stream", "tare")?.items.compactMap(\.number)
            #expect(tare == [0, 0, 0, 1])
            try bench.send("tare", ["attitude": attitude([0, 0, 0, 0])])
            try await bench.until("refused") {
                bench.errors == ["There is no attitude to tare yet."]
            }
            #expect(throws: (any Error).self) {
                try bench.send("tare", ["attitude": attitude([1, 0, 0])])
            }
            try bench.send("untare")
            try await Task.sleep(for: .milliseconds(20))
            #expect(bench.at("board", "stream", "tare") == nil)
        }
    }
}
