import Testing
import TrikiUI
import VeltoKit

@Suite struct QuizTests {
    private func play(_ quiz: inout TrikiQuiz, posX: Double, click: Range<Int>, ticks: Int)
        -> [(tick: Int, answer: TrikiQuiz.Answer)]
    {
        var input = GameInput()
        input.posX = posX
        var answers: [(tick: Int, answer: TrikiQuiz.Answer)] = []
        for tick in 1...ticks {
            input.bleButtonClick = click.contains(tick)
            if let answer = quiz.tick(input, deltaTime: 1.0 / 60) { answers.append((tick, answer)) }
        }
        return answers
    }

    @Test func `holding an answer answers, and after the feedback the next question`() {
        var quiz = TrikiQuiz(correct: [3, 2])
        let answers = play(&quiz, posX: 0.8, click: 0..<0, ticks: 500)
        #expect(answers.map(\.answer.isCorrect) == [true, false])
        #expect((155...160).contains(answers[0].tick))
        #expect((178...184).contains(answers[1].tick - answers[0].tick))
        #expect(quiz.score == 1 && quiz.isOver && quiz.selected == 3)
    }

    @Test func `the newest version steps to neighbours and answers by button alone`() {
        var quiz = TrikiQuiz(correct: [2, 2], .current)
        let none = play(&quiz, posX: 0.8, click: 0..<0, ticks: 400)
        #expect(none.isEmpty && quiz.selected == 3)
        let answers = play(&quiz, posX: 0.8, click: 5..<10, ticks: 20)
        #expect(answers.map(\.answer.slot) == [3] && answers.map(\.answer.isCorrect) == [false])
    }
}
