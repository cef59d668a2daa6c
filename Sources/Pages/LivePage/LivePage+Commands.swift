import Declaration
import JSON
import MetaWearBoard
import Motion
import PageModel
import ScenarioRun
import Simulation
import Wire

extension LivePage {
    /// What a browser may ask for: what happens to a board is an action, everything else concerns
    /// time, a hand that drags, the session or its documentation.
    private static let commands:
        [String: @Sendable (LivePage, PageCommand) throws(PageError) -> JSONValue?] = [
            "do": { page, command throws(PageError) in
                try page.act(
                    try command.value("do").node, on: try page.board(command), by: command.browser)
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
                page.drop(try page.board(command))
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
            "look": { page, command throws(PageError) in
                try page.look(at: try command.number("at", in: 0...LivePage.latest))
                return nil
            },
            "newest": { page, _ throws(PageError) in
                try page.look(at: page.branch.known.seconds)
                return nil
            },
            "timeline": { page, _ throws(PageError) in
                page.judge()
                return page.timeline
            },
            "report": { page, _ throws(PageError) in try page.report() },
            "move": { page, command throws(PageError) in
                try page.change(
                    try command.text("list", atMost: 10),
                    try command.integer("index", in: 0...100_000),
                    to: try command.has("to")
                        ? command.number("to", in: 0...LivePage.latest) : nil)
                return nil
            },
            "share": { page, _ throws(PageError) in try page.shared() },
            "open": { page, command throws(PageError) in
                try page.open(
                    try LiveSource(command),
                    at: try command.has("at")
                        ? command.number("at", in: 0...LivePage.farthest) : 0)
                return nil
            },
            "future": { page, command throws(PageError) in
                try page.show(try command.integer("number", in: 1...1_000_000))
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

extension LiveSource {
    /// Larger files belong on the command line.
    private static let longest = 250_000

    /// `text`, and `files` by their names.
    fileprivate init(_ command: PageCommand) throws(PageError) {
        self.init(text: Array(try command.text("text", atMost: 100_000).utf8))
        guard command.has("files") else { return }
        guard case .object(let entries) = try command.value("files") else {
            throw PageError("open: `files` must be an object")
        }
        for (name, value) in entries {
            guard case .string(let text) = value, text.utf8.count <= Self.longest else {
                throw PageError("open: `\(name)` must be a text of at most \(Self.longest) bytes")
            }
            files[name] = Array(text.utf8)
        }
    }
}
