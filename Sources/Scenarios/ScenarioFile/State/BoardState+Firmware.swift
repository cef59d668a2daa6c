import JSON

/// What hosts have programmed.
extension BoardState {
    /// What the LED shows, and what it was told to.
    package struct Light: JSONFields {
        package var red = 0.0
        package var green = 0.0
        package var blue = 0.0
        package var mode: String?
        package var patterns: [String: Pattern]?

        package static let blank = Light()

        package init(red: Double = 0, green: Double = 0, blue: Double = 0) {
            (self.red, self.green, self.blue) = (red, green, blue)
        }

        package mutating func fields(_ c: inout some JSONCoder) {
            c.rounded(&red, "red", 3, "Brightness, 0 to 1.")
            c.rounded(&green, "green", 3, "Brightness, 0 to 1.")
            c.rounded(&blue, "blue", 3, "Brightness, 0 to 1.")
            c(&mode, "mode", "What the host's last command about patterns was: `playing`.")
            c(&patterns, "patterns", "What a host has programmed, by colour.")
        }
    }

    /// What a host programmed a colour of the LED to do; times in milliseconds.
    package struct Pattern: JSONFields {
        package enum Kind: String, CaseIterable, Sendable {
            case pulse, blink
        }

        package var kind = Kind.pulse
        package var high = 0
        package var low = 0
        package var rise = 0
        package var hold = 0
        package var fall = 0
        package var period = 0
        package var delay = 0
        package var repeats: Int?
        package var isPlaying = false

        package static let blank = Pattern()

        package mutating func fields(_ c: inout some JSONCoder) {
            c.choice(&kind, "kind")
            c(&high, "high", "Brightness at its height, 0 to 31.")
            c(&low, "low", "Brightness between, 0 to 31.")
            c(&rise, "rise", "ms.")
            c(&hold, "hold", "ms.")
            c(&fall, "fall", "ms.")
            c(&period, "period", "ms.")
            c(&delay, "delay", "ms.")
            c(&repeats, "repeats", "How often; missing for ever.")
            c(&isPlaying, "playing", "Whether it plays.")
        }
    }

    /// The log and its loggers.
    package struct Log: JSONFields {
        package var isRecording = false
        package var entries = 0
        package var fill = 0.0
        package var recorded = 0
        package var refused = 0
        package var recycled = 0
        package var isEnabled: Bool?
        package var isCircular: Bool?
        package var isFull: Bool?
        package var used: Int?
        package var pages: Int?
        package var loggers: [Int: Logger]?

        package static let blank = Log()

        package init() {}

        package mutating func fields(_ c: inout some JSONCoder) {
            c(&isRecording, "recording", "Whether it records.")
            c(&entries, "entries", "Entries that can be read out.")
            c.rounded(&fill, "fill", 6, "Used part, 0 to 1.")
            c(&recorded, "recorded", "Entries recorded since the run began.")
            c(&refused, "refused", "Entries refused because it was full.")
            c(&recycled, "recycled", "Pages given up for newer ones.")
            c(&isEnabled, "enabled", "Whether a host has enabled it.")
            c(&isCircular, "circular", "Whether new entries take the place of old ones.")
            c(&isFull, "full", "Whether it is full.")
            c(&used, "used", "Pages in use.")
            c(&pages, "pages", "Pages of the flash.")
            c(&loggers, "loggers", "Loggers by their ids.")
        }
    }

    /// Four bytes of a signal that are recorded.
    package struct Logger: JSONFields {
        package var source = ""
        package var offset = 0
        package var length = 0

        package static let blank = Logger()

        package mutating func fields(_ c: inout some JSONCoder) {
            c(&source, "source", "The signal in words.")
            c(&offset, "offset", "The first byte.")
            c(&length, "length", "Bytes.")
        }
    }

    /// A timer of the firmware.
    package struct Timer: JSONFields {
        package var period = 0
        package var repeats: Int?
        package var left: Int?
        package var isRunning = false

        package static let blank = Timer()

        package mutating func fields(_ c: inout some JSONCoder) {
            c(&period, "period", "ms.")
            c(&repeats, "repeats", "How often; missing for ever.")
            c(&left, "left", "How often from now on.")
            c(&isRunning, "running", "Whether it runs.")
        }
    }

    /// A recorded list of commands.
    package struct Macro: JSONFields {
        package var commands: [String] = []
        package var runsAtBoot = false

        package static let blank = Macro()

        package mutating func fields(_ c: inout some JSONCoder) {
            c(&commands, "commands", "Its commands in words.")
            c(&runsAtBoot, "boot", "Whether it runs when the firmware starts.")
        }
    }

    /// Signals, processors, loggers, events and the host, and what they get from each other.
    package struct Graph: JSONFields {
        package var nodes = Named<Node>()
        package var edges: [[String]] = []

        package static let blank = Graph()

        package init() {}

        package mutating func fields(_ c: inout some JSONCoder) {
            c(&nodes, "nodes", "By their ids, in the order in which they were found.")
            c(&edges, "edges", "Two ids each: from, to.")
        }
    }

    /// One of what feeds, or is fed.
    package struct Node: JSONFields {
        package var kind = ""
        package var title = ""
        package var about: String?
        package var value: String?
        package var count: Int?

        package static let blank = Node()

        package mutating func fields(_ c: inout some JSONCoder) {
            c(
                &kind, "kind",
                "`signal`, `processor`, `logger`, `event`, `timer`, `macro` or `host`.")
            c(&title, "title", "In words.")
            c(&about, "about", "How it is configured.")
            c(&value, "value", "The last datum, in words.")
            c(&count, "count", "How many data there were.")
        }
    }
}
