import ScenarioFile

/// The captured board as a board of a scenario, in YAML.
struct BoardDraft {
    /// From `boards:` on.
    let lines: [String]

    /// - Parameters:
    ///   - recording: the file with its motion; nil for a board that lies still.
    ///   - rest: how long it lies still before, in milliseconds.
    init(_ guess: BoardGuess, recording: String?, rest: Int64 = 0) {
        var lines = [
            "boards:", "  - name: board", "    model: \(guess.model.rawValue)",
            "    firmware: \(guess.firmware)",
        ]
        if let serial = guess.serial { lines.append("    serial: \"\(serial)\"") }
        if let manufacturer = guess.manufacturer, (1...20).contains(manufacturer.utf8.count),
            manufacturer != "MbientLab Inc"
        {
            lines.append("    manufacturer: \(Self.quoted(manufacturer))")
        }
        if let address = guess.address { lines.append("    address: \"\(address)\"") }
        if let name = guess.name, guess.model != .triki, (1...26).contains(name.utf8.count) {
            lines.append("    device-name: \(Self.quoted(name))")
        }
        if let recording {
            lines.append("    motion:")
            if rest > 0 { lines.append("      - rest: \(rest) ms") }
            lines.append("      - recording: {file: \(Self.quoted(recording)), at-end: hold}")
        }
        self.lines = lines
    }

    /// A text in quotes, as YAML has it.
    static func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            scalar == "\"" || scalar == "\\"
                ? "\\\(scalar)" : scalar.value < 0x20 || scalar.value == 0x7F ? " " : "\(scalar)"
        }
        return "\"" + escaped.joined() + "\""
    }
}
