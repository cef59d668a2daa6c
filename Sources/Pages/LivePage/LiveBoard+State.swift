import JSON
import PageModel
import ScenarioFile
import ScenarioRun

extension LiveBoard {
    /// The state of the board as the page has it.
    func state(in run: ScenarioRun) -> JSONValue {
        var state = BoardState(of: index, in: run)
        state.graph = graph(run.now)
        // Every number in it is finite.
        return (try? state.json()) ?? .null
    }
}

extension JSONValue {
    static func optional(_ value: Double?, _ places: Int = 3) -> JSONValue {
        value.map { .rounded($0, places) } ?? .null
    }

    static func optional(_ value: Int?) -> JSONValue { value.map { .integer($0) } ?? .null }

    /// Things by their numbers.
    static func numbered<T>(
        _ items: [T], _ id: (T) -> Int, _ value: (T) -> JSONValue
    ) -> JSONValue {
        .object(items.map { ("\(id($0))", value($0)) })
    }
}
