import Declaration
import JSON
import MetaWearBoard
import Motion
import PageModel
import ScenarioRun
import Simulation
import Wire
import YAML

extension LivePage {
    /// What a browser may ask for.
    private static let commands:
        [String: @Sendable (LivePage, PageCommand) throws(PageError) -> JSONValue?] = [
            "press": { page, command throws(PageError) in
                let board = try page.board(command)
                try page.act(.inputs, board, "button", "press")
                page.holders[board] = command.browser
                return nil
            },
            "release": { page, command throws(PageError) in
                let board = try page.board(command)
                page.holders[board] = nil
                try page.act(.inputs, board, "button", "release")
                return nil
            },
            "click": { page, command throws(PageError) in
                let hold = try command.has("for") ? command.number("for") : 120
                try page.act(
                    .inputs, try page.board(command), "button",
                    "{action: click, for: \(text(hold)) ms}")
                return nil
            },
            "battery": { page, command throws(PageError) in
                try page.change(command, "battery", "level", "%", in: 0...100)
            },
            "temperature": { page, command throws(PageError) in
                try page.change(command, "temperature", "to", "degC", in: -60...120)
            },
            "light": { page, command throws(PageError) in
                try page.change(command, "light", "to", "lx", in: 0...200_000)
            },
            "humidity": { page, command throws(PageError) in
                try page.change(command, "humidity", "to", "%", in: 0...100)
            },
            "pressure": { page, command throws(PageError) in
                try page.change(command, "pressure", "to", "hPa", in: 100...1200)
            },
            "altitude": { page, command throws(PageError) in
                try page.change(command, "altitude", "to", "m", in: -500...12_000)
            },
            "nearest": { page, command throws(PageError) in
                try page.change(command, "nearest-object", "to", "m", in: 0.001...1000)
            },
            "charger": { page, command throws(PageError) in
                let isConnected = try command.flag("connected")
                try page.act(
                    .inputs, try page.board(command), "charger",
                    isConnected ? "connect" : "disconnect")
                return nil
            },
            "pin": { page, command throws(PageError) in
                let pin = try command.integer("pin", in: 0...255)
                let what =
                    try command.has("volts")
                    ? "voltage: \(text(command.number("volts"))) V"
                    : "level: \(word(try command.text("level", atMost: 10)))"
                try page.act(
                    .inputs, try page.board(command), "gpio", "{pin: \(pin), \(what)}")
                return nil
            },
            "tap": { page, command throws(PageError) in
                try page.move(
                    command, "tap", [("strength", 3, "g"), ("times", 1, ""), ("every", 200, "ms")],
                    axis: ("along", "z"))
            },
            "shake": { page, command throws(PageError) in
                try page.move(
                    command, "shake",
                    [("rate", 4, "Hz"), ("amplitude", 0.05, "m"), ("for", 2, "s")],
                    axis: ("along", "x"))
            },
            "throw": { page, command throws(PageError) in
                try page.move(command, "throw", [("speed", 3, "m/s"), ("spin", 0, "deg/s")])
            },
            "spin": { page, command throws(PageError) in
                try page.move(
                    command, "spin", [("rate", 360, "deg/s"), ("for", 2, "s")],
                    axis: ("about", "z"))
            },
            "moves": { page, command throws(PageError) in
                try page.act(
                    .inputs, try page.board(command), "motion", command.text("yaml", atMost: 10_000)
                )
                return nil
            },
            "resume-motion": { page, command throws(PageError) in
                let board = try page.board(command)
                page.record.endPath(board)
                try page.act(.inputs, board, "resume", "motion")
                return nil
            },
            "drag": { page, command throws(PageError) in
                let place =
                    try command.has("p")
                    ? command.numbers("p", count: 3, in: -1000...1000) : nil
                let attitude =
                    try command.has("q") ? command.numbers("q", count: 4, in: -1.1...1.1) : nil
                try page.lead(
                    try page.board(command), to: place.map { Vector3($0[0], $0[1], $0[2]) },
                    attitude.map { Quaternion($0[0], $0[1], $0[2], $0[3]) })
                return nil
            },
            "orient": { page, command throws(PageError) in
                let angles = DeviceAngles(
                    try command.number("alpha", in: -720...720),
                    try command.number("beta", in: -720...720),
                    try command.number("gamma", in: -720...720),
                    try command.has("screen") ? command.number("screen", in: -360...360) : 0)
                try page.lead(try page.board(command), to: nil, angles.attitude)
                return nil
            },
            "drop": { page, command throws(PageError) in
                page.record.endPath(try page.board(command))
                return nil
            },
            "link-loss": { page, command throws(PageError) in
                let span = try command.has("for") ? command.number("for") : 8
                try page.act(
                    .faults, try page.board(command), "link-loss", "\(text(span)) s")
                return nil
            },
            "distance": { page, command throws(PageError) in
                let over = try command.has("over") ? command.number("over") : 0
                try page.act(
                    .faults, try page.board(command), "range",
                    "{distance: \(text(command.number("to"))) m, over: \(text(over)) s}")
                return nil
            },
            "power-cut": { page, command throws(PageError) in
                let span = try command.has("for") ? command.number("for") : 1
                try page.act(.faults, try page.board(command), "brown-out", "\(text(span)) s")
                return nil
            },
            "power": { page, command throws(PageError) in
                let isOn = try command.flag("on")
                try page.act(
                    .inputs, try page.board(command), "power", isOn ? "restore" : "cut")
                return nil
            },
            "reset": { page, command throws(PageError) in
                try page.act(.faults, try page.board(command), "reset", "{}")
                return nil
            },
            "entry": { page, command throws(PageError) in
                try page.enter(
                    try page.board(command), command.text("yaml", atMost: 10_000))
                return nil
            },
            "pause": { page, _ throws(PageError) in
                page.beforeCommand()
                (page.isPaused, page.isSeeking) = (true, false)
                page.onPace()
                return nil
            },
            "resume": { page, _ throws(PageError) in
                page.beforeCommand()
                (page.isPaused, page.isSeeking) = (false, false)
                page.onPace()
                return nil
            },
            "speed": { page, command throws(PageError) in
                let factor = try command.number("factor", in: LivePage.speeds)
                page.beforeCommand()
                page.speed = factor
                page.onPace()
                return nil
            },
            "step": { page, _ throws(PageError) in
                page.beforeCommand()
                guard page.step() else { throw PageError("there are no further events") }
                page.onPace()
                return nil
            },
            "next": { page, _ throws(PageError) in
                page.beforeCommand()
                guard !page.run.isOver, page.nextEvent != nil else {
                    throw PageError("there are no further events")
                }
                page.seekFrom = page.traffic.happened
                page.seekLimit = page.run.now + .seconds(3600)
                page.isSeeking = true
                page.onPace()
                return nil
            },
            "save": { page, _ throws(PageError) in try page.download() },
            "register": { page, command throws(PageError) in
                guard let bytes = Hex.bytes(try command.text("id", atMost: 5)), bytes.count == 2,
                    let model = page.boards[try page.board(command)].model,
                    let (module, declaration) = model.register(bytes[0], bytes[1])
                else { throw PageError("the board has no such register") }
                return declaration.page(of: module, bytes[0])
            },
        ]

    package func perform(_ command: PageCommand) throws(PageError) -> JSONValue? {
        guard let action = Self.commands[command.name] else {
            throw PageError("there is no command `\(command.name)`")
        }
        return try action(self, command)
    }

    /// The board that a command is about; the first, if it does not say.
    private func board(_ command: PageCommand) throws(PageError) -> Int {
        guard !boards.isEmpty else { throw PageError("the scenario has no board") }
        return try command.has("board") ? command.integer("board", in: 0...(boards.count - 1)) : 0
    }

    /// A number as a scenario has it.
    private static func text(_ value: Double) -> String { Written.text(value) }

    /// A word that cannot be more than one in YAML.
    private static func word(_ text: String) -> String { Node(text).flow }

    /// A quantity that changes.
    private func change(
        _ command: PageCommand, _ key: String, _ argument: String, _ unit: String,
        in range: ClosedRange<Double>
    ) throws(PageError) -> JSONValue? {
        let value = try command.number(argument, in: range)
        let over = try command.has("over") ? command.number("over") : 0
        let to = "\(Self.text(value)) \(unit)"
        try act(
            .inputs, try board(command), key,
            over > 0 ? "{to: \(to), over: \(Self.text(over)) s}" : to)
        return nil
    }

    /// One move of a hand, with its parameters.
    private func move(
        _ command: PageCommand, _ key: String,
        _ parameters: [(name: String, standard: Double, unit: String)],
        axis: (name: String, standard: String)? = nil
    ) throws(PageError) -> JSONValue? {
        var parts: [String] = []
        for (name, standard, unit) in parameters {
            let value = try command.has(name) ? command.number(name) : standard
            parts.append("\(name): \(Self.text(value)) \(unit)")
        }
        if let axis {
            let value =
                try command.has(axis.name) ? command.text(axis.name, atMost: 10) : axis.standard
            parts.append("\(axis.name): \(Self.word(value))")
        }
        try act(
            .inputs, try board(command), "motion", "[{\(key): {\(parts.joined(separator: ", "))}}]")
        return nil
    }
}

/// The angles of a browser's `deviceorientation`, and that of its screen, in degrees.
private struct DeviceAngles {
    var alpha, beta, gamma, screen: Double

    init(_ alpha: Double, _ beta: Double, _ gamma: Double, _ screen: Double) {
        (self.alpha, self.beta, self.gamma, self.screen) = (alpha, beta, gamma, screen)
    }

    /// Body to world: alpha about z, then beta about the new x, then gamma about the new y (W3C,
    /// DeviceOrientation Event); the screen's own turn makes its upper edge the y axis.
    var attitude: Quaternion {
        func turn(_ degrees: Double, _ axis: Vector3) -> Quaternion {
            Quaternion(angle: degrees * .pi / 180, axis: axis)
        }
        return turn(alpha, .zAxis) * turn(beta, .xAxis) * turn(gamma, .yAxis)
            * turn(-screen, .zAxis)
    }
}
