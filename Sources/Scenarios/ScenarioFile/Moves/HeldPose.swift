import Declaration
import YAML

package struct HeldPose: LocatedSection {
    package static let example = """
        pose: {roll: 35 deg, pitch: -25 deg}
        """

    package var roll: Quantity<Angle> = .degrees(0)
    package var pitch: Quantity<Angle> = .degrees(0)
    package var yaw: Quantity<Angle> = .degrees(0)
    package var mark = Mark.start

    private static let angles: ClosedRange<Quantity<Angle>> = .degrees(-360)...(.degrees(360))

    package static let keys = Keys(Self(), "pose") { keys in
        keys.about = """
            How a board is held when the run begins, until a move turns it. The angles rotate it from \
            flat, face up, about the world's axes, in the order roll, pitch, yaw.
            """
        keys.optional(\.roll, "roll", in: Self.angles, "About x, which points east.")
        keys.optional(\.pitch, "pitch", in: Self.angles, "About y, which points north.")
        keys.optional(
            \.yaw, "yaw", in: Self.angles,
            "About z, which points up; positive turns the board to the left."
        )
    }
}
