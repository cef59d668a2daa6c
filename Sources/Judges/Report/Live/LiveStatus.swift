import Simulation

/// The state of a run at one moment, for one status line.
package struct LiveStatus: Sendable, Equatable {
    /// A board's link state.
    package enum Link: String, Sendable, CaseIterable {
        case connected, advertising
        case off = "not advertising"
    }

    /// The brightness of the channels of a board's LED, 0 to 1.
    package struct Light: Sendable, Equatable {
        /// 0 (dark) to 1.
        package var red: Double
        /// 0 (dark) to 1.
        package var green: Double
        /// 0 (dark) to 1.
        package var blue: Double

        /// A colour by its parts, each 0 to 1.
        package init(red: Double, green: Double, blue: Double) {
            self.red = red
            self.green = green
            self.blue = blue
        }

        package static let off = Light(red: 0, green: 0, blue: 0)
    }

    /// One board at this moment.
    package struct Board: Sendable, Equatable {
        /// Its name in the scenario.
        package var name: String
        package var link: Link
        /// Names of the signals that stream at the moment.
        package var streams: [String]
        /// What the LED shows now.
        package var led: Light
        /// Used part of the flash, 0 to 1.
        package var logFill: Double

        /// What one board does now.
        package init(
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
    package var time: Instant
    /// Virtual seconds per second; nil while unknown.
    package var speed: Double?
    /// In the order of the scenario.
    package var boards: [Board]

    /// What the line shows.
    package init(time: Instant, speed: Double? = nil, boards: [Board] = []) {
        self.time = time
        self.speed = speed
        self.boards = boards
    }
}
