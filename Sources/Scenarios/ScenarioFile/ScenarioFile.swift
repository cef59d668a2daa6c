import Declaration
import ScriptedClient
import Simulation
import YAML

/// A scenario file: boards, their surroundings, inputs and faults, clients, and expectations.
package struct ScenarioFile: Section {
    package static let example = """
        version: 1
        name: First light
        boards:
          - name: wrist
            model: MetaMotion S
        clients:
          - name: phone
            steps:
              - connect
              - initialise
              - stream: {signals: [acceleration], for: 10 s}
        expect:
          - within: 30 s
            received: {signal: acceleration, at-least: 990}
        """

    package var version = 1
    package var name = ""
    package var about = Prose()
    package var seed = 1
    package var duration: Nanoseconds?
    package var deadline: Nanoseconds = .seconds(24 * 3600)
    package var world = World()
    package var boards: [Board] = [] { didSet { boardNumbers = Self.numbers(boards.map(\.name)) } }
    package var peripherals: [PeripheralDescription] = []
    package var inputs: [Input] = []
    package var faults: [Fault] = []
    package var clients: [Client] = [] {
        didSet { clientNumbers = Self.numbers(clients.map(\.name)) }
    }
    package var expect: [Expectation] = []
    /// Places by name.
    private var boardNumbers: [String: Int] = [:]
    private var clientNumbers: [String: Int] = [:]

    package init() {}

    package static let keys = Keys(Self(), "scenario") { keys in
        keys.about = "The file as a whole."
        keys.required(\.version, "version", in: 1...1, "The version of this format.")
        keys.optional(
            \.name, "name", otherwise: "the file's name", "The scenario's name in reports.")
        keys.optional(\.about, "about", "What the scenario shows, in a sentence or two.")
        keys.optional(
            \.seed, "seed", in: 0...Int.max,
            "The seed of all random values. The same seed gives exactly the same run.")
        keys.optional(
            \.duration, "duration", in: .milliseconds(1)...Nanoseconds.longest,
            otherwise: "until every client is done and every expectation is decided",
            "The length of the run, in virtual time.")
        keys.optional(
            \.deadline, "deadline", in: .milliseconds(1)...Nanoseconds.longest,
            "Virtual time after which an unfinished run is stopped, with exit status 42.")
        keys.optional(\.world, "world", otherwise: "a room", "What surrounds the boards.")
        keys.list(\.boards, "boards", count: 0...10_000, "The boards.")
        keys.list(
            \.peripherals, "peripherals", count: 0...1000,
            "Peripherals without firmware, for hosts on the radio.")
        keys.list(\.inputs, "inputs", "Events that act on the boards from outside.")
        keys.list(\.faults, "faults", "Faults, and when they happen.")
        keys.list(\.clients, "clients", "Scripted centrals that talk to the boards.")
        keys.list(\.expect, "expect", "What must hold. The exit status says whether it did.")
    }

    package func check(_ reader: Reader, at mark: Mark) {
        let isEmpty = inputs.isEmpty && faults.isEmpty && clients.isEmpty && expect.isEmpty
        if boards.isEmpty, peripherals.isEmpty, !isEmpty {
            reader.fail(
                "the scenario has neither boards nor peripherals", at: mark,
                fix: "declare at least one: `boards: [{name: wrist, model: MetaMotion S}]`")
        }
        checkAbilities(reader)
    }

    /// The index into ``boards`` of a checked reference.
    package func board(_ reference: Reference?) -> Int {
        reference?.name.flatMap { boardNumbers[$0] } ?? 0
    }

    /// The index into ``clients`` of a checked reference.
    package func client(_ reference: Reference?) -> Int {
        reference?.name.flatMap { clientNumbers[$0] } ?? 0
    }

    /// If two have the same name, the first is used.
    private static func numbers(_ names: [String]) -> [String: Int] {
        Dictionary(zip(names, names.indices)) { first, _ in first }
    }
}
