/// How one colour of the LED shines over time (protocol, sensors 4).
public struct MWLEDPattern: Sendable, Equatable {
    /// While it is bright, 0 to 31.
    public var highIntensity: UInt8
    /// While it is dark, 0 to 31.
    public var lowIntensity: UInt8
    /// From dark to bright, ms.
    public var riseTime: UInt16
    /// Bright, ms.
    public var highTime: UInt16
    /// From bright to dark, ms.
    public var fallTime: UInt16
    /// From one pulse to the next, ms.
    public var pulseDuration: UInt16
    /// Before the first pulse, ms; from module revision 1 on.
    public var delay: UInt16
    /// Pulses; 0 and 255 mean for ever.
    public var repeatCount: UInt8

    /// A pattern.
    public init(
        highIntensity: UInt8 = 31, lowIntensity: UInt8 = 0, riseTime: UInt16 = 0,
        highTime: UInt16 = 500, fallTime: UInt16 = 0, pulseDuration: UInt16 = 1000,
        delay: UInt16 = 0, repeatCount: UInt8 = .max
    ) {
        self.highIntensity = highIntensity
        self.lowIntensity = lowIntensity
        self.riseTime = riseTime
        self.highTime = highTime
        self.fallTime = fallTime
        self.pulseDuration = pulseDuration
        self.delay = delay
        self.repeatCount = repeatCount
    }

    /// On all the time.
    public static let solid = MWLEDPattern(lowIntensity: 31)
    /// Short flashes, two a second.
    public static let blink = MWLEDPattern(highTime: 50, pulseDuration: 500)
    /// Up and down within two seconds.
    public static let breathe = MWLEDPattern(
        riseTime: 725, highTime: 500, fallTime: 725, pulseDuration: 2000)
    /// Three flashes.
    public static let flash = MWLEDPattern(highTime: 100, pulseDuration: 500, repeatCount: 3)
}

/// Commands of the LED.
public enum MWLED {
    /// A colour, in the order of the channels.
    public enum Color: UInt8, CaseIterable, Sendable { case green, red, blue }

    /// Registers.
    enum Register: UInt8 { case play = 1, stop, pattern }

    /// Gives a colour its pattern.
    public struct SetPattern: HostCommand {
        /// Which colour.
        public let color: Color
        /// How it shines.
        public let pattern: MWLEDPattern

        /// A colour's pattern.
        public init(color: Color, pattern: MWLEDPattern) {
            self.color = color
            self.pattern = pattern
        }

        /// A colour's pattern.
        public init(color: Color, _ preset: MWLEDPattern) {
            self.init(color: color, pattern: preset)
        }

        /// 17 bytes; repetitions of 0 are undefined on the board and go out as for ever.
        public var packet: Packet { packet(revision: 1) }

        /// - Parameter revision: of the LED module; below 1 the delay goes out as 0, as the C++ SDK does it.
        public func packet(revision: UInt8) -> Packet {
            let times = [
                pattern.riseTime, pattern.highTime, pattern.fallTime, pattern.pulseDuration,
                revision >= 1 ? pattern.delay : 0,
            ]
            return Packet(
                .led, Register.pattern,
                [color.rawValue, 0x02, pattern.highIntensity, pattern.lowIntensity]
                    + times.flatMap(\.littleEndianBytes)
                    + [pattern.repeatCount == 0 ? 0xFF : pattern.repeatCount])
        }
    }

    /// Plays the patterns.
    public struct Play: HostCommand {
        /// The command has no choices.
        public init() {}
        /// `[02 01 01]`.
        public var packet: Packet { Packet(.led, Register.play, [1]) }
    }

    /// Plays the patterns, and each that is written from now on.
    public struct Autoplay: HostCommand {
        /// The command has no choices.
        public init() {}
        /// `[02 01 02]`.
        public var packet: Packet { Packet(.led, Register.play, [2]) }
    }

    /// Holds the patterns where they are.
    public struct Pause: HostCommand {
        /// The command has no choices.
        public init() {}
        /// `[02 01 00]`.
        public var packet: Packet { Packet(.led, Register.play, [0]) }
    }

    /// Ends the patterns.
    public struct Stop: HostCommand {
        /// Whether the board forgets them.
        public let clearPattern: Bool
        /// Ends the patterns.
        public init(clearPattern: Bool = true) { self.clearPattern = clearPattern }
        /// `[02 02 clear]`.
        public var packet: Packet { Packet(.led, Register.stop, [clearPattern ? 1 : 0]) }
    }

    /// Clears all colours, gives some their patterns and plays them.
    public struct SetAllChannels: HostCommandSequence {
        /// Of red; nil leaves it dark.
        public let red: MWLEDPattern?
        /// Of green.
        public let green: MWLEDPattern?
        /// Of blue.
        public let blue: MWLEDPattern?
        /// Whether they start.
        public let autoPlay: Bool

        /// Patterns by colour.
        public init(
            red: MWLEDPattern? = nil, green: MWLEDPattern? = nil, blue: MWLEDPattern? = nil,
            autoPlay: Bool = true
        ) {
            self.red = red
            self.green = green
            self.blue = blue
            self.autoPlay = autoPlay
        }

        /// The patterns alone: green, red, blue.
        public var patterns: [SetPattern] {
            zip(Color.allCases, [green, red, blue]).compactMap { color, pattern in
                pattern.map { SetPattern(color: color, pattern: $0) }
            }
        }

        /// Stop and clear, patterns, play: a pattern is not taken over one that plays.
        public var packets: [Packet] {
            [Stop().packet] + patterns.map(\.packet) + (autoPlay ? [Play().packet] : [])
        }
    }
}
