import ScenarioFile
import Simulation

/// The state of a run at one moment in one line: virtual time, how fast it goes if that is known, and
/// the boards in the order of the scenario.
///
/// A board's state is asked for only if it is shown or counted.
package enum StatusLine {
    /// For a terminal: overwrites its line and is cut at `width` columns; boards that do not fit are
    /// counted.
    package static func terminal(
        _ boards: some RandomAccessCollection<BoardState>, at time: Instant, speed: Double? = nil,
        width: Int = 80, colour: Colour = .always
    ) -> String {
        // The last column stays free: a full line would wrap on some terminals.
        let room = max(1, width - 1)
        var (text, used) = ("", 0)
        func add(_ part: Part) {
            let isCut = part.width > room
            text += isCut ? PrintableText.shortened(part.plain, room) : part.painted(colour)
            used += min(part.width, room)
        }
        add(head(time, speed))
        for (i, board) in boards.enumerated() {
            let part = part(board)
            let left = boards.count - i - 1
            let reserve = left == 0 ? 0 : "  +\(left) more".count
            guard used + part.width <= room - reserve else {
                let more = "  +\(left + 1) more"
                if used + more.count <= room { text += colour.paint(more, .faint) }
                break
            }
            add(part)
        }
        return cleared + text
    }

    /// Clears the line before other output.
    package static let cleared = "\r\u{1B}[2K"

    /// How many boards ``plain(_:)`` names; more would make a line of a log unreadable.
    private static let mostNamed = 8

    /// For a file or a pipe: without colours and without a line end. The boards after the first eight
    /// are counted by their link.
    package static func plain(
        _ boards: some RandomAccessCollection<BoardState>, at time: Instant, speed: Double? = nil
    ) -> String {
        var parts = [clock(time, speed)]
        for board in boards.prefix(mostNamed) {
            var words = [PrintableText.clean(board.identity.name), Link(board).rawValue]
            if !board.streaming.isEmpty {
                words.append(
                    "streams " + board.streaming.map(PrintableText.clean).joined(separator: "+"))
            }
            words.append("LED " + hexadecimal(board.light))
            words.append("log " + percent(board.log?.fill ?? 0))
            parts.append(words.joined(separator: " "))
        }
        let others = boards.dropFirst(mostNamed)
        if !others.isEmpty {
            var links: [Link: Int] = [:]
            for board in others { links[Link(board), default: 0] += 1 }
            let counts = Link.allCases.compactMap { link in
                links[link].map { "\(Digits.grouped($0)) \(link.rawValue)" }
            }
            parts.append(
                "and \(Digits.grouped(others.count)) more: " + counts.joined(separator: ", "))
        }
        return parts.joined(separator: ", ")
    }

    /// How a board can be reached, in words.
    private enum Link: String, CaseIterable {
        case connected, advertising
        case off = "not advertising"

        init(_ board: BoardState) {
            switch board.link.state {
            case .usb, .connected: self = .connected
            case .advertising: self = .advertising
            case .silent: self = .off
            }
        }
    }

    /// A piece of the line that is not split: text and colour.
    private struct Part {
        var pieces: [(text: String, sequence: String)] = []

        var plain: String { pieces.map(\.text).joined() }
        var width: Int { PrintableText.width(plain) }

        mutating func add(_ text: String, _ sequence: String = "") {
            pieces.append((PrintableText.clean(text), sequence))
        }

        func painted(_ colour: Colour) -> String {
            pieces.map { piece in
                colour == .never || piece.sequence.isEmpty
                    ? piece.text : "\u{1B}[\(piece.sequence)m\(piece.text)\u{1B}[0m"
            }.joined()
        }
    }

    private static func head(_ time: Instant, _ speed: Double?) -> Part {
        var head = Part()
        head.add(clock(time, speed), Colour.Meaning.heading.rawValue)
        return head
    }

    private static func part(_ board: BoardState) -> Part {
        var part = Part()
        part.add("  │ ", Colour.Meaning.faint.rawValue)
        part.add(PrintableText.shortened(PrintableText.clean(board.identity.name), 16) + " ")
        part.add(sign(board.light), sequence(board.light))
        let link = Link(board)
        let meaning: Colour.Meaning =
            switch link {
            case .connected: .good
            case .advertising: .doubtful
            case .off: .faint
            }
        part.add(" " + link.rawValue, meaning.rawValue)
        if !board.streaming.isEmpty { part.add(" " + board.streaming.joined(separator: "+")) }
        part.add(" log \(percent(board.log?.fill ?? 0))")
        return part
    }

    private static func clock(_ time: Instant, _ speed: Double?) -> String {
        let text = Digits.fixed(time.exactSeconds, 1) + " s"
        return speed.map { "\(text) \(Digits.significant($0))×" } ?? text
    }

    private static func percent(_ part: Double) -> String {
        part.isFinite ? Digits.fixed(part * 100, 0) + " %" : "?"
    }

    private static func sign(_ light: BoardState.Light) -> String { isOff(light) ? "□" : "■" }

    private static func isOff(_ light: BoardState.Light) -> Bool {
        channels(light).allSatisfy { $0 == 0 }
    }

    private static func sequence(_ light: BoardState.Light) -> String {
        guard !isOff(light) else { return Colour.Meaning.faint.rawValue }
        return "38;2;" + channels(light).map { "\($0)" }.joined(separator: ";")
    }

    /// Perceived brightness is not linear: a tenth of the light still looks bright.
    private static func channels(_ light: BoardState.Light) -> [Int] {
        [light.red, light.green, light.blue].map { part in
            part.isFinite ? Int((max(0, min(1, part)).squareRoot() * 255).rounded()) : 0
        }
    }

    private static func hexadecimal(_ light: BoardState.Light) -> String {
        guard !isOff(light) else { return "off" }
        return "#"
            + [light.red, light.green, light.blue].map { part in
                let level = part.isFinite ? Int((max(0, min(1, part)) * 255).rounded()) : 0
                return (level < 16 ? "0" : "") + String(level, radix: 16)
            }.joined()
    }
}
