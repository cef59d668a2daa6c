import ScenarioRun
import Simulation

/// Events of a run, as dashed lines through every panel, with labels above.
struct EventMarks {
    struct Mark {
        var x: Double
        var words: String
        var style: String
        /// The left end of the label; nil if there is no room for it.
        var textX: Double?
        /// From the top.
        var row = 0
    }

    static let size = 11.0
    static let rowHeight = 15.0
    static let mostRows = 5
    /// More lines would hide the curves.
    static let most = 60

    private(set) var marks: [Mark] = []
    /// Rows of labels in use.
    private(set) var rows = 0

    /// - Parameter right: the last pixel for labels.
    init(_ events: [RunEvent], scale: PlotScale, left: Double, right: Double) {
        var ends: [Double] = []
        for event in events.sorted(by: { $0.time < $1.time }).prefix(Self.most) {
            let x = scale.position(event.time.exactSeconds)
            guard x >= left - 0.5, x <= right + 0.5 else { continue }
            let words = SVGText.shortened(event.title, size: Self.size, to: 260)
            var mark = Mark(x: x, words: words, style: Self.style(event.kind))
            let width = SVGText.width(words, size: Self.size)
            let textX = max(left, min(x - 3, right - width))
            if let row = ends.firstIndex(where: { $0 + 10 <= textX })
                ?? (ends.count < Self.mostRows ? ends.count : nil)
            {
                if row == ends.count { ends.append(0) }
                ends[row] = textX + width
                mark.textX = textX
                mark.row = row
            }
            marks.append(mark)
        }
        rows = ends.count
    }

    /// Faults and lost links are red, connections green; a link that its client ended is neither.
    private static func style(_ kind: RunEvent.Kind) -> String {
        switch kind {
        case .fault, .lost: "bad"
        case .connected: "good"
        case .ended: "event"
        }
    }
}
