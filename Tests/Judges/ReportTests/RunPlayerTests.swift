import Checkout
import Foundation
import Motion
import ScriptedClient
import Simulation
import Testing

@testable import Report
@testable import ScenarioRun

/// The part of a run's page that moves: what it is given to draw.
@Suite struct RunPlayerTests {
    private static func picture(_ i: Int) -> RunRecording.Picture {
        RunRecording.Picture(
            pose: .init(i < 2 ? .identity : Quaternion(0, 1, 0, 0)),
            fused: i == 0 ? nil : .init(.identity), red: 0, green: UInt8(i * 80), blue: 0,
            link: i == 0 ? .advertising : .connected, isVibrating: false, logFill: 3, battery: 90,
            streams: i == 0 ? 0 : 1)
    }

    private static func recording(_ count: Int = 3, boards: Int = 1) -> RunRecording {
        RunRecording(
            interval: RunRecorder.interval,
            boards: (0..<boards).map { board in
                RunRecording.Board(
                    name: board == 0 ? "wrist" : "b\(board)", model: "MetaMotion S",
                    pictures: (0..<count).map { picture($0 % 3) })
            }, words: ["", "acc"])
    }

    private static func page(
        _ recording: RunRecording? = recording(), _ change: (inout RunResult) -> Void = { _ in }
    ) -> String {
        ReportFormat.html.text(
            RunReport(SampleResults.small(change), events: [], recording: recording))
    }

    private static func data(_ page: String) throws -> [String: Any] {
        let start = try #require(page.firstRange(of: "id=\"recording\">"))
        let end = try #require(page[start.upperBound...].firstRange(of: "</script>"))
        let text = page[start.upperBound..<end.lowerBound]
        return try #require(
            JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test func `only a recorded run has a player, and only on its page`() throws {
        #expect(!Self.page(nil).contains("id=\"player\""))
        #expect(Self.page().contains("id=\"player\""))
        let plain = RunReport(SampleResults.small())
        var recorded = plain
        recorded.recording = Self.recording()
        for format in ReportFormat.allCases where format != .html {
            #expect(format.text(recorded) == format.text(plain))
        }
    }

    @Test func `its data are columns, short where nothing changes`() throws {
        let data = try Self.data(Self.page())
        #expect(data["end"] as? Double == 12.5 && data["step"] as? Double == 0.04)
        let board = try #require((data["boards"] as? [[String: Any]])?.first)
        #expect(board["count"] as? Int == 3)
        #expect(board["red"] as? [Int] == [0] && board["battery"] as? [Int] == [90])
        #expect(Self.bytes(board["green"]) == [0, 80, 160])
        #expect(Self.bytes(board["link"]) == [1, 2, 2])
        let pose = Self.bytes(board["pose"])
        #expect(pose.count == 24 && Array(pose[0..<4]) == [0xFF, 0x7F, 0, 0])
        #expect(Array(pose[16..<20]) == [0, 0, 0xFF, 0x7F])
        // No attitude while the fusion does not run.
        #expect(Self.bytes(board["fused"]).prefix(8) == [0, 0, 0, 0, 0, 0, 0, 0])
        let series = try #require((data["series"] as? [[String: Any]])?.first)
        #expect(series["signal"] as? String == "acceleration")
        #expect(Self.floats(series["time"]) == [1, 2])
        #expect(Self.floats(series["values"]) == [0.5, 0, 1, 0, -0.25, 1])
        #expect(Self.floats(series["truth"]) == [0.25, 0, 1, 0, 0, 1])
        let client = try #require((data["clients"] as? [[String: Any]])?.first)
        #expect((client["steps"] as? [[Any]])?.count == 2)
    }

    @Test func `a name cannot end the data or become an element`() throws {
        var recording = Self.recording()
        recording.boards[0].name = "</script><img src=x>\u{2028}\""
        let page = Self.page(recording)
        #expect(!page.contains("<img"))
        let board = try #require((try Self.data(page)["boards"] as? [[String: Any]])?.first)
        #expect(board["name"] as? String == recording.boards[0].name)
    }

    @Test func `values that are not numbers leave the data readable`() throws {
        let page = Self.page {
            $0.clients[0].series[0].rate = .infinity
            $0.clients[0].series[0].samples[0].values = [.nan, .infinity, 1]
            $0.clients[0].series[0].samples[1].values = [1]
        }
        let series = try #require((try Self.data(page)["series"] as? [[String: Any]])?.first)
        #expect(Self.floats(series["values"]).count == 6)
    }

    @Test(.slow) func `many samples are thinned to their peaks, and the page says so`() throws {
        var samples: [Series.Sample] = []
        for i in 0..<100_000 {
            let x: Double = i == 77_777 ? 9 : 0
            let y: Double = i == 5 ? -7 : 0
            samples.append(Self.sample(Double(i) / 100, [x, y, 1], [0, 0, 1]))
        }
        let page = Self.page { $0.clients[0].series[0].samples = samples }
        #expect(page.contains("Long streams are thinned"))
        let series = try #require((try Self.data(page)["series"] as? [[String: Any]])?.first)
        let values = Self.floats(series["values"])
        #expect(values.count <= 3 * 24_000 && values.contains(9) && values.contains(-7))
        #expect(Self.floats(series["time"]) == Self.floats(series["time"]).sorted())
    }

    @Test(.slow) func `ten minutes of six boards that all stream fit the page`() {
        let count = RunRecorder.mostPictures / 6
        #expect(count >= 15_001)
        // Every column changes.
        var samples: [Series.Sample] = []
        for i in 0..<8_192 {
            let values = [31, 62, 93].map { Double((i * 7_919 + $0) % 1_999) / 1_000 }
            let truth = [1, 2, 3].map { Double((i * 104_729 + $0) % 1_999) / 1_000 }
            samples.append(Self.sample(Double(i) / 13.7, values, truth))
        }
        let page = Self.page(Self.recording(count, boards: 6)) { result in
            result.duration = .seconds(600)
            var all: [Series] = []
            for i in 0..<12 {
                var series = result.clients[0].series[0]
                series.board = i < 2 ? "wrist" : "b\(i / 2)"
                series.samples = samples
                all.append(series)
            }
            result.clients[0].series = all
        }
        #expect(page.utf8.count <= 5_000_000)
    }

    @Test func `a thinned run and boards left out are mentioned`() {
        var recording = Self.recording()
        recording.interval = .milliseconds(160)
        recording.moreBoards = 28
        let page = Self.page(recording)
        #expect(page.contains("one picture every 0.160 s."))
        #expect(page.contains("The first 1 of 29 boards are shown."))
    }

    private static func sample(
        _ time: Double, _ values: [Double], _ truth: [Double]
    ) -> Series.Sample {
        let time = SampleResults.seconds(time)
        return Series.Sample(time: time, arrival: time, values: values, truth: truth)
    }

    private static func bytes(_ value: Any?) -> [UInt8] {
        (value as? String).flatMap { Data(base64Encoded: $0) }.map(Array.init) ?? []
    }

    private static func floats(_ value: Any?) -> [Float] {
        let bytes = bytes(value)
        return stride(from: 0, to: bytes.count, by: 4).map { i in
            Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(bytes[i + $1]) << (8 * $1) })
        }
    }
}
