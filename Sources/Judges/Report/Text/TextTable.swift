/// A table for a terminal: aligned columns, wrapped text, limited width.
struct TextTable {
    struct Column {
        enum Alignment { case left, right }

        var title: String
        var alignment: Alignment
        /// It may shrink to this many columns if the table is too wide; nil: never.
        var narrowest: Int?

        /// Text, wrapped if necessary.
        static func text(_ title: String, narrowest: Int = 8) -> Column {
            Column(title: title, alignment: .left, narrowest: narrowest)
        }

        /// A number, right-aligned and never wrapped.
        static func number(_ title: String) -> Column {
            Column(title: title, alignment: .right, narrowest: nil)
        }

        /// Several numbers and their unit, right-aligned; wrapped as a last resort.
        static func numbers(_ title: String) -> Column {
            Column(title: title, alignment: .right, narrowest: 18)
        }

        /// A symbol of one character.
        static let mark = Column(title: "", alignment: .left, narrowest: nil)
    }

    struct Cell: ExpressibleByStringInterpolation {
        var text: String
        var meaning: Colour.Meaning

        init(_ text: String, _ meaning: Colour.Meaning = .plain) {
            self.text = PrintableText.clean(text)
            self.meaning = meaning
        }

        init(stringLiteral value: String) { self.init(value) }
    }

    /// Cells, or a line across the whole table below its row.
    enum Row {
        case cells([Cell])
        case line(Cell, indent: Int)
    }

    static let indent = 2
    static let gap = 2

    var columns: [Column]
    var rows: [Row] = []

    init(_ columns: [Column]) { self.columns = columns }

    mutating func add(_ cells: Cell...) { rows.append(.cells(cells)) }

    mutating func addLine(_ cell: Cell, indent: Int = 0) {
        rows.append(.line(cell, indent: indent))
    }

    /// Lines without line ends; the first has the titles.
    func lines(width limit: Int, colour: Colour) -> [String] {
        let widths = fitted(to: limit)
        var lines: [String] = []
        if columns.contains(where: { !$0.title.isEmpty }) {
            append(columns.map { Cell($0.title, .faint) }, widths, colour, to: &lines)
        }
        for row in rows {
            switch row {
            case .cells(let cells): append(cells, widths, colour, to: &lines)
            case .line(let cell, let indent):
                let margin = Self.indent + indent
                for part in PrintableText.wrap(cell.text, max(20, limit - margin)) {
                    lines.append(
                        String(repeating: " ", count: margin) + colour.paint(part, cell.meaning))
                }
            }
        }
        return lines
    }

    /// Natural widths, reduced in the widest columns until the table fits.
    private func fitted(to limit: Int) -> [Int] {
        var widths = columns.map { PrintableText.width($0.title) }
        for case .cells(let cells) in rows {
            for (i, cell) in cells.enumerated() where i < widths.count {
                widths[i] = max(widths[i], PrintableText.width(cell.text))
            }
        }
        var excess = widths.reduce(0, +) + Self.indent + Self.gap * (columns.count - 1) - limit
        while excess > 0 {
            let candidates = columns.indices.filter {
                columns[$0].narrowest.map { [width = widths[$0]] in width > $0 } ?? false
            }
            guard let widest = candidates.max(by: { widths[$0] < widths[$1] }) else { break }
            widths[widest] -= 1
            excess -= 1
        }
        return widths
    }

    private func append(
        _ cells: [Cell], _ widths: [Int], _ colour: Colour, to lines: inout [String]
    ) {
        let parts = zip(cells, widths).map { PrintableText.wrap($0.text, max(1, $1)) }
        for line in 0..<(parts.map(\.count).max() ?? 0) {
            var text = String(repeating: " ", count: Self.indent)
            var pending = 0
            for (i, part) in parts.enumerated() {
                let piece = line < part.count ? part[line] : ""
                let space = max(0, widths[i] - PrintableText.width(piece))
                let right = columns[i].alignment == .right
                pending += right ? space : 0
                if !piece.isEmpty {
                    text += String(repeating: " ", count: pending)
                    text += colour.paint(piece, cells[i].meaning)
                    pending = 0
                }
                pending += (right ? 0 : space) + Self.gap
            }
            lines.append(text)
        }
    }
}
