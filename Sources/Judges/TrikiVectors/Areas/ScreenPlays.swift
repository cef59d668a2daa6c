import TrikiUI
import VeltoKit
import YAML

extension VectorPlayer {
    /// A screen that comes up, changes its items, is tapped and goes.
    ///
    /// A step is an object with some of `active`, `items`, `tap`, `clear`, and `ticks` with `posX`
    /// and `button`; or a text such as `active`, `items 2` or `reconfigure to 2 items`, `tap 1`,
    /// `clear`, `inactive`, or `30 ticks 0.8`.
    static func playScreen(_ vector: Vector) throws(Unplayable) -> Outcome {
        let count = vector.inputs["items"]?.integer ?? vector.itemsOfTitle ?? 3
        guard (1...1000).contains(count) else { throw Unplayable("it takes 1 to 1000 items") }
        let play = ScreenPlay(vector.version, items: count)
        for step in try vector.inputs.need("steps", { $0.list }) {
            if let text = step.text { try play.take(text) } else { try play.take(step) }
            play.note()
        }
        return .series(play.rows, play.fields)
    }
}

/// A screen on its navigator, with a script for the cap.
private final class ScreenPlay {
    private let script = VectorPlayer.Script()
    private let navigator: TrikiUINavigator
    private let clock = PlayClock()
    private var screen: TrikiScreen?
    private var activated: [Int] = []
    private var notes = VectorPlayer.NavigatorNotes()
    private(set) var rows: [Outcome] = []

    init(_ version: VeltoVersion, items: Int) {
        navigator = TrikiUINavigator(.menu(version))
        screen = TrikiScreen(items: Self.names(items)) { [unowned self] in activated.append($0) }
    }

    private static func names(_ count: Int) -> [String] { (0..<count).map { "\($0)" } }

    var fields: [String: Outcome] {
        notes.fields(of: navigator).merging(state) { $1 }
    }

    private var state: [String: Outcome] {
        [
            "focus": .integer(navigator.focusIndex),
            "holdProgress": .number(navigator.holdProgress),
            "isConfigured": .bool(navigator.isConfigured),
            "isActive": .bool(screen?.isActive ?? false),
            "itemCount": .integer(navigator.itemCount), "tunings": .integer(script.tunings),
            "discards": .integer(script.discards),
        ]
    }

    func note() {
        // What a tap confirms has no tick of its own.
        notes.touch(navigator, &activated)
        rows.append(.object(state))
    }

    func take(_ text: String) throws(Unplayable) {
        let words = text.lowercased().split { !$0.isLetter && !$0.isNumber && !"-.".contains($0) }
        let numbers = words.compactMap { Double($0) }
        func whole() throws(Unplayable) -> Int {
            guard let number = numbers.first.flatMap({ Int(exactly: $0) }) else {
                throw Unplayable("`\(text)` names no number")
            }
            return number
        }
        func has(_ names: String...) -> Bool { names.contains { words.contains($0[...]) } }
        if has("inactive", "resign", "hidden") {
            screen?.resignActive()
        } else if has("active", "shown") {
            screen?.becomeActive(with: script, on: navigator)
        } else if has("tap", "touch") {
            screen?.tap(try whole())
        } else if has("items", "configure", "reconfigure") {
            try setItems(whole())
        } else if has("clear") {
            navigator.clear()
        } else if has("ticks", "tick") {
            script.input.posX = numbers.count > 1 ? numbers[1] : script.input.posX
            try tick(whole())
        } else {
            throw Unplayable("the step `\(text)` is not known")
        }
    }

    func take(_ step: Node) throws(Unplayable) {
        if let isActive = step["active"]?.bool {
            if isActive {
                screen?.becomeActive(with: script, on: navigator)
            } else {
                screen?.resignActive()
            }
        }
        if let count = step["items"]?.integer ?? step["itemCount"]?.integer { try setItems(count) }
        if step["clear"]?.bool == true { navigator.clear() }
        if let row = step["tap"]?.integer ?? step["touch"]?.integer { screen?.tap(row) }
        guard let ticks = step["ticks"]?.integer else { return }
        script.input.posX = step["posX"]?.number ?? 0
        script.input.primaryAction = step["button"]?.bool ?? false
        script.input.bleButtonClick = script.input.primaryAction
        script.isControlAvailable = step["available"]?.bool ?? true
        try tick(ticks)
    }

    private func setItems(_ count: Int) throws(Unplayable) {
        guard (1...1000).contains(count) else { throw Unplayable("it takes 1 to 1000 items") }
        screen?.items = Self.names(count)
    }

    private func tick(_ count: Int) throws(Unplayable) {
        guard (0...100_000).contains(count) else { throw Unplayable("it takes up to 100000 ticks") }
        for _ in 0..<count {
            clock.advance(sixtieth)
            screen?.tick(at: clock.seconds)
            notes.take(navigator, &activated)
        }
    }
}
