public import Simulation
public import YAML

extension Move {
    /// Throws the board up and catches it: a push, free flight, a catch.
    public struct Throw: Section {
        public static let title = "throw"
        public static let about =
            "Throws the board up and catches it: a push, free flight, a catch."

        /// Upwards, when it leaves the hand.
        public var speed: Quantity<Speed> = .metresPerSecond(4)
        /// While it flies, about its x axis.
        public var spin: Quantity<AngularRate> = .degreesPerSecond(0)
        /// How long the hand pushes, and how long it takes to catch.
        public var push: Nanoseconds = .milliseconds(250)
        public var mark = Mark.start

        public init() {}

        public mutating func declare(_ keys: Keys) {
            keys.required(
                &speed, "speed", in: .metresPerSecond(0.1)...(.metresPerSecond(50)),
                principal: true, "Upwards, when it leaves the hand.")
            keys.optional(
                &spin, "spin", in: .degreesPerSecond(0)...(.degreesPerSecond(5000)),
                "While it flies, about its x axis.")
            keys.optional(
                &push, "push", in: .milliseconds(10)...(.seconds(5)),
                "How long the hand pushes, and how long it takes to catch.")
        }
    }
}
