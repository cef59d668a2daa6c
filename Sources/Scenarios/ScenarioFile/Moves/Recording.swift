import Declaration
import Motion
import Simulation
import YAML

extension Move {
    /// Replays a recording of real sensors.
    package struct Recording: MoveKind, LocatedSection {
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
                case .loop: "Starts again, with a blend between end and start."
                case .hold: "Keeps the last pose at rest."
                }
            }
        }

        package var file: RelativePath?
        package var accelerometer: RelativePath?
        package var gyroscope: RelativePath?
        package var from = Nanoseconds.zero
        package var duration: Nanoseconds?
        package var atEnd = AtEnd.hold
        package var vary: Vary?
        package var mark = Mark.start

        package static let keys = Keys(Self(), "recording") { keys in
            keys.about =
                "Replays recorded motion from one CSV file with named columns, or from a pair of"
                + " files as MetaBase or the SDK write them. Samples that share their times are spread"
                + " evenly; a pair is related by epochs, dates, or elapsed times of one origin. Notes"
                + " of the run say what was assumed."
            keys.optional(
                \.file, "file", principal: true, otherwise: "none",
                "A CSV file with accelerometer and gyroscope. Columns `x,y,z` without a unit, as the SDK"
                    + " writes them, are acceleration in g.")
            keys.optional(
                \.accelerometer, "accelerometer", otherwise: "none",
                "The accelerometer file as written by MetaBase or the SDK, instead of `file`.")
            keys.optional(
                \.gyroscope, "gyroscope", otherwise: "none",
                "The gyroscope file that belongs to `accelerometer`.")
            keys.optional(
                \.from, "from", in: .zero...Nanoseconds.longest,
                "Position in the recording at which the move begins.")
            keys.optional(
                \.duration, "for", in: Move.durations, otherwise: "to the recording's end",
                "The duration of the move.")
            keys.optional(\.atEnd, "at-end", "What happens after the last sample, if time is left.")
            keys.optional(
                \.vary, "vary", otherwise: "as it was recorded",
                "Somebody else makes the motion: another pace, mount and size, drawn from the seed. A"
                    + " recording serves for many people.")
        }

        package func check(_ reader: Reader, at mark: Mark) {
            if (file == nil) == (accelerometer == nil) {
                reader.fail(
                    file == nil ? "the recording has no file" : "the recording is given twice",
                    at: mark,
                    fix: "write either `file: …`, or `accelerometer: …` and `gyroscope: …`")
            } else if gyroscope != nil, accelerometer == nil {
                reader.fail(
                    "`gyroscope` cannot be used with `file`", at: mark,
                    fix: "remove it, or write `accelerometer: …` instead of `file`")
            }
        }

        // Without `for`, the duration depends on the file, which has not been read yet.
        var seconds: Double { duration?.seconds ?? 3600 }
        var files: [RelativePath] { [file, accelerometer, gyroscope].compactMap(\.self) }

        var words: String { "move it as recorded in \(files.first?.text ?? "a file")" }

        func motion(
            _ reader: MoveReader, blend: Nanoseconds
        ) throws(ScenarioError) -> Motion.Move {
            var recording = try reader.recording(
                (file ?? accelerometer)?.text ?? "", of: .acceleration, at: mark)
            if let gyroscope {
                let other = try reader.recording(gyroscope.text, of: .rotation, at: mark)
                do throws(RecordingError) {
                    recording = try recording.combined(with: other)
                } catch {
                    throw ScenarioError(reader.path(gyroscope.text), error)
                }
                for note in recording.notes {
                    reader.remark("the recording \(reader.path(gyroscope.text)): \(note)")
                }
            }
            if let vary {
                recording = recording.varied(
                    vary.variation,
                    random: RandomStream(seed: UInt64(vary.seed), purpose: "another person"))
            }
            let left = recording.duration - from.seconds
            guard left > 0 else {
                let end = Nanoseconds.seconds(recording.duration)
                throw ScenarioError(
                    file: reader.file,
                    problems: [
                        Problem(
                            "`from` is \(from.text), but the recording ends after \(end.text)",
                            at: mark, fix: "use a smaller `from`, or leave it out")
                    ])
            }
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
