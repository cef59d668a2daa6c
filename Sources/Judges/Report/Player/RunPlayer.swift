import JSON
import ScenarioRun
import ScriptedClient
import Simulation

/// A recorded run as a part of a page that moves: pose, LED, link and streams at the time that the
/// reader chooses.
struct RunPlayer {
    /// Of all series together; with the pictures this leaves room for the rest of a page of 5 MB.
    private static let mostSamples = 24_000
    private static let mostSeries = 24
    private static let mostSteps = 2_000
    private static let mostEvents = 2_000

    private let report: RunReport
    private let recording: RunRecording
    private let series: [PlayerSeries]
    private var result: RunResult { report.result }

    /// HTML; empty if the run was not recorded, or there is nothing to see.
    static func section(_ report: RunReport) -> String {
        guard let recording = report.recording, !recording.boards.isEmpty else { return "" }
        return RunPlayer(report, recording).html
    }

    private init(_ report: RunReport, _ recording: RunRecording) {
        self.report = report
        self.recording = recording
        let names = Set(recording.boards.map(\.name))
        let all = report.result.clients.flatMap { client in
            client.series.filter { names.contains($0.board) && !$0.samples.isEmpty }
                .map { (client.name, $0) }
        }.prefix(Self.mostSeries)
        series = all.map { name, series in
            // A number of three axes and its truth are seven numbers; others count as much.
            let numbers = 1 + 2 * series.axes.count
            let most = Self.mostSamples * 7 / numbers / max(all.count, 1)
            return PlayerSeries(series, of: name, most: max(2, most))
        }
    }

    private var html: String {
        let remark = remarks.isEmpty ? "" : "<p class=\"hint\">\(HTMLPage.escaped(remarks))</p>\n"
        // `</script>` in a name must not end the data.
        let data = json.replacing("<", with: "\\u003c")
        let parts = [
            "<style>\n", PageParts.playerStyle, "</style>\n",
            PageParts.player, remark, "</section>\n",
            "<script type=\"application/json\" id=\"recording\">", data, "</script>\n",
            "<script>\n", PageParts.playerScript, "</script>\n",
        ]
        return parts.joined()
    }

    /// What the player leaves out.
    private var remarks: String {
        var remarks: [String] = []
        if recording.interval > RunRecorder.interval {
            remarks.append(
                "The run is long: it is shown with one picture every"
                    + " \(Digits.seconds(recording.interval)).")
        }
        if recording.moreBoards > 0 {
            remarks.append(
                "The first \(recording.boards.count) of"
                    + " \(recording.boards.count + recording.moreBoards) boards are shown.")
        }
        if series.contains(where: \.isThinned) {
            remarks.append("Long streams are thinned; lowest and highest samples are kept.")
        }
        return remarks.joined(separator: " ")
    }

    // MARK: Data

    private var json: String {
        "{\"end\":\(seconds(.zero + result.duration)),\"step\":\(recording.interval.seconds),"
            + "\"axis\":[\(RunTimeline.left),\(RunTimeline.right)],"
            + "\"words\":\(list(recording.words)),"
            + "\"boards\":[\(recording.boards.map(board).joined(separator: ",\n"))],\n"
            + "\"clients\":[\(result.clients.map(client).joined(separator: ",\n"))],\n"
            + "\"events\":[\(events)],\n"
            + "\"series\":[\(series.map(\.json).joined(separator: ",\n"))]}"
    }

    private func board(_ board: RunRecording.Board) -> String {
        let pictures = board.pictures
        let hasFused = pictures.contains { $0.fused != nil }
        func column(_ value: (RunRecording.Picture) -> UInt8) -> String {
            PlayerColumn.bytes(pictures.map(value))
        }
        return
            "{\"name\":\(JSONValue.quoted(board.name)),\"model\":\(JSONValue.quoted(board.model)),"
            + "\"count\":\(pictures.count),"
            + "\"pose\":\(PlayerColumn.attitudes(pictures.map { $0.pose.parts })),"
            + "\"fused\":"
            + (hasFused
                ? PlayerColumn.attitudes(pictures.map { $0.fused?.parts ?? [0, 0, 0, 0] }) : "null")
            + ",\"red\":\(column(\.red)),\"green\":\(column(\.green)),\"blue\":\(column(\.blue)),"
            + "\"link\":\(column(\.link.rawValue)),"
            + "\"motor\":\(column { $0.isVibrating ? 1 : 0 }),\"log\":\(column(\.logFill)),"
            + "\"battery\":\(column(\.battery)),\"streams\":\(column(\.streams))}"
    }

    private func client(_ client: ClientResult) -> String {
        let end = Instant.zero + result.duration
        let steps = client.steps.prefix(Self.mostSteps).compactMap { step in
            step.started.map { started in
                "[\(seconds(started)),\(seconds(step.ended ?? end)),\(JSONValue.quoted(step.title))]"
            }
        }
        return "{\"name\":\(JSONValue.quoted(client.name)),"
            + "\"steps\":[\(steps.joined(separator: ","))]}"
    }

    private var events: String {
        (report.events ?? []).prefix(Self.mostEvents).map { event in
            let title = event.client.map { "\($0): \(event.title)" } ?? event.title
            return "[\(seconds(event.time)),\(JSONValue.quoted(title))]"
        }.joined(separator: ",")
    }

    private func seconds(_ time: Instant) -> Double { time.exactSeconds }

    private func list(_ texts: [String]) -> String {
        "[" + texts.map(JSONValue.quoted).joined(separator: ",") + "]"
    }
}

extension RunRecording.Picture.Attitude {
    fileprivate var parts: [Int16] { [w, x, y, z] }
}
