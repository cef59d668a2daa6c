import Declaration
import Motion
import Simulation
import YAML

extension Move {
    package struct FreeFall: MoveKind {
        /// What the board lands on.
        package enum Landing: String, Choice {
            package static let title = "landing"
            case soft, hard

            package var about: String {
                switch self {
                case .soft: "A cushion: it stops within 10 cm."
                case .hard: "A floor: it stops within 2 mm."
                }
            }
        }

        package var height: Quantity<Length> = .metres(1)
        package var landing: Landing = .soft

        package static let keys = Keys(Self(), "free-fall") { keys in
            keys.about = "Drops the board from a height until it lands."
            keys.required(
                \.height, "from", in: .metres(0.01)...(.metres(1000)), principal: true,
                "The height of the fall.")
            keys.optional(\.landing, "landing", "What it lands on.")
        }

        package func check(_ reader: Reader, at mark: Mark) {
            let lowest = fall.lowest
            guard height.metres <= lowest else { return }
            reader.fail(
                "a fall from \(height.text) is over before a \(landing.rawValue) landing begins",
                at: mark,
                fix: "use at least `from: \(Int((lowest * 1000).rounded(.up))) mm`"
                    + (landing == .soft ? " or `landing: hard`" : ""))
        }

        var seconds: Double { 15 }

        private var fall: Motion.FreeFall {
            Motion.FreeFall(height: height.metres, landing: landing == .soft ? 0.08 : 0.004)
        }

        var words: String { "let it fall \(height.text), onto something \(landing.rawValue)" }

        func motion(_ reader: MoveReader, blend: Nanoseconds) -> Motion.Move { .freeFall(fall) }
    }
}
