package import Central
internal import PageModel
package import ScenarioRun
import TrikiGames
import TrikiUI
import VeltoKit

/// The games of the Triki cap: a menu that the cap moves through, a prompt to calibrate it, and four games.
package final class GamesPage: Page {
    /// Its files.
    package let folder = "games"
    /// Twice as often as games are drawn, so that a packet of the cap is in the next picture.
    package let rate = 120

    /// What is shown.
    enum Screen {
        case menu
        /// The cap's engine is being tuned for a game: it must be still.
        case preparing(TrikiGameKind, until: Double)
        case game(TrikiGameKind, any TrikiGame)
        case over(TrikiGameKind, any TrikiGame)
    }

    /// The length of a frame in seconds.
    static let frame = 1.0 / 60
    /// The most that is played at once after a pause, in seconds; what is more is no time.
    static let longest = 0.25
    /// For the neutral pose of a game, in seconds.
    static let preparation = 1.0
    /// From the first packet until the noise at the beginning of a stream has left the engine's filter,
    /// in seconds.
    static let noise = 1.2

    let cap: any PlayersCap
    private(set) var screen = Screen.menu
    private(set) var prompt: CalibrationPrompt
    private(set) var list: TrikiScreen
    private let navigator: TrikiUINavigator
    /// After a game only the button or a click chooses, because a player who has just thrown still turns the cap.
    private let endNavigator: TrikiUINavigator
    /// The game that a scenario's own client plays, if the page only shows it.
    private let watched: (() -> (TrikiGameKind, any TrikiGame)?)?
    /// What the newest frame of a game made of the motion.
    private(set) var input = GameInput()
    /// Seconds that were played.
    private(set) var time = 0.0
    /// The browser whose hand is at the button or steers.
    private var holding: Int?
    /// How many games were begun: the seed of the next one.
    private var begun: UInt64
    /// Whether the player wants a connection: it is then looked for again and again.
    private(set) var wantsCap = true
    private var nextAttempt = 0.0
    /// When the stream of this connection began, and when the player's calibration is due.
    private var streamStart: Double?
    private var calibrationTime: Double?
    private let clock: () -> Double
    private var last: Double
    /// Of the machine, in milliseconds since 1970, so that a browser can tell how old a packet is.
    package var unixTime: (() -> Double)?
    /// A choice that the list reported within a frame.
    private let chosen = Choice()

    private final class Choice {
        var index: Int?
    }

    private init(
        _ cap: any PlayersCap, seed: UInt64, clock: @escaping () -> Double,
        watched: (() -> (TrikiGameKind, any TrikiGame)?)? = nil
    ) {
        self.cap = cap
        self.watched = watched
        self.clock = clock
        begun = seed
        last = clock()
        prompt = CalibrationPrompt(cap.session.version)
        navigator = TrikiUINavigator(.menu(cap.session.version))
        var tuning = NavigationTuning.menu(cap.session.version)
        tuning.hold = nil
        endNavigator = TrikiUINavigator(tuning)
        list = TrikiScreen(items: []) { _ in }
        if watched == nil { showMenu() } else { wantsCap = false }
    }

    /// A page whose cap is moved by hand in the browser.
    ///
    /// - Parameter clock: seconds since any start, never backwards.
    package convenience init(seed: UInt64 = 1, clock: @escaping () -> Double) {
        self.init(VirtualCap(seed: seed), seed: seed, clock: clock)
    }

    /// A page whose cap is the first one of a scenario; nil if there is none.
    ///
    /// - Parameter watched: the game of the scenario's own client, which the page then shows instead of its menu.
    package convenience init?(
        _ scenario: ScenarioRun, seed: UInt64 = 1, clock: @escaping () -> Double,
        watching watched: (() -> (TrikiGameKind, any TrikiGame)?)? = nil
    ) {
        guard let cap = VirtualCap(scenario) else { return nil }
        self.init(cap, seed: seed, clock: clock, watched: watched)
    }

    /// A page whose cap is found by a radio of the page's own thread.
    ///
    /// - Parameter onTrouble: is told once why the radio does not work.
    package convenience init(
        _ port: any RadioPort, seed: UInt64 = 1, clock: @escaping () -> Double,
        onTrouble: @escaping (String) -> Void
    ) { self.init(RealCap(port, onTrouble: onTrouble), seed: seed, clock: clock) }

    // MARK: Time

    /// Now, on the clock that the page was given.
    package var now: Double { clock() }
    /// When the next frame is due, on the clock that the page was given.
    package var nextFrame: Double { last + Self.frame }

    /// When the first packet came that no browser has seen: on the machine's clock in milliseconds, without one in
    /// seconds of the page's time.
    var heard: Double? {
        cap.firstUnshown.map { heard in
            unixTime.map { $0() + 1000 * (heard - time + last - clock()) } ?? heard
        }
    }

    /// Plays every frame up to now.
    package func advance() {
        let now = clock()
        // After a pause, as of a machine that slept, the game goes on where it was.
        if now - last > Self.longest { last = now - Self.longest }
        while last + Self.frame <= now {
            last += Self.frame
            time += Self.frame
            play()
        }
    }

    private func play() {
        let session = cap.session
        let wasConnected = session.isConnected
        cap.advance(to: time)
        if let watched {
            guard let (kind, game) = watched() else { return }
            screen = game.isOver ? .over(kind, game) : .game(kind, game)
            return
        }
        if wasConnected, !session.isConnected {
            prompt.disconnected()
            (streamStart, calibrationTime) = (nil, nil)
        }
        if streamStart == nil, session.isConnected, session.isReceiving { streamStart = time }
        lookForCap()
        prompt.polled(isConnected: session.isConnected, isReceiving: session.isReceiving)
        if prompt.isShown {
            input = session.pollInput(deltaTime: Self.frame)
            if input.primaryAction { calibrate() }
            if let due = calibrationTime, time >= due { finishCalibration() }
            return
        }
        switch screen {
        case .menu, .over: tickList()
        case .preparing(let choice, let end):
            input = session.pollInput(deltaTime: Self.frame)
            if time >= end {
                session.calibrateNeutralPose()
                begun &+= 1
                screen = .game(choice, choice.begin(seed: begun))
            }
        case .game(let choice, var game):
            input = session.pollInput(deltaTime: Self.frame)
            // A game waits for a cap that is gone.
            guard session.isConnected else { return }
            game.tick(input, deltaTime: Self.frame)
            screen = game.isOver ? .over(choice, game) : .game(choice, game)
            if game.isOver { show(["Play again", "Menu"], on: endNavigator) }
        }
    }

    private func lookForCap() {
        guard wantsCap, time >= nextAttempt else { return }
        switch cap.session.connectionState {
        case .idle, .bluetoothOff, .error:
            nextAttempt = time + 1
            cap.session.connect()
        case .scanning, .connecting, .discovering, .connected: break
        }
    }

    /// Whether a scenario's client plays, and the page only shows it.
    var isWatching: Bool { watched != nil }

    func setWantsCap(_ wanted: Bool) {
        wantsCap = wanted
        nextAttempt = 0
        if !wanted { cap.session.disconnect() }
    }

    private func tickList() {
        list.tick(at: time)
        // The list polls the cap only while it can be used.
        if !list.showsHUD { cap.session.pollInput(deltaTime: Self.frame) }
        input = cap.session.input
        if let index = chosen.index {
            chosen.index = nil
            choose(index)
        }
    }

    // MARK: Screens

    private func choose(_ index: Int) {
        switch screen {
        case .menu: begin(TrikiGameKind.allCases[index])
        case .over(let choice, _): if index == 0 { begin(choice) } else { showMenu() }
        case .preparing, .game: break
        }
    }

    func begin(_ choice: TrikiGameKind) {
        list.resignActive()
        let kind = choice.type
        cap.session.setMode(kind.mode)
        cap.session.config = kind.config
        screen = .preparing(choice, until: time + Self.preparation)
    }

    func showMenu() {
        screen = .menu
        show(TrikiGameKind.allCases.map(\.title), on: navigator)
    }

    private func show(_ items: [String], on navigator: TrikiUINavigator) {
        list.resignActive()
        let chosen = chosen
        chosen.index = nil
        list = TrikiScreen(items: items) { chosen.index = $0 }
        list.becomeActive(with: cap.session, on: navigator)
    }

    /// Confirms an item of the list, as a click does.
    func tap(_ index: Int) throws(PageError) {
        guard list.items.indices.contains(index), list.isActive else {
            throw PageError("choose: there is no item \(index)")
        }
        prompt.skip()
        choose(index)
    }

    /// Takes the pose as neutral, as soon as the stream can be relied on.
    func calibrate() {
        guard prompt.isShown else { return }
        calibrationTime = max(time, (streamStart ?? time) + Self.noise)
    }

    private func finishCalibration() {
        calibrationTime = nil
        cap.session.calibrateNeutralPose()
        prompt.perform()
    }

    func askForCalibration() { prompt.present(isConnected: cap.session.isConnected) }
    func skipCalibration() {
        calibrationTime = nil
        prompt.skip()
    }

    /// Leaves a game.
    func leave() { showMenu() }

    // MARK: Hands

    /// Takes note of whose hand moves the cap.
    func take(_ browser: Int) { holding = browser }

    /// A browser that is closed lets the cap go.
    package func left(_ browser: Int) {
        guard holding == browser else { return }
        holding = nil
        cap.hand?.steer(x: 0, y: 0)
        cap.hand?.setButton(pressed: false)
    }
}

/// The games as the menu names them.
extension TrikiGameKind {
    var title: String {
        switch self {
        case .pong: "Pong"
        case .dart: "Darts"
        case .bowling: "Bowling"
        case .quiz: "Quiz"
        }
    }

    /// What the player does.
    var help: String {
        switch self {
        case .pong: "Turn the cap to move the paddle. 11 returns win, 3 missed balls lose."
        case .dart: "Pull the cap back, then thrust it forward. Turn it to aim. Three darts."
        case .bowling: "Pull the cap back, then thrust it forward. Turn it to aim. Ten frames."
        case .quiz: "Turn the cap to an answer. Press its button, or hold still, to confirm."
        }
    }
}
