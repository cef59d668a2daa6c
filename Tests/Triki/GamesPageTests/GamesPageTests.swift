import GamesPage
import JSON
import PageModel
import Testing

/// The page as a browser uses it: commands and states, in time that the test moves.
final class Player {
    let page: GamesPage
    private let clock: Clock

    final class Clock {
        var now = 0.0
    }

    init(_ make: (@escaping () -> Double) throws -> GamesPage?) throws {
        let clock = Clock()
        self.clock = clock
        page = try #require(try make { clock.now })
    }

    convenience init() throws { try self.init { GamesPage(clock: $0) } }

    /// Lets the page draw at 60 Hz for some seconds, or until something is so.
    @discardableResult
    func watch(_ seconds: Double, until isSo: (JSONValue) -> Bool = { _ in false }) -> Bool {
        let end = clock.now + seconds
        while clock.now < end {
            clock.now += 1.0 / 60
            if isSo(page.state()) { return true }
        }
        return false
    }

    @discardableResult
    func perform(
        _ name: String, _ arguments: [(String, JSONValue)] = [], browser: Int = 1
    ) throws -> JSONValue? {
        try page.perform(PageCommand(name, .object(arguments), browser: browser))
    }

    func steer(_ x: Double, _ y: Double = 0) throws {
        try perform("steer", [("x", .number(x)), ("y", .number(y))])
    }

    func press() throws {
        try perform("button", [("down", .bool(true))])
        watch(0.1)
        try perform("button", [("down", .bool(false))])
        watch(0.1)
    }

    subscript(path: String...) -> JSONValue? {
        path.reduce(Optional(page.state())) { $0?[$1] }
    }

    var screen: String? { self["screen"]?.text }
    /// The focused row of the list.
    var focus: Int? { self["list"]?.items.firstIndex { $0["focused"]?.isTrue == true } }

    /// Until the cap streams, and the player has held it still.
    func begin() throws {
        #expect(watch(5) { $0["prompt"]?.isTrue == true })
        #expect(self["cap", "connection"]?.text == "connected")
        try perform("calibrate")
        watch(1.5) { $0["prompt"]?.isTrue == false }
        #expect(self["prompt"]?.isTrue == false && screen == "menu")
    }
}

extension JSONValue {
    var text: String? { if case .string(let text) = self { text } else { nil } }
    var isTrue: Bool? { if case .bool(let flag) = self { flag } else { nil } }
    var items: [JSONValue] { if case .array(let items) = self { items } else { [] } }
    var count: Int? { if case .integer(let count) = self { count } else { nil } }
    var real: Double? { if case .number(let number) = self { number } else { nil } }
}

@Suite struct GamesPageTests {
    @Test func `the cap is found, and the player is asked to hold it still`() throws {
        let player = try Player()
        #expect(player.screen == "menu")
        #expect(player["cap", "kind"]?.text == "simulated")
        try player.begin()
        #expect(
            player["list"]?.items.compactMap { $0["title"]?.text } == [
                "Pong", "Darts", "Bowling", "Quiz",
            ])
        #expect(player["cap", "name"]?.text?.hasPrefix("Triki") == true)
    }

    @Test func `the cap's button answers the prompt`() throws {
        let player = try Player()
        player.watch(5) { $0["prompt"]?.isTrue == true }
        try player.press()
        player.watch(1.5)
        #expect(player["prompt"]?.isTrue == false && player.screen == "menu")
    }

    @Test func `turning moves the focus, and the button chooses`() throws {
        let player = try Player()
        try player.begin()
        try player.steer(-0.6)
        #expect(player.watch(2) { $0["list"]?.items.first?["focused"]?.isTrue == true })
        try player.steer(0.6)
        #expect(player.watch(2) { $0["list"]?.items.last?["focused"]?.isTrue == true })
        player.watch(0.6)
        try player.press()
        #expect(player.screen == "preparing" && player["choice"]?.text == "quiz")
    }

    @Test func `holding chooses too, with its progress`() throws {
        let player = try Player()
        try player.begin()
        try player.steer(-0.6)
        player.watch(1.5)
        let progress = try #require(player["list"]?.items.first?["progress"]?.real)
        #expect(progress > 0.2 && progress < 0.9)
        #expect(player.watch(3) { $0["screen"]?.text != "menu" })
        #expect(player["choice"]?.text == "pong")
    }

    @Test func `a click chooses as well`() throws {
        let player = try Player()
        try player.begin()
        try player.perform("choose", [("index", .integer(2))])
        #expect(player["choice"]?.text == "bowling" && player.screen == "preparing")
        player.watch(1.2)
        #expect(player.screen == "game" && player["game", "pins"]?.items.count == 10)
        try player.perform("leave")
        #expect(player.screen == "menu")
    }

    @Test func `Pong is lost without a hand, and can be played again`() throws {
        let player = try Player()
        try player.begin()
        try player.perform("choose", [("index", .integer(0))])
        player.watch(1.2)
        #expect(player["game", "missed"]?.count == 0)
        #expect(player.watch(60) { $0["screen"]?.text == "over" })
        #expect(player["game", "won"]?.isTrue == false)
        #expect(player["list"]?.items.compactMap { $0["title"]?.text } == ["Play again", "Menu"])
        // The paddle's cap chooses here, too.
        try player.steer(-0.6)
        player.watch(2) { $0["list"]?.items.first?["focused"]?.isTrue == true }
        player.watch(0.6)
        try player.press()
        player.watch(1.2)
        #expect(player.screen == "game")
    }

    @Test func `Pong is won by steering to where the ball is`() throws {
        let player = try Player()
        try player.begin()
        try player.perform("choose", [("index", .integer(0))])
        player.watch(1.2)
        let isOver = player.watch(120) { state in
            guard let ball = state["game"]?["ball"]?.items.first?.real else { return true }
            // 66 units to either side are a position of 1, and 1.4 are the most that a hand steers.
            try? player.steer(max(-1, min(1, (ball - 80) / 66 / 1.4)))
            return state["screen"]?.text == "over"
        }
        #expect(isOver && player["game", "won"]?.isTrue == true)
    }

    @Test func `three darts are thrown`() throws {
        let player = try Player()
        try player.begin()
        try player.perform("choose", [("index", .integer(1))])
        player.watch(2)
        for dart in 1...3 {
            try player.perform("throw", [("strength", .number(1))])
            #expect(player.watch(8) { ($0["game"]?["hits"]?.items.count ?? 0) == dart }, "\(dart)")
            player.watch(2)
        }
        #expect(player.screen == "over" && player["game", "places"]?.items.count == 3)
    }

    @Test func `a throw during a throw is refused, and the next one counts`() throws {
        let player = try Player()
        try player.begin()
        try player.perform("choose", [("index", .integer(1))])
        player.watch(2)
        for dart in 1...3 {
            try player.perform("throw", [("strength", .number(1))])
            player.watch(0.3)
            #expect(player["cap", "throwing"]?.isTrue == true)
            #expect(
                throws: PageError(
                    "throw: the last throw is not over; wait until the cap rests again")
            ) {
                try player.perform("throw", [("strength", .number(1))])
            }
            #expect(player.watch(8) { $0["cap"]?["throwing"]?.isTrue == false })
            #expect(player.watch(2) { $0["game"]?["hits"]?.items.count == dart }, "\(dart)")
        }
    }

    @Test func `the score stays until the player presses the button`() throws {
        let player = try Player()
        try player.begin()
        try player.perform("choose", [("index", .integer(1))])
        player.watch(2)
        for _ in 1...3 {
            try player.perform("throw", [("strength", .number(1))])
            player.watch(6)
        }
        let standing = player["game", "standing"]?.text
        #expect(player.screen == "over")
        try player.steer(-0.6)
        player.watch(10)
        _ = try? player.perform("throw", [("strength", .number(1))])
        player.watch(10)
        #expect(player.screen == "over" && player["game", "standing"]?.text == standing)
        try player.steer(-0.6)
        player.watch(2)
        try player.press()
        player.watch(1.2)
        #expect(player.screen == "game" || player.screen == "menu")
    }

    @Test func `a ball is rolled`() throws {
        let player = try Player()
        try player.begin()
        try player.perform("choose", [("index", .integer(2))])
        player.watch(2)
        try player.perform("throw", [("strength", .number(1))])
        #expect(player.watch(3) { $0["game"]?["rolling"]?.isTrue == true })
        #expect(player.watch(15) { $0["game"]?["rolls"]?.items.count == 1 })
    }

    @Test func `the quiz is answered by turning and pressing`() throws {
        let player = try Player()
        try player.begin()
        try player.perform("choose", [("index", .integer(3))])
        player.watch(1.2)
        #expect(player["game", "answers"]?.items.count == 4)
        for slot in [0.6, -0.6, 0.33] {
            try player.steer(slot)
            player.watch(1.5)
            try player.press()
            player.watch(1.2)
        }
        #expect(player.screen == "over" && player["game", "given"]?.items.count == 3)
    }

    @Test func `a phone turns the cap, whose frames steer`() throws {
        let player = try Player()
        try player.begin()
        // A quarter turn a second about x.
        var angle = 0.0
        let moved = player.watch(3) { state in
            angle += 0.4 / 60
            let orientation: [JSONValue] = [
                .number(Angle.cosine(angle / 2)), .number(Angle.sine(angle / 2)), .integer(0),
                .integer(0),
            ]
            _ = try? player.perform("turn", [("orientation", .array(orientation))])
            return (state["input"]?["x"]?.real ?? 0) > 0.5
        }
        #expect(moved)
    }

    @Test func `a browser that is closed lets the cap go`() throws {
        let player = try Player()
        try player.begin()
        try player.steer(1)
        try player.perform("button", [("down", .bool(true))])
        player.watch(0.2)
        player.page.left(7)
        #expect(player["cap", "button"]?.isTrue == true)
        player.page.left(1)
        player.watch(1)
        #expect(player["cap", "button"]?.isTrue == false)
        #expect(abs(player["input", "x"]?.real ?? 1) < 0.05)
    }

    @Test func `a connection is closed and opened`() throws {
        let player = try Player()
        try player.begin()
        try player.perform("disconnect")
        player.watch(3)
        #expect(player["cap", "connection"]?.text == "idle")
        try player.perform("connect")
        // Each connection asks anew.
        #expect(player.watch(5) { $0["prompt"]?.isTrue == true })
        try player.perform("skip")
        player.watch(0.1)
        #expect(player["prompt"]?.isTrue == false)
        try player.perform("ask-calibration")
        #expect(player["prompt"]?.isTrue == true)
    }

    @Test func `a pause is no time of the game`() throws {
        let player = try Player()
        try player.begin()
        let before = try #require(player["time"]?.real)
        player.watch(1.0 / 60)
        let page = player.page
        _ = page.state()
        #expect(try #require(player["time"]?.real) - before < 0.3)
    }

    @Test func `wrong commands are refused in words`() throws {
        let player = try Player()
        func refusal(_ name: String, _ arguments: [(String, JSONValue)] = []) -> String? {
            do {
                try player.perform(name, arguments)
                return nil
            } catch { return "\(error)" }
        }
        #expect(refusal("fly") == "there is no command `fly`")
        #expect(refusal("choose", [("index", .integer(9))]) == "choose: there is no item 9")
        #expect(refusal("steer", [("x", .integer(2))]) == "steer: `x` must be from -1 to 1")
        #expect(
            refusal("turn", [("orientation", .array([0, 0, 0, 0].map { .integer($0) }))])
                == "turn: `orientation` must be a quaternion of length 1")
    }
}
