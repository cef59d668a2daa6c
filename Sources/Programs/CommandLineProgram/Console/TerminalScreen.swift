/// Lines that are shown in place on a terminal, on its other screen and without a cursor.
package struct TerminalScreen {
    private var shown: [String] = []
    private var isOpen = false

    package init() {}

    /// What to write to show these lines, which are as many each time; nil if nothing has changed.
    ///
    /// Only what is new is written, and nothing is cleared, so nothing flickers.
    package mutating func show(_ lines: [String]) -> String? {
        guard lines != shown else { return nil }
        var text = ""
        if !isOpen {
            text = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J"
            isOpen = true
        }
        for (row, line) in lines.enumerated() where shown.count <= row || shown[row] != line {
            text += "\u{1B}[\(row + 1);1H\(line)\u{1B}[K"
        }
        shown = lines
        return text
    }

    /// What to write to give the terminal back.
    package mutating func end() -> String {
        defer { isOpen = false }
        return isOpen ? "\u{1B}[?25h\u{1B}[?1049l" : ""
    }
}
