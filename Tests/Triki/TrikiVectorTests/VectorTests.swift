import Checkout
import Testing

@MainActor
@Suite struct VectorTests {
    @Test func `the file of vectors can be read`() throws {
        #expect(try Vector.load().count >= 159)
    }

    @Test(.slow, arguments: Vector.all)
    func `an executed example has the published result`(_ vector: Vector) {
        switch Player.play(vector) {
        case .passed: break
        case .failed(let differences):
            Issue.record("\(vector.id) failed\n  \(differences.joined(separator: "\n  "))")
        case .unplayable(let reason): Issue.record("\(vector.id) cannot be played: \(reason)")
        }
    }

    private func changed(_ id: String, _ change: (inout [[String: Value]]) -> Void) throws
        -> Verdict
    {
        let vector = try #require(Vector.all.first { $0.id == id })
        var steps = vector.steps
        change(&steps)
        return Player.play(
            Vector(
                id: id, title: vector.title, version: vector.version, subject: vector.subject,
                setup: vector.setup, tolerance: vector.tolerance, steps: steps))
    }

    @Test func `a wrong figure is a difference`() throws {
        let verdict = try changed("S-001") { $0[0]["expect"] = .object(["word": .number(2001)]) }
        guard case .failed(let differences) = verdict else {
            Issue.record("\(verdict)")
            return
        }
        #expect(differences == ["step 1.word: 2000.0, not 2001.0"])
    }

    @Test func `what the player does not know cannot be played`() throws {
        for change: (inout [[String: Value]]) -> Void in [
            { $0[0]["do"] = .text("juggle") }, { $0[0]["colour"] = .number(1) },
            { $0[0]["hex"] = nil }, { $0[0]["do"] = nil },
        ] {
            let verdict = try changed("S-001", change)
            guard case .unplayable = verdict else {
                Issue.record("\(verdict)")
                return
            }
        }
    }
}
