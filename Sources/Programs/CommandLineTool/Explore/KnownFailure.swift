import Exploration
import Report

/// A failure of an earlier exploration, and what has become of it.
struct KnownFailure {
    /// The path of its scenario.
    var name: String
    var state: ExplorationReport.Known.State
    /// How it fails now; nil if it holds.
    var failure: WorldOutcome.Failure?

    /// - Parameter outcome: nil if it was not played.
    init(_ name: String, _ outcome: WorldOutcome?) {
        self.name = name
        guard let outcome else {
            state = .unusable("was not run: the exploration was interrupted")
            return
        }
        failure = outcome.failure
        if let why = outcome.problem {
            state = .unusable("cannot be run: \(why)")
        } else {
            state = outcome.failure.map { .fails($0.what) } ?? .holds
        }
    }

    /// One whose file cannot be read.
    init(unreadable name: String) {
        (self.name, state) = (name, .unusable("cannot be read"))
    }
}
