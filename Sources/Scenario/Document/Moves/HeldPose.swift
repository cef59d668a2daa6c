public import YAML

/// How a board is held when the run begins.
public struct HeldPose: Section {
    public static let title = "pose"
    public static let about = """
        How a board is held when the run begins, and goes on to be held until a move turns it: turned \
        from flat and face up about the world's axes, in the order roll, pitch, yaw.
        """
    public static let example = """
        pose: {roll: 35 deg, pitch: -25 deg}
        """

    /// About x, which points east.
    public var roll: Quantity<Angle> = .degrees(0)
    /// About y, which points north.
    public var pitch: Quantity<Angle> = .degrees(0)
    /// About z, which points up.
    public var yaw: Quantity<Angle> = .degrees(0)
    public var mark = Mark.start

    public init() {}

    private static let angles: ClosedRange<Quantity<Angle>> = .degrees(-360)...(.degrees(360))

    public mutating func declare(_ keys: Keys) {
        keys.optional(&roll, "roll", in: Self.angles, "About x, which points east.")
        keys.optional(&pitch, "pitch", in: Self.angles, "About y, which points north.")
        keys.optional(
            &yaw, "yaw", in: Self.angles, "About z, which points up; positive turns it to the left."
        )
    }
}
