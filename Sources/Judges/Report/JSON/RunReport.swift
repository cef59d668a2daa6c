import ClientJudge
import Scenario

/// All that the JSON report of one run says; samples and plots stand in files of their own.
package struct RunReport: Sendable {
    /// What became of it.
    package var result: RunResult
    /// What it cost; nil if nobody asked.
    package var timings: Timings?
    /// What a judge found of its clients; nil if there was none.
    package var judged: ClientReport?
    /// Moments to mark in plots; nil for a report that was read again, which has no samples to draw.
    package var events: [RunEvent]?

    /// A run, for reports.
    package init(
        _ result: RunResult, timings: Timings? = nil, judged: ClientReport? = nil,
        events: [RunEvent]? = nil
    ) {
        self.result = result
        self.timings = timings
        self.judged = judged
        self.events = events
    }

    /// Names the files that hold the samples.
    package mutating func name(_ files: SeriesFileNames) {
        for (i, client) in result.clients.enumerated() {
            for j in client.series.indices { result.clients[i].series[j].file = files.names[i][j] }
        }
    }

    /// Whether the run passed, and its clients with it.
    package var passed: Bool { result.passed && judged?.assessment.passed ?? true }

    /// As people call it: the scenario's name, or its file.
    var name: String { result.scenario.isEmpty ? result.file : result.scenario }
}
