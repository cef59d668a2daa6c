import ClientJudge
import Exploration

extension Finding {
    /// The finding as what is wrong with a world of an exploration.
    ///
    /// - Parameter lastRight: the last thing of the client that went right.
    package func breach(after lastRight: String) -> WorldOutcome.Breach {
        WorldOutcome.Breach(
            key: key,
            failure: WorldOutcome.Failure(
                what: "\(rule.id): \(rule.title): \(detail)", lastRight: lastRight))
    }
}
