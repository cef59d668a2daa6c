import ScenarioRun
import ScriptedClient

/// The JSON report of one run; samples and plots are in files of their own.
package struct RunReport: Sendable {
    package var result: RunResult
    /// Its timings; nil unless requested.
    package var timings: Timings?
    /// A judge's findings about its clients; nil without a judge.
    package var judged: ClientReport?
    /// Events to mark in plots; nil for a report read from a file, which has no samples.
    package var events: [RunEvent]?
    /// What the boards looked like, for the page that replays the run; nil if it was not recorded.
    package var recording: RunRecording?

    package init(
        _ result: RunResult, timings: Timings? = nil, judged: ClientReport? = nil,
        events: [RunEvent]? = nil, recording: RunRecording? = nil
    ) {
        self.result = result
        self.timings = timings
        self.judged = judged
        self.events = events
        self.recording = recording
    }

    /// Names the files that hold the samples.
    package mutating func name(_ files: SeriesFileNames) {
        for (i, client) in result.clients.enumerated() {
            for j in client.series.indices { result.clients[i].series[j].file = files.names[i][j] }
        }
        for (place, name) in files.truths { result.boards[place].truthFile = name }
    }

    package var passed: Bool { result.passed && judged?.passed ?? true }

    /// The scenario's name, or its file.
    var name: String { result.scenario.isEmpty ? result.file : result.scenario }
}
