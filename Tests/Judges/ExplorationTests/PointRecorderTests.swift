import Declaration
import ScenarioFile
import ScenarioRun
import Simulation
import Testing

@testable import Exploration

@Suite struct PointRecorderTests {
    private func points(_ lines: String...) -> [String] {
        let recorder = PointRecorder(boards: ["desk", "desk 2"])
        for line in lines { recorder.hear(line) }
        return recorder.points.map { "\($0.board): \($0.words)" }
    }

    @Test func `changes of link, log and firmware are points`() {
        #expect(
            points(
                "     5.100000000 desk  booted, reset uid 1",
                "     5.100000001 phone  link  connected to E6:23:24:84:77:78",
                "     5.200000000 desk  RAM page flushed, length 7651",
                "     5.300000000 desk  link  disconnected: connectionTimeout",
                "     5.300000000 desk  queue full, 6 notifications wait"
            ) == [
                "0: the silence at 2.550000000 s", "0: the boot at 5.100000000 s",
                "0: the flush of the log at 5.200000000 s",
                "0: the end of the link at 5.300000000 s",
                "0: the filling of the queue at 5.300000000 s",
            ])
    }

    @Test func `an advertisement that a host has waited for is a point`() {
        let recorder = PointRecorder(boards: ["desk", "desk 2"])
        for milliseconds in [100, 200, 400, 1_300, 2_400] as [Int64] {
            recorder.hearAdvertisement(of: 1, .zero + .milliseconds(milliseconds))
        }
        recorder.hearAdvertisement(of: 0, .zero)
        #expect(
            recorder.points.map { "\($0.board): \($0.words)" } == [
                "1: the wait for an advertisement at 0.099000000 s",
                "1: the wait for an advertisement at 2.399000000 s",
                "0: the wait for an advertisement at 0.000000000 s",
            ])
    }

    /// A client that connects twice has waited for an advertisement twice.
    @Test func `a run has a wait before each connection`() throws {
        let text = Array(
            """
            version: 1
            boards: [{name: desk, model: MetaMotion S}]
            clients:
              - name: phone
                steps:
                  - connect
                  - wait: 2 s
                  - disconnect
                  - wait: 2 s
                  - connect
            """.utf8)
        let recorder = PointRecorder(boards: ["desk"])
        var options = RunOptions()
        recorder.watch(&options)
        let file = try ScenarioFile(reading: text, file: "t.yaml", vocabulary: .firmware)
        let run = try ScenarioRun(file, text: text, file: "t.yaml", options: options)
        while !run.isOver { run.advance(to: run.now + .seconds(1)) }
        let points = recorder.points.filter {
            if case .packet = $0.place { false } else { true }
        }
        #expect(
            points.map { $0.words.split(separator: " at ")[0] } == [
                "the wait for an advertisement", "the connection", "the silence",
                "the end of the link", "the wait for an advertisement", "the silence",
                "the connection",
            ])
    }
}
