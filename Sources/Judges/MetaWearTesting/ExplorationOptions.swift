/// What an exploration of a test tries.
public struct ExplorationOptions: Sendable {
    /// Kinds of fault, by the words of `boardsim explore --faults`; nil for all.
    public var faults: Set<String>?
    /// The most faults of a world, from 1 on. The next one is tried where the test does something that it does not do
    /// without it.
    public var depth = 1
    /// The most worlds; nil for all that there are. They are the same each time.
    public var worlds: Int?
    /// The virtual time after which a test counts as hanging.
    public var limit: Duration = .seconds(600)
    /// Whether tasks that are ready at the same moment run in an order drawn from a seed, another one in each world, so
    /// that faults and races combine. Otherwise they run in the order in which they became ready.
    public var shufflesTasks = false
    /// Whether a broken rule of the protocol fails a world, unless it is broken without a fault, too.
    public var judgesClient = true
    /// A folder for a scenario of each failure, `failure-1.yaml` and so on, which `ScenarioDesk(file:)` plays again;
    /// nil for none.
    public var folder: String?

    /// Every fault at every point.
    public init() {}
}
