import Testing

@testable import Qualification

/// The tables of rows, questions and experiments fit together.
@Suite struct TableTests {
    @Test func `each row is there once, and an experiment decides it`() {
        let rows = SheetRow.all.map(\.number)
        #expect(rows == Set(rows).sorted())
        #expect(rows.count >= 40)
        #expect(Set(Experiment.all.flatMap(\.rows)) == Set(rows))
    }

    @Test func `each question has an experiment or an obstacle`() {
        #expect(OpenQuestion.all.map(\.number) == Array(1...16))
        let answered = Set(Experiment.all.flatMap(\.questions))
        for question in OpenQuestion.all {
            #expect(
                answered.contains(question.number) == (question.obstacle == nil),
                "\(question.number)")
        }
    }

    @Test func `experiments have names of their own, and those that take nothing come first`() {
        #expect(Set(Experiment.all.map(\.name)).count == Experiment.all.count)
        let firstLoss = Experiment.all.firstIndex { !$0.loses.isEmpty } ?? 0
        #expect(Experiment.all[firstLoss...].allSatisfy { !$0.loses.isEmpty })
    }

    @Test func `all of it takes less than an hour`() {
        #expect(Experiment.all.reduce(0) { $0 + $1.seconds } < 3_600)
    }
}
