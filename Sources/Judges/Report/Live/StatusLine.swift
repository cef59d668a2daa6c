/// A live status in one line.
package enum StatusLine {
    /// For a terminal: overwrites its line and is cut at `width` columns; boards that do not fit are
    /// counted.
    package static func terminal(
        _ status: LiveStatus, width: Int = 80, colour: Colour = .always
    ) -> String {
        // The last column stays free: a full line would wrap on some terminals.
        let room = max(1, width - 1)
        var (text, used) = ("", 0)
        func fits(_ part: Part, keeping reserve: Int) -> Bool {
            used + part.width <= room - reserve
        }
        for (i, part) in parts(status).enumerated() {
            let left = status.boards.count - i
            let more = "  +\(left + 1) more"
            let isLast = left == 0
            if i == 0 || fits(part, keeping: isLast ? 0 : "  +\(left) more".count) {
                let cut = part.width > room
                text += cut ? PrintableText.shortened(part.plain, room) : part.painted(colour)
                used += min(part.width, room)
            } else {
                if used + more.count <= room { text += colour.paint(more, .faint) }
                break
            }
        }
        return "\r\u{1B}[2K" + text
    }

    /// Clears the line before other output.
    package static let cleared = "\r\u{1B}[2K"

    /// How many boards ``plain(_:)`` names; more would make a line of a log unreadable.
    private static let mostNamed = 8

    /// For a file or a pipe: without colours and without a line end. The boards after the first eight
    /// are counted by their link.
    package static func plain(_ status: LiveStatus) -> String {
        var parts = [clock(status)]
        for board in status.boards.prefix(mostNamed) {
            var words = [PrintableText.clean(board.name), board.link.rawValue]
            if !board.streams.isEmpty {
                words.append(
                    "streams " + board.streams.map(PrintableText.clean).joined(separator: "+"))
            }
            words.append("LED " + hexadecimal(board.led))
            words.append("log " + percent(board.logFill))
            parts.append(words.joined(separator: " "))
        }
        let others = status.boards.dropFirst(mostNamed)
        if !others.isEmpty {
            let counts = LiveStatus.Link.allCases.compactMap { link in
                let count = others.count { $0.link == link }
                return count > 0 ? "\(Digits.grouped(count)) \(link.rawValue)" : nil
            }
            parts.append(
                "and \(Digits.grouped(others.count)) more: " + counts.joined(separator: ", "))
        }
        return parts.joined(separator: ", ")
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

    private static func parts(_ status: LiveStatus) -> [Part] {
        var head = Part()
        head.add(clock(status), Colour.Meaning.heading.rawValue)
        return [head]
            + status.boards.map { board in
                var part = Part()
                part.add("  │ ", Colour.Meaning.faint.rawValue)
                part.add(PrintableText.shortened(PrintableText.clean(board.name), 16) + " ")
                part.add(sign(board.led), sequence(board.led))
                switch board.link {
                case .connected: part.add(" connected", Colour.Meaning.good.rawValue)
                case .advertising: part.add(" advertising", Colour.Meaning.doubtful.rawValue)
                case .off: part.add(" not advertising", Colour.Meaning.faint.rawValue)
                }
                if !board.streams.isEmpty { part.add(" " + board.streams.joined(separator: "+")) }
                part.add(" log \(percent(board.logFill))")
                return part
            }
    }

    private static func clock(_ status: LiveStatus) -> String {
        let time = Digits.fixed(status.time.exactSeconds, 1) + " s"
        return status.speed.map { "\(time) \(Digits.significant($0))×" } ?? time
    }

    private static func percent(_ part: Double) -> String {
        part.isFinite ? Digits.fixed(part * 100, 0) + " %" : "?"
    }

    private static func sign(_ light: LiveStatus.Light) -> String { isOff(light) ? "□" : "■" }

    private static func isOff(_ light: LiveStatus.Light) -> Bool {
        channels(light).allSatisfy { $0 == 0 }
    }

    private static func sequence(_ light: LiveStatus.Light) -> String {
        guard !isOff(light) else { return Colour.Meaning.faint.rawValue }
        return "38;2;" + channels(light).map { "\($0)" }.joined(separator: ";")
    }

    /// Perceived brightness is not linear: a tenth of the light still looks bright.
    private static func channels(_ light: LiveStatus.Light) -> [Int] {
        [light.red, light.green, light.blue].map { part in
            part.isFinite ? Int((max(0, min(1, part)).squareRoot() * 255).rounded()) : 0
        }
    }

    private static func hexadecimal(_ light: LiveStatus.Light) -> String {
        guard !isOff(light) else { return "off" }
        return "#"
            + [light.red, light.green, light.blue].map { part in
                let level = part.isFinite ? Int((max(0, min(1, part)) * 255).rounded()) : 0
                return (level < 16 ? "0" : "") + String(level, radix: 16)
            }.joined()
    }
}
