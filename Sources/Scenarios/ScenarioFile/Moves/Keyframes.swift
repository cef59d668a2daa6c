import Declaration
import Motion
import Simulation
import YAML

extension Move {
    package struct Keyframes: MoveKind {
        package static let example = """
            - keyframes:
                - {at: 0 s, orientation: [0 deg, 30 deg, 0 deg]}
                - {at: 1 s, position: [0 m, 0.2 m, 0.3 m]}
                - {at: 2 s, position: [0 m, 0.2 m, 0.3 m], orientation: [0 deg, 90 deg, 0 deg]}
            """

        package var frames: [Keyframe] = []

        package static let keys = Keys(Self(), "keyframes") { keys in
            keys.about = """
                Passes through poses at given times, with minimum-jerk motion between them. If \
                `motion` begins with a keyframe at 0 s, that is the board's initial pose.
                """
            keys.list(
                \.frames, "frames", count: 1...100_000, principal: true, "The poses, in order.")
        }

        package func check(_ reader: Reader, at mark: Mark) {
            for (before, frame) in zip(frames, frames.dropFirst()) where frame.at <= before.at {
                reader.fail(
                    "this keyframe is not later than the one before it", at: frame.mark,
                    fix: "set `at` to a time after \(before.at.text)")
            }
        }

        var seconds: Double { frames.last?.at.seconds ?? 0 }

        var words: String {
            "lead it through \(frames.count == 1 ? "1 pose" : "\(frames.count) poses")"
        }

        func motion(_ reader: MoveReader, blend: Nanoseconds) -> Motion.Move {
            .keyframes(
                Motion.Keyframes(
                    frames.map { frame in
                        Motion.Keyframes.Frame(
                            time: frame.at.seconds,
                            position: frame.position.map {
                                Vector3($0.x.metres, $0.y.metres, $0.z.metres)
                            },
                            orientation: frame.orientation.map {
                                Quaternion(roll: $0.x, pitch: $0.y, yaw: $0.z)
                            })
                    }))
        }

        func checkBeginning(_ reader: Reader, isBeginning: Bool) {
            guard !isBeginning, let first = frames.first, first.at == .zero,
                first.position != nil || first.orientation != nil
            else { return }
            reader.fail(
                "the pose at 0 s differs from the pose that the board has by then", at: first.mark,
                fix:
                    "set `at` to more than 0 s, so that there is time for the movement, or begin"
                    + " `motion` with these keyframes")
        }
    }

    package struct Keyframe: LocatedSection {
        package var at = Nanoseconds.zero
        package var position: Triple<Length>?
        package var orientation: Triple<Angle>?
        package var mark = Mark.start

        package static let keys = Keys(Self(), "keyframe") { keys in
            keys.about =
                "A pose at a given time. Values that are left out stay as in the previous keyframe."
            keys.required(
                \.at, "at", in: .zero...Nanoseconds.longest, "Time since the start of the move.")
            keys.optional(
                \.position, "position", otherwise: "as before",
                "Position east, north and up of where the move began.")
            keys.optional(
                \.orientation, "orientation", otherwise: "as before",
                "Roll about x, pitch about y and yaw about z, in this order, about the world's"
                    + " axes."
            )
        }
    }
}
