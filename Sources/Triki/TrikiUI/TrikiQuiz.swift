public import VeltoKit

/// A quiz of four answers, one of which is always selected (protocol, triki-motion 4.4).
public struct TrikiQuiz: Sendable {
    /// What a frame brought.
    public struct Answer: Sendable, Equatable {
        /// The selected answer.
        public var slot: Int
        /// Whether it was the right one.
        public var isCorrect: Bool
    }

    /// How many answers a question has.
    public static let slots = 4
    /// How long an answer is shown before the next question, in seconds.
    public static let feedback = 1.0

    /// The selected answer, from 0.
    public private(set) var selected = 0
    /// Correct answers so far.
    public private(set) var score = 0
    /// The question that is asked, from 0.
    public private(set) var question = 0
    /// How far the hold is, 0 to 1.
    public var holdProgress: Double { hold.progress }
    /// Whether every question was answered.
    public var isOver: Bool { question >= correct.count }

    private let correct: [Int]
    private let tuning: NavigationTuning
    private var gate: TrikiFocusGate
    private var hold = TrikiHoldTracker()
    private var button = TrikiButtonGate()
    private var settle = 0.0
    private var pause = 0.0
    private var position = 0.0

    /// A quiz by the right answers of its questions, each 0 to 3.
    public init(correct: [Int], _ version: VeltoVersion = .seed) {
        self.correct = correct
        tuning = .quiz(version)
        gate = TrikiFocusGate(tuning)
    }

    /// Moves one frame of `deltaTime` seconds on; a negative length counts as 0.
    public mutating func tick(_ input: GameInput, deltaTime: Double) -> Answer? {
        guard !isOver, deltaTime.isFinite else { return nil }
        let deltaTime = max(0, deltaTime)
        button.elapse(deltaTime)
        if pause > 0 {
            pause -= deltaTime
            button.record(isDown: input.bleButtonClick)
            if pause > 0 { return nil }
        }
        position = MotionMath.smooth(position, MotionMath.clamp(input.posX), tuning.positionBlend)
        guard
            let slot = TrikiUIMath.focusedSlot(
                position, count: Self.slots, focus: selected, tuning: tuning)
        else {
            gate.reset()
            hold.reset()
            settle = 0
            return nil
        }
        let next =
            tuning.singleSteps ? selected + (slot - selected).signum() : slot
        if let focus = gate.resolve(raw: next, current: selected, deltaTime: deltaTime),
            focus != selected
        {
            selected = focus
            settle = tuning.settle
            hold.reset()
            return nil
        }
        settle -= deltaTime
        if settle > 0 {
            hold.reset()
            return nil
        }
        return confirm(input, deltaTime)
    }

    private mutating func confirm(_ input: GameInput, _ deltaTime: Double) -> Answer? {
        var isAnswered =
            tuning.gatesButton ? button.update(isDown: input.bleButtonClick) : input.primaryAction
        if !isAnswered, let duration = tuning.hold {
            isAnswered = hold.update(deltaTime: deltaTime, duration: duration)
        }
        guard isAnswered else { return nil }
        let answer = Answer(slot: selected, isCorrect: selected == correct[question])
        if answer.isCorrect { score += 1 }
        question += 1
        pause = Self.feedback
        hold.reset()
        return answer
    }
}
