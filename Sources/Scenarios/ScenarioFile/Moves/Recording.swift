import Declaration
import Motion
import Simulation
import YAML

extension Move {
    /// Replays a recording of real sensors.
    package struct Recording: MoveKind, LocatedSection {
        package static let title = "recording"
        package static let about =
            "Replays recorded motion: one CSV file with named columns, or a pair of MetaBase files."
        package static let example = """
            - recording: {file: data/wrist-row.csv, from: 2 s, for: 20 s, at-end: loop}
              blend: 500 ms
            """

        /// What follows the last sample.
        package enum AtEnd: String, Choice {
            package static let title = "end of a recording"
            case loop, hold

            package var about: String {
                switch self {
                case .loop: "Begins again, blended over."
                case .hold: "Keeps the last pose, at rest."
                }
            }
        }

        package var file: RelativePath?
        package var accelerometer: RelativePath?
        package var gyroscope: RelativePath?
        package var from = Nanoseconds.zero
        package var duration: Nanoseconds?
        package var atEnd = AtEnd.hold
        package var mark = Mark.start

        package static let keys = Keys(Self()) { keys in
            keys.optional(
                \.file, "file", principal: true, otherwise: "none",
                "A CSV file with accelerometer and gyroscope.")
            keys.optional(
                \.accelerometer, "accelerometer", otherwise: "none",
                "Instead of `file`: the accelerometer's file, as MetaBase writes it.")
            keys.optional(
                \.gyroscope, "gyroscope", otherwise: "none",
                "With `accelerometer`: the gyroscope's file.")
            keys.optional(
                \.from, "from", in: .zero...Nanoseconds.longest,
                "Where in the recording the move begins.")
            keys.optional(
                \.duration, "for", in: Move.durations, otherwise: "to the recording's end",
                "How long the move is.")
            keys.optional(\.atEnd, "at-end", "What follows the last sample, if time is left.")
        }

        package func check(_ reader: Reader, at mark: Mark) {
            if (file == nil) == (accelerometer == nil) {
                reader.fail(
                    file == nil ? "the recording names no file" : "the recording is named twice",
                    at: mark,
                    fix: "write either `file: …`, or `accelerometer: …` and `gyroscope: …`")
            } else if gyroscope != nil, accelerometer == nil {
                reader.fail(
                    "`gyroscope` stands beside `file`", at: mark,
                    fix: "leave it out, or write `accelerometer: …` instead of `file`")
            }
        }

        // To its end it is as long as its file, which nobody has read yet.
        var seconds: Double { duration?.seconds ?? 3600 }

        func motion(
            _ reader: MoveReader, blend: Nanoseconds
        ) throws(ScenarioError) -> Motion.Move {
            var recording = try reader.recording((file ?? accelerometer)?.text ?? "", at: mark)
            if let gyroscope {
                let other = try reader.recording(gyroscope.text, at: mark)
                do throws(RecordingError) {
                    recording = try recording.combined(with: other)
                } catch {
                    throw ScenarioError(reader.path(gyroscope.text), error)
                }
            }
            let left = recording.duration - from.seconds
            let wanted = duration?.seconds ?? left
            let playback = Playback(
                recording, from: from.seconds, length: min(wanted, left),
                blend: blend > .zero ? blend.seconds : 0.3)
            guard wanted > left else { return .recording(playback) }
            return switch atEnd {
            case .loop: playback.looped(for: wanted)
            case .hold:
                .sequence([.recording(playback), .rest(Motion.Rest(duration: wanted - left))])
            }
        }
    }
}
