public import Simulation

/// What a run looks like at one moment; made anew for each line that shows it.
public struct LiveStatus: Sendable, Equatable {
    /// How a board stands to the air.
    public enum Link: String, Sendable {
        case off = "not advertising"
        case advertising, connected
    }

    /// What one channel each of a board's LED shines with, 0 to 1.
    public struct Light: Sendable, Equatable {
        /// 0 (dark) to 1.
        public var red: Double
        /// 0 (dark) to 1.
        public var green: Double
        /// 0 (dark) to 1.
        public var blue: Double

        /// A colour by its parts, each 0 to 1.
        public init(red: Double, green: Double, blue: Double) {
            self.red = red
            self.green = green
            self.blue = blue
        }

        /// Dark.
        public static let off = Light(red: 0, green: 0, blue: 0)
    }

    /// One board at this moment.
    public struct Board: Sendable, Equatable {
        /// As the scenario calls it.
        public var name: String
        /// Whether it is on the air.
        public var link: Link
        /// Names of the signals that stream at the moment.
        public var streams: [String]
        /// What the LED shows now.
        public var led: Light
        /// Used part of the flash, 0 to 1.
        public var logFill: Double

        /// What one board does now.
        public init(
            name: String, link: Link, streams: [String] = [], led: Light = .off,
            logFill: Double = 0
        ) {
            self.name = name
            self.link = link
            self.streams = streams
            self.led = led
            self.logFill = logFill
        }
    }

    /// Virtual time.
    public var time: Instant
    /// Virtual seconds a second; nil while that is not known.
    public var speed: Double?
    /// In the order of the scenario.
    public var boards: [Board]

    /// What the line shows.
    public init(time: Instant, speed: Double? = nil, boards: [Board] = []) {
        self.time = time
        self.speed = speed
        self.boards = boards
    }
}
