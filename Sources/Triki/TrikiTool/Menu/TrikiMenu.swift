import Central
import CommandLineProgram
import CommandLineTool
import Declaration
import EventLoop
import ScenarioRun
import Simulation
import TrikiUI
import VeltoKit

/// `boardsim triki menu`: a menu that a cap moves through.
final class TrikiMenu {
    private let settings: TrikiMenuSettings
    private let console: Console
    private let loop: EventLoop
    private let interrupt: LoopInterrupt
    private var chosen: Int?

    /// Sixty frames a second.
    private static let frame = Nanoseconds(1_000_000_000 / 60)
    /// For the cap's noise after START and the neutral pose.
    private static let preparation = Nanoseconds.seconds(1)

    init(_ settings: TrikiMenuSettings, _ console: Console) throws(RunError) {
        self.settings = settings
        self.console = console
        loop = try .make(for: "triki")
        interrupt = LoopInterrupt(on: loop, heedingHangUp: false)
    }

    /// Runs until `Quit` is chosen, the time is up or a signal interrupts it.
    func run() throws(RunError) -> ExitStatus {
        let source = try settings.source.open(
            for: "triki", settings.speed ?? 1, on: loop, console)
        let access = source.access
        defer { access.close() }
        do throws(AccessError) {
            try play(source)
            return .success
        } catch {
            let kind: RunError.Kind = if case .missing = error { .input } else { .environment }
            throw RunError(kind, "boardsim triki: \(access.name): \(error)")
        }
    }

    private func play(_ source: OpenedBoard) throws(AccessError) {
        let access = source.access
        let cap = CommandedCap(access)
        let session = cap.session
        try cap.connect()
        defer { cap.leave() }
        let pace = Pace(loop, settings.speed, from: access.now)
        func pass(until time: Instant) throws(AccessError) {
            try cap.pass(until: time)
            if source.isSimulated {
                pace.wait(for: access.now) { !interrupt.isRaised }
            } else {
                loop.turn(mayBlock: false)
            }
        }
        console.complain("hold the cap still\n")
        try pass(until: access.now + Self.preparation)
        session.pollInput(deltaTime: Self.frame.seconds)
        session.calibrateNeutralPose()
        let navigator = TrikiUINavigator()
        let screen = TrikiScreen(items: settings.items) { [unowned self] in chosen = $0 }
        screen.becomeActive(with: session, on: navigator)
        var view = MenuView(isTerminal: console.isTerminal)
        defer { console.write(view.end()) }
        let start = access.now
        var time = start
        while !interrupt.isRaised, !source.isOver {
            if let duration = settings.duration, time - start >= duration { return }
            time = time + Self.frame
            try pass(until: time)
            screen.tick(at: access.now.seconds)
            if let text = view.update(screen.rows, chosen: chosen) { console.write(text) }
            let isQuit = chosen.map { settings.items[$0] == TrikiMenuSettings.quit } ?? false
            chosen = nil
            if isQuit { return }
        }
    }
}

/// What the menu writes: its rows in place on a terminal, what happens line by line elsewhere.
struct MenuView {
    let isTerminal: Bool
    private var screen = TerminalScreen()
    private var focus: Int?
    private var lastChosen = ""

    private static let barWidth = 10

    init(isTerminal: Bool) { self.isTerminal = isTerminal }

    /// What to write for these rows; nil if nothing has changed.
    mutating func update(_ rows: [TrikiFocusRow], chosen: Int?) -> String? {
        if let chosen { lastChosen = rows[chosen].title }
        guard !isTerminal else {
            let lines = rows.map(Self.line)
            return screen.show(lines + ["", lastChosen.isEmpty ? "" : "chosen: \(lastChosen)"])
        }
        var text = ""
        let new = rows.first(where: \.isFocused)?.index
        if new != focus {
            focus = new
            text += new.map { "focus: \(rows[$0].title)\n" } ?? "no focus\n"
        }
        if let chosen { text += "chosen: \(rows[chosen].title)\n" }
        return text.isEmpty ? nil : text
    }

    /// `> Pong    [####      ]`.
    static func line(_ row: TrikiFocusRow) -> String {
        guard row.isFocused else { return "  \(row.title)" }
        let full = Int((row.progress * Double(barWidth)).rounded())
        guard full > 0 else { return "\u{1B}[1m> \(row.title)\u{1B}[m" }
        let bar =
            String(repeating: "#", count: full) + String(repeating: " ", count: barWidth - full)
        return "\u{1B}[1m> \(row.title)\u{1B}[m  [\(bar)]"
    }

    /// Gives the terminal back; what was chosen last stays there.
    mutating func end() -> String {
        guard isTerminal else { return "" }
        return screen.end() + (lastChosen.isEmpty ? "" : "chosen: \(lastChosen)\n")
    }
}
