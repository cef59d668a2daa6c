import TrikiUI
import VeltoKit

extension VectorPlayer {
    /// Ticks of a navigator with a script for the cap.
    static func playNavigator(_ vector: Vector) throws(Unplayable) -> Outcome {
        let inputs = vector.inputs
        if (try? vector.packets()) != nil {
            guard let items = inputs["items"]?.integer ?? vector.itemsOfTitle else {
                throw Unplayable("there is no `items`")
            }
            return try playMenu(vector, items)
        }
        let touches = ["touches", "sequence", "calls", "steps"].lazy.compactMap { inputs[$0] }.first
        {
            $0.text != nil || $0.list?.first?.text != nil
        }
        if let touches {
            let texts = touches.list?.compactMap(\.text) ?? [touches.text ?? ""]
            return try playTouches(vector, texts.flatMap(pieces))
        }
        // `touch 2, 3, -1, then …`, behind a colon perhaps, and nothing among the inputs.
        if inputs["steps"] == nil {
            let title = vector.title.split(separator: ":").last.map(String.init) ?? ""
            return try playTouches(vector, pieces(of: title))
        }
        let script = Script()
        var notes = NavigatorNotes()
        let navigator = TrikiUINavigator(.menu(vector.version))
        var activated: [Int] = []
        let prefersButton = inputs["preferButtonConfirm"]?.bool ?? false
        navigator.configure(
            itemCount: try inputs.need("items") { $0.integer }, preferButtonConfirm: prefersButton
        ) { activated.append($0) }
        let dt = frameLength(try inputs.need("dt") { $0.number })
        let clock = PlayClock()
        for step in try inputs.need("steps", { $0.list }) {
            guard let ticks = step["ticks"]?.integer, let position = step["posX"]?.number else {
                throw Unplayable("a step needs `ticks` and `posX`")
            }
            script.input.posX = position
            script.input.primaryAction = step["button"]?.bool ?? false
            script.input.bleButtonClick = script.input.primaryAction
            script.isControlAvailable = step["available"]?.bool ?? true
            navigator.isSuspended = step["suspended"]?.bool ?? false
            for _ in 0..<max(0, ticks) {
                clock.advance(dt)
                navigator.tick(script, at: clock.seconds)
                notes.take(navigator, &activated)
            }
        }
        var outcome = notes.fields(of: navigator)
        outcome["polls"] = .integer(script.polls)
        return .object(outcome)
    }

    /// A script for the cap.
    final class Script: MenuControl {
        var input = GameInput()
        var isControlAvailable = true
        private(set) var polls = 0
        private(set) var tunings = 0
        private(set) var discards = 0

        func applyUIMode() { tunings += 1 }
        func discardStaleButtonInput() { discards += 1 }

        func pollInput(deltaTime: Double?) -> GameInput {
            polls += 1
            return input
        }
    }

    /// What happened, by the number of the tick.
    struct NavigatorNotes {
        private var tick = 0
        private var focus: Int?
        private(set) var activations: [Outcome] = []
        private(set) var focusChanges: [Outcome] = []
        private(set) var peak = 0.0

        /// What a file expects of a navigator.
        func fields(of navigator: TrikiUINavigator) -> [String: Outcome] {
            [
                "activations": .list(activations), "focusChanges": .list(focusChanges),
                "holdProgressEnd": .number(navigator.holdProgress),
                "holdProgressPeak": .number(peak), "focusEnd": .integer(navigator.focusIndex),
            ]
        }

        mutating func take(_ navigator: TrikiUINavigator, _ activated: inout [Int]) {
            tick += 1
            touch(navigator, &activated)
        }

        /// What happened since the last tick.
        mutating func touch(_ navigator: TrikiUINavigator, _ activated: inout [Int]) {
            for index in activated {
                activations.append(
                    .object(["index": .integer(index), "tick": .integer(tick)]))
            }
            activated = []
            peak = max(peak, navigator.holdProgress)
            guard navigator.focusIndex != focus else { return }
            focus = navigator.focusIndex
            focusChanges.append(
                .object(["focus": .integer(focus), "tick": .integer(tick)]))
        }
    }
}
