import JSON

/// What a board is and does at an instant, as pages, programs, the status line and expectations see
/// it.
///
/// Numbers are rounded when they are written: what differs by less is no change.
package struct BoardState: JSONFields {
    package var identity = Identity()
    package var power = Power()
    /// Charge, 0 to 100 %.
    package var battery = 0.0
    package var link = Link()
    package var pose = Pose()
    package var fused: Fused?
    package var light = Light()
    package var motor: Motor?
    package var button = false
    package var surroundings = Surroundings()
    package var pins: [Double?]?
    package var log: Log?
    package var streaming: [String] = []
    package var notifications = Notifications()
    package var graph: Graph?
    package var timers: [Int: Timer] = [:]
    package var macros: [Int: Macro] = [:]

    package static let blank = BoardState()

    package init() {}

    package mutating func fields(_ c: inout some JSONCoder) {
        c(&identity, "identity", "Which board it is.")
        c(&power, "power", "Its supply.")
        c.rounded(&battery, "battery", 2, "Charge in percent.")
        c(&link, "link", "Its link to a host.")
        c(&pose, "pose", "How it lies and moves, by the truth.")
        c(&fused, "fused", "What its sensor fusion has found; missing while that does not run.")
        c(&light, "light", "Its LED.")
        c(&motor, "motor", "Its motor or buzzer; missing without one.")
        c(&button, "button", "Whether the button is pressed.")
        c(&surroundings, "surroundings", "What surrounds it.")
        c(&pins, "pins", "V at each pin by its number, null for an open one; missing without pins.")
        c(&log, "log", "Its log; missing without one.")
        c(&streaming, "streaming", "What it streams, in words.")
        c(&notifications, "notifications", "Its notifications since the run began, by their fate.")
        c(&graph, "graph", "What feeds what; only pages have it.")
        c(&timers, "timers", "Timers by their ids.")
        c(&macros, "macros", "Macros by their ids.")
    }
}

extension BoardState {
    /// Which board it is.
    package struct Identity: JSONFields, Equatable {
        package enum Kind: String, CaseIterable, Sendable {
            case metawear, triki
        }

        package var name = ""
        package var model = ""
        package var kind = Kind.metawear
        package var firmware = ""
        package var serial = ""
        package var address = ""

        package static let blank = Identity()

        package mutating func fields(_ c: inout some JSONCoder) {
            c(&name, "name", "Its name in the scenario.")
            c(&model, "model", "The product.")
            c.choice(&kind, "kind")
            c(&firmware, "firmware", "The firmware's revision.")
            c(&serial, "serial", "The serial number.")
            c(&address, "address", "Its address on the air.")
        }
    }

    /// The supply.
    package struct Power: JSONFields {
        package var mode = ""
        package var isPowered = false
        package var resets = 0
        package var uptime: Double?
        package var current: Double?
        package var volts: Double?
        package var isChargerConnected: Bool?
        package var isCharging: Bool?

        package static let blank = Power()

        package mutating func fields(_ c: inout some JSONCoder) {
            c(&mode, "mode", "`application`, `bootloader`, `asleep`, `off` …")
            c(&isPowered, "powered", "False while the supply is cut or the radio is off.")
            c(&resets, "resets", "Resets of any cause since the run began.")
            c.rounded(&uptime, "uptime", 0, "Seconds since the firmware began.")
            c.rounded(&current, "current", 2, "mA from the battery; negative while it is charged.")
            c.rounded(&volts, "volts", 3, "V of the battery.")
            c(&isChargerConnected, "charger", "Whether a charger is connected.")
            c(&isCharging, "charging", "Whether it charges the battery.")
        }
    }

    /// The link to a host, and what the air does to it.
    package struct Link: JSONFields {
        package enum State: String, CaseIterable, Sendable {
            case usb, connected, advertising, silent
        }

        package var state = State.silent
        package var isConnected = false
        package var isAdvertising = false
        package var peer: String?
        package var retransmissions = 0
        package var rssi: Int?
        package var isMuffled = false
        package var interval: Double?
        package var latency: Int?
        package var timeout: Double?
        package var mtu: Int?
        package var phy: String?
        package var isEncrypted: Bool?
        package var queued: Int?

        package static let blank = Link()

        package mutating func fields(_ c: inout some JSONCoder) {
            c.choice(&state, "state")
            c(&isConnected, "connected", "Whether a host is connected, by radio or USB.")
            c(&isAdvertising, "advertising", "Whether it advertises.")
            c(&peer, "peer", "Who is connected, with the address.")
            c(&retransmissions, "retransmissions", "Packets that were sent again.")
            c(&rssi, "rssi", "dBm, as a host receives it.")
            c(&isMuffled, "muffled", "Whether nothing gets through, for interference or range.")
            c.rounded(&interval, "interval", 2, "ms.")
            c(&latency, "latency", "Events that the board may skip.")
            c.rounded(&timeout, "timeout", 0, "ms.")
            c(&mtu, "mtu", "Bytes.")
            c(&phy, "phy", "From the board to the host.")
            c(&isEncrypted, "encrypted", "Whether the link is encrypted.")
            c(&queued, "queued", "Packets that wait to be sent.")
        }
    }

    /// How the board lies and moves.
    package struct Pose: JSONFields {
        package enum Motion: String, CaseIterable, Sendable {
            /// What its `motion` says.
            case scenario
            /// What an input, or a person, has begun.
            case hand
        }

        package var orientation: [Double] = [1, 0, 0, 0]
        package var position: [Double] = [0, 0, 0]
        package var force: [Double] = [0, 0, 0]
        package var rotation: [Double] = [0, 0, 0]
        package var motion = Motion.scenario
        package var isScripted = false
        package var isMoving = false

        package static let blank = Pose()

        package mutating func fields(_ c: inout some JSONCoder) {
            c.rounded(
                &orientation, "orientation", 5, "Body to world (x east, y north, z up): w, x, y, z."
            )
            c.rounded(&position, "position", 4, "m, world.")
            c.rounded(
                &force, "force", 3, "g, in the board's axes: what an ideal accelerometer measures.")
            c.rounded(&rotation, "rotation", 1, "deg/s, in the board's axes.")
            c.choice(&motion, "motion")
            c(&isScripted, "scripted", "Whether the scenario has a motion for it.")
            c(&isMoving, "moving", "Whether it moves.")
        }
    }

    /// The attitude that the board's sensor fusion has found, in the world's axes.
    package struct Fused: JSONFields {
        package var mode = ""
        package var accuracy: [Int] = []
        package var orientation: [Double]?
        package var error: Double?
        package var heading: Double?

        package static let blank = Fused()

        package mutating func fields(_ c: inout some JSONCoder) {
            c(&mode, "mode", "As the firmware's documents call it: `ndof`.")
            c(&accuracy, "accuracy", "0 to 3 of accelerometer, gyroscope and magnetometer.")
            c.rounded(&orientation, "orientation", 5, "Body to world: w, x, y, z.")
            c.rounded(&error, "error", 1, "Degrees from the truth.")
            c.rounded(&heading, "heading", 1, "Degrees from the true heading.")
        }
    }

    /// A motor or a buzzer.
    package struct Motor: JSONFields {
        package var isRunning = false
        package var duty = 0.0
        package var isBuzzer = false

        package static let blank = Motor()

        package mutating func fields(_ c: inout some JSONCoder) {
            c(&isRunning, "running", "Whether it runs.")
            c.rounded(&duty, "duty", 2, "Duty cycle, 0 to 1.")
            c(&isBuzzer, "buzzer", "Whether it drives a buzzer.")
        }
    }

    /// What surrounds the board.
    package struct Surroundings: JSONFields {
        package var temperature = 0.0
        package var light = 0.0
        package var humidity = 0.0
        package var pressure = 0.0
        package var distance = 0.0
        package var nearest: Double?

        package static let blank = Surroundings()

        package mutating func fields(_ c: inout some JSONCoder) {
            c.rounded(&temperature, "temperature", 2, "°C.")
            c.rounded(&light, "light", 1, "lx.")
            c.rounded(&humidity, "humidity", 1, "%.")
            c.rounded(&pressure, "pressure", 2, "hPa.")
            c.rounded(&distance, "distance", 2, "m to the hosts.")
            c.rounded(&nearest, "nearest", 3, "m to the nearest object; missing without one.")
        }
    }

    /// Notifications by their fate.
    package struct Notifications: JSONFields {
        package var made = 0
        package var sent = 0
        package var dropped = 0
        package var waiting = 0

        package static let blank = Notifications()

        package mutating func fields(_ c: inout some JSONCoder) {
            c(&made, "made", "Notifications that the firmware made.")
            c(&sent, "sent", "Notifications that the link took.")
            c(&dropped, "dropped", "Notifications dropped because the buffers were full.")
            c(&waiting, "waiting", "Notifications that wait for a buffer.")
        }
    }
}
