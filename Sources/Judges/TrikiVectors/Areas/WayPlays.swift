import TrikiUI
import VeltoKit

extension VectorPlayer {
    /// A packet for each tick of a menu, after a calibration at rest.
    static func playMenu(_ vector: Vector, _ items: Int) throws(Unplayable) -> Outcome {
        let desk = Desk(vector)
        let session = desk.session
        let packets = try vector.packets()
        desk.connect()
        session.handle(.notified(block(0)))
        session.pollInput(deltaTime: sixtieth)
        session.calibrateNeutralPose()
        let navigator = TrikiUINavigator(.menu(vector.version))
        var notes = NavigatorNotes()
        var activated: [Int] = []
        navigator.configure(itemCount: items) { activated.append($0) }
        let listed = vector.outputs["activations"]?.list?.compactMap { $0["tick"]?.integer }.max()
        let ticks = vector.inputs["ticks"]?.integer ?? listed ?? 200
        guard (1...100_000).contains(ticks) else { throw Unplayable("it takes 1 to 100000 ticks") }
        for tick in 0..<ticks {
            desk.clock.advance(sixtieth)
            session.handle(.notified(packets[tick % packets.count]))
            navigator.tick(session, at: desk.clock.seconds)
            notes.take(navigator, &activated)
        }
        return frameFields(session, notes.fields(of: navigator))
    }

    /// One packet a poll, and then polls without one.
    static func playDropOut(_ vector: Vector, _ packets: [[UInt8]]) throws(Unplayable) -> Outcome {
        let mode = vector.inputs["mode"]?.text.flatMap { MotionMode(rawValue: $0) }
        let named = MotionMode.allCases.first { vector.title.contains($0.rawValue) }
        let desk = Desk(vector, mode: mode ?? named ?? .gesture)
        desk.connect()
        let polls = vector.inputs["polls"]?.integer ?? vector.outputs.longestList
        guard (1...10_000).contains(polls) else { throw Unplayable("it takes 1 to 10000 polls") }
        return .series(
            (0..<polls).map { poll in
                desk.clock.advance(sixtieth)
                if poll < packets.count { desk.session.handle(.notified(packets[poll])) }
                desk.session.pollInput(deltaTime: sixtieth)
                return frameFields(desk.session, ["poll": .integer(poll)])
            })
    }

    /// A finger on the rows of a screen: `activate(2)`, `suspended`, `configure(2)`, `clear`, or the
    /// same as `touch 2`, `reconfigure to 2 items`.
    static func playTouches(_ vector: Vector, _ steps: [String]) throws(Unplayable) -> Outcome {
        let navigator = TrikiUINavigator(.menu(vector.version))
        var activated: [Int] = []
        navigator.configure(itemCount: vector.inputs["items"]?.integer ?? 4) {
            activated.append($0)
        }
        var rows: [Outcome] = []
        var outcome: [String: Outcome] = [:]
        for step in steps {
            let words = step.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "-" }
            let number = words.compactMap { Int($0) }.first
            let isSuspension = words.contains { $0.contains("suspended") }
            if isSuspension {
                navigator.isSuspended = !words.contains("false") && !words.contains("unsuspended")
            }
            switch words.first {
            case _ where isSuspension:
                // `suspended 1` is a touch of row 1 meanwhile.
                if let number { navigator.activate(at: number) }
            case "touch", "tap", "activate":
                guard let number else { throw Unplayable("`\(step)` names no row") }
                navigator.activate(at: number)
            case "configure", "reconfigure":
                guard let number else { throw Unplayable("`\(step)` names no number of items") }
                navigator.configure(itemCount: number) { activated.append($0) }
            case "clear": navigator.clear()
            case "clearfocus": navigator.clearFocus()
            default: throw Unplayable("the step `\(step)` is not known")
            }
            let focus = Outcome.integer(navigator.focusIndex)
            outcome["focusAfter" + (words.first ?? "").capitalizedFirst] = focus
            rows.append(.object(["step": .text(step), "focus": focus]))
        }
        outcome["activations"] = .integers(activated)
        return .series(rows, outcome)
    }
}

extension Vector {
    /// `… 4 items …`.
    var itemsOfTitle: Int? {
        let words = title.split { !$0.isLetter && !$0.isNumber }
        guard let at = words.firstIndex(of: "items"), at > 0 else { return nil }
        return Int(words[at - 1])
    }
}

extension Substring {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
