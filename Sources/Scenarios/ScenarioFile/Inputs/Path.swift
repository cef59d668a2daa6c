import Declaration
import Motion
import ScriptedClient
import Simulation
import YAML

extension Input {
    /// A hand that drags the board.
    package struct Path: InputKind, Section {
        /// Where the hand leads.
        package struct Goal: LocatedSection {
            package var after = Nanoseconds.zero
            package var position: Triple<Length>?
            package var orientation: Triple<Angle>?
            package var mark = Mark.start

            package static let keys = Keys(Self(), "goal") { keys in
                keys.about = "A pose that the hand makes for from a given time on."
                keys.optional(
                    \.after, "after", in: .zero...Nanoseconds.longest,
                    "When, counted from the time of the input.")
                keys.optional(
                    \.position, "position", otherwise: "as before",
                    "East, north and up of the place where a board is when the run begins.")
                keys.optional(
                    \.orientation, "orientation", otherwise: "as before",
                    "Roll about x, pitch about y and yaw about z, in this order, about the world's"
                        + " axes.")
            }
        }

        package var goals: [Goal] = []

        package static let keys = Keys(Self(), "path") { keys in
            keys.about =
                "A hand takes the board, instead of its `motion`, and makes for one pose after the"
                + " other, as a pointer leads it: smoothly from whatever the board is doing, with"
                + " at most about 4 g and 1400 deg/s. It rests in the last pose."
            keys.list(
                \.goals, "goals", count: 1...100_000, principal: true,
                "The poses in the order of time; a new one takes the place of one that is not yet"
                    + " reached.")
        }

        package func check(_ reader: Reader, at mark: Mark) {
            for (before, goal) in zip(goals, goals.dropFirst()) where goal.after <= before.after {
                reader.fail(
                    "this goal is not later than the one before it", at: goal.mark,
                    fix: "set `after` to a time after \(before.after.text)")
            }
        }

        package var words: String { "lead the board by hand from pose to pose" }
        package var duration: Nanoseconds { goals.last?.after ?? .zero }
        package var isAwaited: Bool { true }

        package func apply(to index: Int, in run: any ScenarioWorld) {
            lead(index, to: 0, from: run.simulation.now, in: run)
        }

        /// Uses one timer at a time, however many goals there are.
        private func lead(
            _ index: Int, to number: Int, from start: Instant, in run: any ScenarioWorld
        ) {
            guard goals.indices.contains(number) else { return }
            let goal = goals[number]
            guard start + goal.after > run.simulation.now else {
                goal.lead(index, in: run)
                return lead(index, to: number + 1, from: start, in: run)
            }
            run.timers.at(start + goal.after) { [unowned run] in
                goal.lead(index, in: run)
                lead(index, to: number + 1, from: start, in: run)
            }
        }
    }
}

extension Input.Path.Goal {
    /// The hand makes for it now.
    package func lead(_ index: Int, in run: any ScenarioWorld) {
        run.bodies[index].guide(
            to: position.map { Vector3($0.x.metres, $0.y.metres, $0.z.metres) },
            orientation.map { Quaternion(roll: $0.x, pitch: $0.y, yaw: $0.z) },
            from: run.simulation.now)
    }
}
