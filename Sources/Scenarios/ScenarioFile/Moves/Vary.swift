import Declaration
import Motion

extension Move.Recording {
    /// How somebody else makes a recorded motion.
    package struct Vary: Section {
        package static let example = """
            vary: {seed: 2, mount: 15 deg}
            """

        package var seed = 1
        package var time: Quantity<Ratio> = .percent(7)
        package var mount: Quantity<Angle> = .degrees(10)
        package var size: Quantity<Ratio> = .percent(5)

        package static let keys = Keys(Self(), "vary") { keys in
            keys.about = "Another person's version of a recorded motion."
            keys.optional(
                \.seed, "seed", in: 0...1_000_000, "Each number is another person.")
            keys.optional(
                \.time, "time", in: .percent(0)...(.percent(50)),
                "How much faster or slower it may be.")
            keys.optional(
                \.mount, "mount", in: .degrees(0)...(.degrees(180)),
                "How far the board may be turned on the body, about any axis.")
            keys.optional(
                \.size, "size", in: .percent(0)...(.percent(50)),
                "How much larger or smaller turns and accelerations may be.")
        }

        var variation: Variation {
            Variation(
                time: time.percent / 100, mount: mount.radians, size: size.percent / 100)
        }
    }
}
