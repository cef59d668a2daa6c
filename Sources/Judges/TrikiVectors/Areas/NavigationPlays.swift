import TrikiUI
import VeltoKit

extension VectorPlayer {
    static var navigationPlays: [(String, Play)] {
        [
            ("TrikiUIMath", playSlots), ("TrikiFocusGate", playFocus),
            ("TrikiHoldTracker", playHold), ("TrikiUINavigator", playNavigator),
            ("TrikiScreen", playScreen), ("TrikiInputAdapter", playCalibration),
            ("QuizGame", playQuiz),
        ]
    }

    private static func playSlots(_ vector: Vector) throws(Unplayable) -> Outcome {
        let tuning = NavigationTuning.menu(vector.version)
        let isFocus = vector.title.contains("focusedSlot")
        guard isFocus || vector.title.contains("slotIndex") else {
            throw Unplayable("the title names neither slotIndex nor focusedSlot")
        }
        var cases: [Outcome] = []
        for node in try vector.outputs.need("cases", { $0.list }) {
            guard let x = node["posX"]?.number else { throw Unplayable("a case needs `posX`") }
            let count = node["slots"]?.integer ?? vector.inputs["slots"]?.integer ?? 4
            let focus = node["currentFocus"]?.integer
            let slot =
                isFocus
                ? TrikiUIMath.focusedSlot(x, count: count, focus: focus, tuning: tuning)
                : TrikiUIMath.slotIndex(x, count: count)
            cases.append(
                .object([
                    "posX": .number(x), "slots": .integer(count), "currentFocus": .integer(focus),
                    "slot": .integer(slot), "index": .integer(slot), "slotIndex": .integer(slot),
                ]))
        }
        return .object(["cases": .list(cases)])
    }

    private static func playFocus(_ vector: Vector) throws(Unplayable) -> Outcome {
        var gate = TrikiFocusGate(.menu(vector.version))
        let dt = frameLength(try vector.inputs.need("dt") { $0.number })
        let first = vector.inputs["current0"]?.integer
        var current = first
        var resolved: [Outcome] = []
        var switched = 0
        for (index, node) in (try vector.inputs.need("raw") { $0.list }).enumerated() {
            current = gate.resolve(raw: node.integer, current: current, deltaTime: dt)
            resolved.append(.integer(current))
            if current != first, switched == 0 { switched = index + 1 }
        }
        return .object(["resolved": .list(resolved), "switchedAtCall": .integer(switched)])
    }

    private static func playHold(_ vector: Vector) throws(Unplayable) -> Outcome {
        let inputs = vector.inputs
        var hold = TrikiHoldTracker()
        let dt = frameLength(try inputs.need("dt") { $0.number })
        let duration = try inputs.need("duration") { $0.number }
        var completed: [Int] = []
        for tick in 1...max(1, try inputs.need("ticks") { $0.integer }) {
            if hold.update(deltaTime: dt, duration: duration) { completed.append(tick) }
        }
        var outcome: [String: Outcome] = [
            "completedAtTicks": .integers(completed), "progressEnd": .number(hold.progress),
        ]
        // What remains before any decay, and after each.
        var remaining = [hold.progress]
        let rate = inputs["rate"]?.number ?? inputs["decayRate"]?.number
        let decays = ["decay", "thenDecay", "decays", "decay_dt", "decayDt"].lazy
            .compactMap { inputs[$0]?.numbers }.first
        for step in decays ?? [] {
            hold.decay(deltaTime: step, rate: rate ?? TrikiHoldTracker.decayRate)
            remaining.append(hold.progress)
        }
        outcome["afterDecay"] = .numbers(Array(remaining.dropFirst()))
        outcome["progress"] = .numbers(remaining)
        return .object(outcome)
    }

    private static func playQuiz(_ vector: Vector) throws(Unplayable) -> Outcome {
        var input = GameInput()
        input.posX = try vector.inputs.need("posX") { $0.number }
        // `(3 questions, correct = slot 3)`.
        let words = vector.title.split { " (),".contains($0) }
        guard let at = words.firstIndex(of: "questions"), at > 0, let count = Int(words[at - 1]),
            let last = words.last.flatMap({ Int($0) }), (1...1000).contains(count)
        else {
            throw Unplayable("the title does not say how many questions, and which slot is right")
        }
        var quiz = TrikiQuiz(correct: Array(repeating: last, count: count), vector.version)
        let clock = PlayClock()
        var answers: [Outcome] = []
        var changes: [Outcome] = []
        var selected: Int?
        for tick in 1...max(1, try vector.inputs.need("ticks") { $0.integer }) {
            let before = clock.seconds
            clock.advance(sixtieth)
            if let answer = quiz.tick(input, deltaTime: clock.seconds - before) {
                answers.append(
                    .object(["correct": .bool(answer.isCorrect), "tick": .integer(tick)]))
            }
            if quiz.selected != selected {
                selected = quiz.selected
                changes.append(
                    .object(["selected": .integer(quiz.selected), "tick": .integer(tick)]))
            }
        }
        return .object([
            "answers": .list(answers), "selectionChanges": .list(changes),
            "roundScore": .integer(quiz.score),
        ])
    }

    private static func playCalibration(_ vector: Vector) throws(Unplayable) -> Outcome {
        let desk = Desk(vector)
        let session = desk.session
        var prompt = CalibrationPrompt(vector.version)
        func poll() {
            session.pollInput(deltaTime: sixtieth)
            prompt.polled(isConnected: session.isConnected, isReceiving: session.isReceiving)
        }
        var states: [Outcome] = []
        for step in try vector.inputs.need("steps", { $0.list }).compactMap(\.text) {
            switch step {
            case "init": break
            case "present", "present while disconnected":
                prompt.present(isConnected: session.isConnected)
            case "connected, poll, no packet":
                desk.connect()
                poll()
            case "first packet + poll":
                session.handle(.notified(block(0)))
                poll()
            case "skip": prompt.skip()
            case "perform":
                session.calibrateNeutralPose()
                prompt.perform()
            case "disconnect":
                session.disconnect()
                prompt.disconnected()
            default:
                let hasPacket = step.contains("packet") && !step.contains("no packet")
                guard hasPacket || step.contains("poll") else {
                    throw Unplayable("the step `\(step)` is not known")
                }
                if step.contains("connect") { desk.connect() }
                if hasPacket { session.handle(.notified(block(0))) }
                if step.contains("poll") { poll() }
            }
            states.append(
                .object([
                    "step": .text(step), "state": .text(prompt.state.rawValue),
                    "prompt": .bool(prompt.isShown), "connected": .bool(session.isConnected),
                    "receiving": .bool(session.isReceiving),
                    "controlAvailable": .bool(session.isControlAvailable),
                ]))
        }
        return .object(["states": .list(states)])
    }
}
