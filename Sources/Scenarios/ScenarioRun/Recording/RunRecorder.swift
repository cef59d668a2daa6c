import Device
import MetaWearBoard
import Motion
import Peripheral
import Simulation

/// Takes pictures of a run's boards while virtual time moves, for a report that replays it.
///
/// It only looks: the run makes the same bytes with and without it. Memory is bounded: when the
/// pictures are too many, every second one is dropped, and fewer are taken from then on.
package final class RunRecorder {
    /// 25 pictures a second.
    package static let interval = Nanoseconds.milliseconds(40)
    /// More would not fit the page.
    package static let mostBoards = 12
    /// Of all boards together: six boards for ten minutes.
    package static let mostPictures = 90_100

    package private(set) var recording: RunRecording
    private let run: any VirtualRun
    private let most: Int
    private var next = Instant.zero
    /// More than a byte can count are reported as the last.
    private static let mostWords = 256

    /// - Parameter most: pictures of all boards together.
    package init(_ run: any VirtualRun, mostPictures most: Int = mostPictures) {
        self.run = run
        let count = min(run.boards.count, Self.mostBoards)
        self.most = max(2, most / max(count, 1))
        recording = RunRecording(
            interval: Self.interval,
            boards: run.boards.prefix(count).map { .init(name: $0.name, model: $0.modelName) },
            moreBoards: run.boards.count - count)
        take()
    }

    /// Moves virtual time as the run itself does, and stops for each picture.
    @discardableResult package func advance(to limit: Instant) -> Bool {
        advance(to: limit) { [run] in run.advance(to: $0) }
    }

    /// - Parameter advance: moves virtual time; true if it is to go no further.
    @discardableResult package func advance(
        to limit: Instant, by advance: (Instant) -> Bool
    ) -> Bool {
        while next <= limit {
            if advance(next) {
                if run.now >= next { take() }
                return true
            }
            take()
        }
        return advance(limit)
    }

    private func take() {
        next = next + recording.interval
        for i in recording.boards.indices {
            recording.boards[i].pictures.append(picture(of: run.boards[i], run.bodies[i]))
        }
        guard let count = recording.boards.first?.pictures.count, count > most else { return }
        for i in recording.boards.indices {
            let pictures = recording.boards[i].pictures
            recording.boards[i].pictures = stride(from: 0, to: count, by: 2).map { pictures[$0] }
        }
        // The next one that would be dropped as well is not taken.
        if !count.isMultiple(of: 2) { next = next + recording.interval }
        recording.interval = recording.interval * 2
    }

    private func picture(
        of board: any SimulatedDevice, _ body: ScriptedBody
    ) -> RunRecording.Picture {
        func byte(_ share: Double) -> UInt8 { UInt8((max(0, min(1, share)) * 255).rounded()) }
        let link: RunRecording.Picture.Link =
            !board.isPowered
            ? .unpowered
            : board.isConnected ? .connected : board.advertisement == nil ? .off : .advertising
        return RunRecording.Picture(
            pose: .init(body.orientation(at: run.now)),
            fused: (board as? MetaWearBoard)?.fusedOrientation.map { .init($0) },
            red: byte(board.brightness(of: .red)), green: byte(board.brightness(of: .green)),
            blue: byte(board.brightness(of: .blue)), link: link, isVibrating: board.isVibrating,
            logFill: byte((board as? any RecordingDevice)?.recording.fill ?? 0),
            battery: UInt8(max(0, min(100, board.batteryLevel)).rounded()),
            streams: word(board.streamWords))
    }

    private func word(_ streams: [String]) -> UInt8 {
        guard !streams.isEmpty else { return 0 }
        let text = streams.joined(separator: ", ")
        if let known = recording.words.firstIndex(of: text) { return UInt8(known) }
        guard recording.words.count < Self.mostWords else { return UInt8(Self.mostWords - 1) }
        recording.words.append(text)
        return UInt8(recording.words.count - 1)
    }
}
