import AttitudeStream
import CommandLineProgram

/// What `boardsim attitude show` writes: the angles and a cube in place on a terminal, lines
/// elsewhere.
struct AttitudeView {
    /// Whether the cube is drawn.
    let isTerminal: Bool
    /// Characters of the terminal.
    private let columns: Int
    private let rows: Int
    private var screen = TerminalScreen()
    private var lastTime = -Double.infinity

    /// Seconds between two frames, and between two lines.
    private static let frame = 1.0 / 30
    private static let line = 0.1

    init(isTerminal: Bool, columns: Int = 80, rows: Int = 24) {
        self.isTerminal = isTerminal
        self.columns = columns
        self.rows = rows
    }

    /// How long to wait until the next writing, in seconds.
    var period: Double { isTerminal ? Self.frame : Self.line }

    /// What to write at `now`, in seconds; nil if nothing has changed or it is too early.
    ///
    /// - Parameter attitude: the one that counts; nil if there is none or it is stale.
    mutating func update(_ attitude: Attitude?, at now: Double) -> String? {
        guard now - lastTime >= period - 1e-9 else { return nil }
        let new = isTerminal ? picture(attitude) : [Self.angles(attitude)]
        guard let text = screen.show(new) else { return nil }
        lastTime = now
        return isTerminal ? text : new[0] + "\n"
    }

    /// Gives the terminal back.
    mutating func end() -> String { isTerminal ? screen.end() : "" }

    private func picture(_ attitude: Attitude?) -> [String] {
        let height = max(1, min(rows - 3, columns / 2))
        let cube = CubeDrawing(
            attitude ?? last, columns: min(2 * height, columns - 1), rows: height)
        return [Self.angles(attitude), ""] + cube.lines
    }

    /// The attitude that a stale cube keeps.
    private var last = Attitude()

    /// Keeps what the cube shows while nothing comes.
    mutating func keep(_ attitude: Attitude) { last = attitude }

    /// `roll  -29°  pitch  +14°  yaw  -57°`.
    static func angles(_ attitude: Attitude?) -> String {
        guard let attitude else { return "no attitude" }
        return zip(["roll", "pitch", "yaw"], attitude.labelDegrees).map { name, degrees in
            let number = (degrees > 0 ? "+" : "") + "\(degrees)"
            return name + String(repeating: " ", count: max(1, 5 - number.count)) + number + "°"
        }.joined(separator: "  ")
    }
}
