import Declaration
import Motion
import Simulation
import YAML

extension Move {
    package struct Keyframes: MoveKind {
        package static let title = "keyframes"
        package static let about = """
            Passes through poses at given times, with minimum-jerk motion between them. If `motion` \
            begins with a keyframe at 0 s, that is how the board is held from the start.
            """
        package static let example = """
            - keyframes:
                - {at: 0 s, orientation: [0 deg, 30 deg, 0 deg]}
                - {at: 1 s, position: [0 m, 0.2 m, 0.3 m]}
                - {at: 2 s, position: [0 m, 0.2 m, 0.3 m], orientation: [0 deg, 90 deg, 0 deg]}
            """

        package var frames: [Keyframe] = []

        package static let keys = Keys(Self()) { keys in
            keys.list(
                \.frames, "frames", count: 1...100_000, principal: true, "The poses, in order.")
        }

        package func check(_ reader: Reader, at mark: Mark) {
            for (before, frame) in zip(frames, frames.dropFirst()) where frame.at <= before.at {
                reader.fail(
                    "this keyframe is not later than the one before it", at: frame.mark,
                    fix: "give an `at` after \(before.at.text)")
            }
        }

        var seconds: Double { frames.last?.at.seconds ?? 0 }

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
                "a pose at 0 s, and the board is in another one by then", at: first.mark,
                fix: "give an `at` above 0 s, so that it has time to get there, or begin `motion`"
                    + " with these keyframes")
        }
    }

    package struct Keyframe: LocatedSection {
        package static let title = "keyframe"
        package static let about =
            "A pose at a time; what is left out stays as in the frame before."

        package var at = Nanoseconds.zero
        package var position: Triple<Length>?
        package var orientation: Triple<Angle>?
        package var mark = Mark.start

        package static let keys = Keys(Self()) { keys in
            keys.required(\.at, "at", in: .zero...Nanoseconds.longest, "Since the move began.")
            keys.optional(
                \.position, "position", otherwise: "as before",
                "East, north and up of where the move began.")
            keys.optional(
                \.orientation, "orientation", otherwise: "as before",
                "Roll about x, pitch about y and yaw about z, about the world's axes in this order."
            )
        }
    }
}
