import Declaration
import Simulation
import YAML

extension Input {
    /// A hand that takes the board and moves it.
    package struct Motion: InputKind, Section {
        package var moves: [Move] = []

        package static let keys = Keys(Self(), "motion") { keys in
            keys.about =
                "The board begins these moves from where it is, instead of those of its `motion`. A"
                + " board that is in motion is first brought to rest, within 150 ms if it is slow."
            keys.list(
                \.moves, "moves", count: 1...100_000, principal: true, "One after the other.")
        }

        package func check(_ reader: Reader, at mark: Mark) {
            moves.checkBeginning(reader, isBeginning: false)
            if moves.seconds > Nanoseconds.longest.seconds || moves.moveCount > 1e6 {
                reader.fail(
                    "the motion, with its repeats, is too long", at: mark,
                    fix: "keep it below a million moves and \(Nanoseconds.longest.text)")
            }
        }

        package var words: String { moves.words }
        package var duration: Nanoseconds { .seconds(moves.seconds) }
        package var isAwaited: Bool { true }

        package func apply(to index: Int, in run: any ScenarioWorld) {
            run.begin(moves, of: index)
        }
    }
}
