/// A vector and how it went.
package struct PlayedVector: Sendable {
    package var vector: Vector
    /// What came out differently; empty if it passed.
    package var differences: [Difference]
}

/// Plays executed examples through the parsers, the engine, the navigation, the cap and the attitude
/// stream of this package.
///
/// An area that is not known, and a vector that its area cannot play, are differences.
package enum VectorPlayer {
    typealias Play = (Vector) throws(Unplayable) -> Outcome

    /// What can be played, and whether the original calculates with 32 bits there.
    private static var areas: [String: (play: Play, isFloat: Bool)] {
        var areas: [String: (play: Play, isFloat: Bool)] = [:]
        for (name, play) in parserPlays + enginePlays + facadePlays + navigationPlays {
            areas[name] = (play, false)
        }
        for (name, play) in gamepadPlays + driverPlays + devicePlays + attitudePlays {
            areas[name] = (play, true)
        }
        return areas
    }

    /// Plays every vector of a file.
    package static func play(_ file: VectorFile) -> [PlayedVector] {
        let areas = areas
        return file.vectors.map { vector in
            guard let area = areas[vector.area] else {
                let message = "the area `\(vector.area)` is not known"
                return PlayedVector(
                    vector: vector, differences: [Difference(path: "", message: message)])
            }
            do throws(Unplayable) {
                let outcome = try area.play(vector)
                var comparison = Comparison(
                    tolerance: area.isFloat ? file.floatTolerance : file.doubleTolerance,
                    counters: TickCounters(of: vector))
                comparison.compare(vector.outputs.node, outcome)
                return PlayedVector(vector: vector, differences: comparison.differences)
            } catch {
                let message = "cannot be played: \(error.reason)"
                return PlayedVector(
                    vector: vector, differences: [Difference(path: "", message: message)])
            }
        }
    }
}
