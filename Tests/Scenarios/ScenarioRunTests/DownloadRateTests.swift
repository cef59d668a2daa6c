import Simulation
import Testing

@testable import ScenarioRun
@testable import ScriptedClient

/// How long a download takes through a computer's adapter (RB26-23, RB26-165): two entries a packet, three
/// packets a connection event of 30 ms.
struct DownloadRateTests {
    // holds GAT-14
    @Test func `a computer downloads two hundred entries a second`() throws {
        let bench = try RunBench(
            RunBench.scenario(
                steps: """
                    connect: {interval: 30 ms}, initialise, log: {acceleration: 100 Hz, rotation: 100 Hz},
                    wait: 30 s, stop-log, download
                    """.split(separator: "\n").joined(separator: " ").asSteps))
        #expect(bench.failure == nil)
        let download = try #require(bench.steps.last)
        let time = try #require(download.ended) - #require(download.started)
        let samples =
            try bench.series("acceleration", .log).received
            + bench.series("rotation", .log).received
        // Two entries a sample: the download takes twice as long as the recording.
        let entries = Double(2 * samples)
        #expect(entries > 11_500)
        #expect((185...205).contains(entries / time.seconds))
    }
}
