/// Three axes in counts, as in a sensor's data registers.
@frozen public struct RawSample: Hashable, Sendable {
    /// Counts.
    public var x: Int16
    /// Counts.
    public var y: Int16
    /// Counts.
    public var z: Int16

    /// The counts of the three axes.
    @inlinable public init(_ x: Int16, _ y: Int16, _ z: Int16) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// All axes zero.
    public static let zero = RawSample(0, 0, 0)
}
