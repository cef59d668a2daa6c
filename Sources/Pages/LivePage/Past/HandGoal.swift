import Declaration
import Motion
import PageModel
import ScenarioFile
import ScenarioRun
import YAML

/// A pose to which a hand leads a board.
struct HandGoal {
    /// As a scenario has it.
    let entries: [(String, Node)]
    private let goal: Input.Path.Goal?

    /// - Parameters:
    ///   - place: in metres; nil if it stays where it is.
    ///   - attitude: from the body to the world; nil if it stays as it is.
    /// - Throws: a quaternion that is far from a unit one, or neither of the two.
    init(_ place: Vector3?, _ attitude: Quaternion?) throws(PageError) {
        guard place != nil || attitude != nil else {
            throw PageError("drag: give `p`, `q` or both")
        }
        var entries: [(String, Node)] = []
        func written(_ value: Double, _ scale: Double, _ unit: String) -> Node {
            let rounded = (value * scale).rounded() / scale
            return Node("\(Written.text(rounded == 0 ? 0 : rounded)) \(unit)")
        }
        if let place {
            entries.append(
                ("position", Node([place.x, place.y, place.z].map { written($0, 1e4, "m") })))
        }
        if let attitude {
            let square =
                attitude.w * attitude.w + attitude.x * attitude.x + attitude.y * attitude.y
                + attitude.z * attitude.z
            guard square > 0.5, square < 2 else {
                throw PageError("drag: `q` must be a unit quaternion")
            }
            let angles = attitude.normalized.rollPitchYaw
            entries.append(
                ("orientation", Node(angles.map { written($0 * 180 / .pi, 100, "deg") })))
        }
        let reader = Declaration.Reader()
        goal = Input.Path.Goal.read(Node(entries), reader)
        guard reader.problems.isEmpty else { throw PageError(reader.problems) }
        self.entries = entries
    }

    func lead(_ board: Int, in world: RunWorld) { goal?.lead(board, in: world) }
}

extension Quaternion {
    /// Roll about the world's x first, pitch about its y, yaw about its z last; radians.
    fileprivate var rollPitchYaw: [Double] {
        let sine = max(-1, min(1, 2 * (w * y - z * x)))
        return [
            Elementary.arcTangent(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)),
            Elementary.arcSine(sine),
            Elementary.arcTangent(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)),
        ]
    }
}
