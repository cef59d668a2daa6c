import Declaration
import Motion
import Simulation

extension Move {
    package struct Rest: TimedMove {
        /// Which side of the board points up.
        package enum Side: String, Choice {
            package static let title = "side"
            case faceUp = "face-up"
            case faceDown = "face-down"
            case leftUp = "left-up"
            case rightUp = "right-up"
            case topUp = "top-up"
            case bottomUp = "bottom-up"
            /// Keeps the orientation that the board has.
            case asItIs = "as-it-is"

            /// Pitch and roll in degrees; nil for none.
            var attitude: (pitch: Double, roll: Double)? {
                switch self {
                case .faceUp: (0, 0)
                case .faceDown: (0, 180)
                case .leftUp: (0, 90)
                case .rightUp: (0, -90)
                case .topUp: (90, 0)
                case .bottomUp: (-90, 0)
                case .asItIs: nil
                }
            }
        }

        package var facing: Side = .asItIs
        package var duration: Nanoseconds = .seconds(1)

        package static let keys = Keys(Self(), "rest") { keys in
            keys.about = """
                The board lies still. If a side is given, the board is first turned to it within half \
                a second, with its heading unchanged.
                """
            keys.optional(\.facing, "facing", "Which side of the board points up.")
            keys.required(
                \.duration, "for", in: Move.durations, principal: true, "How long it takes.")
        }

        var words: String {
            facing == .asItIs
                ? "let it rest for \(duration.text)"
                : "lay it \(facing.rawValue) and let it rest, for \(duration.text)"
        }

        func motion(_ reader: MoveReader, blend: Nanoseconds) -> Motion.Move {
            guard let (pitch, roll) = facing.attitude else {
                return .rest(Motion.Rest(duration: duration.seconds))
            }
            // The board turns for half a second and then rests.
            let turning = min(0.5, duration.seconds)
            let tilt = Motion.Tilt(
                pitch: pitch * .pi / 180, roll: roll * .pi / 180, duration: turning)
            return .sequence([
                .tilt(tilt), .rest(Motion.Rest(duration: duration.seconds - turning)),
            ])
        }
    }
}
