/// Who makes moves: a person, who never does the same twice.
///
/// A person who holds or wears the board turns it a little about all axes and carries it a little along all of them, more the faster the
/// move is, and never stops altogether. The moves take a little more or less
/// time. The sizes are those of ten people with a watch on the wrist in three exercises (`PersonNoise`).
public struct Person: Equatable, Sendable {
    /// Each number is another person.
    public var seed: UInt64
    /// How unsteady they are, as a factor of the usual.
    public var unsteadiness: Double

    /// A person of the usual steadiness.
    public init(seed: UInt64 = 1, unsteadiness: Double = 1) {
        self.seed = seed
        self.unsteadiness = unsteadiness
    }

    var problem: String? { Check.notNegative(unsteadiness, "unsteadiness") }
}
