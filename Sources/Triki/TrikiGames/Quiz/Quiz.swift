public import TrikiUI
public import VeltoKit

/// A quiz: the cap turns to one of four answers, and its button or patience confirms it.
public struct Quiz: TrikiGame {
    /// A question with four answers.
    public struct Question: Sendable, Equatable {
        /// What is asked.
        public var text: String
        /// Four, from the left.
        public var answers: [String]
        /// The place of the right one, 0 to 3.
        public var correct: Int

        /// A question; a place that no answer has is the nearest that one has.
        public init(_ text: String, _ answers: [String], correct: Int) {
            self.text = text
            self.answers = answers
            self.correct = min(max(correct, 0), TrikiQuiz.slots - 1)
        }
    }

    /// Three questions on the cap.
    public static let sample = [
        Question("How many buttons does the cap have?", ["3", "2", "none", "1"], correct: 3),
        Question("What does it stream?", ["motion", "heat", "sound", "light"], correct: 0),
        Question("How is it reached?", ["cable", "infrared", "Bluetooth", "radar"], correct: 2),
    ]

    /// The questions, in order.
    public let questions: [Question]
    /// The answers that were given.
    public private(set) var given: [TrikiQuiz.Answer] = []
    private var quiz: TrikiQuiz
    private var steps = FixedSteps(1.0 / 60)
    /// A press that no step has seen yet.
    private var isPressed = false

    /// A new quiz.
    public init(_ questions: [Question] = Self.sample, _ version: VeltoVersion = .seed) {
        self.questions = questions
        quiz = TrikiQuiz(correct: questions.map(\.correct), version)
    }

    /// Answers are selected by position.
    public static var mode: MotionMode { .paddle }
    /// Right answers.
    public var score: Int { quiz.score }
    /// Every question was answered.
    public var isOver: Bool { quiz.isOver }
    /// Every question was answered, and all of them right.
    public var isWon: Bool { isOver && score == questions.count }
    /// The selected answer, from 0.
    public var selected: Int { quiz.selected }
    /// How far the hold of the selected answer is, 0 to 1.
    public var holdProgress: Double { quiz.holdProgress }
    /// The question that is asked; nil at the end.
    public var question: Question? { isOver ? nil : questions[quiz.question] }
    /// Right answers of those given.
    public var standing: String {
        "\(score) right of \(given.count) answered, \(questions.count) asked"
    }

    public mutating func tick(_ input: GameInput, deltaTime: Double) {
        isPressed = isPressed || input.primaryAction
        var input = input
        for _ in 0..<steps.due(after: deltaTime) {
            // A press is one press, however long or short the frame.
            input.primaryAction = isPressed
            isPressed = false
            if let answer = quiz.tick(input, deltaTime: steps.length) { given.append(answer) }
        }
    }
}
