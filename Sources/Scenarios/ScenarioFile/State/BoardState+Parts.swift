extension BoardState {
    /// What of a state is made, which costs time; the rest is blank.
    package struct Parts: OptionSet, Sendable {
        package let rawValue: UInt16

        package init(rawValue: UInt16) { self.rawValue = rawValue }

        package static let identity = Parts(rawValue: 1 << 0)
        /// With battery and button.
        package static let power = Parts(rawValue: 1 << 1)
        package static let link = Parts(rawValue: 1 << 2)
        /// Pose and fused pose.
        package static let motion = Parts(rawValue: 1 << 3)
        package static let light = Parts(rawValue: 1 << 4)
        package static let motor = Parts(rawValue: 1 << 5)
        /// With the pins.
        package static let surroundings = Parts(rawValue: 1 << 6)
        package static let log = Parts(rawValue: 1 << 7)
        /// What it streams, and what became of its notifications.
        package static let streaming = Parts(rawValue: 1 << 8)
        /// Timers and macros.
        package static let programs = Parts(rawValue: 1 << 9)

        /// For the status line.
        package static let line: Parts = [.identity, .link, .light, .log, .streaming]
        /// Everything but the graph, which needs somebody who has watched the board.
        package static let all = Parts(rawValue: (1 << 10) - 1)
    }
}
