import ScenarioFile
import Simulation
import Testing
import YAML

@testable import Exploration

/// Which packet a finding names, of a client that is a function of what goes wrong.
@Suite struct ExplainingTests {
    private static let root = try! Node(
        parsing: "version: 1\nboards: [{name: desk, model: MetaMotion S}]\n")

    /// A request, a silence, two writes with their responses, a command and its answer.
    private static let points: [Point] = {
        var time = Instant.zero
        func packet(_ pattern: String, _ number: Int = 1) -> Point {
            time = time + .milliseconds(10)
            let occurrence = PacketOccurrence(
                PacketPattern(pattern)!, number: number, connection: 1)
            return Point(board: 0, place: .packet(occurrence), time: time, packet: [])
        }
        func silence() -> Point {
            time = time + .seconds(2.0)
            return Point(board: 0, place: .silence(time), time: time, packet: [])
        }
        return [
            packet("> att 02"), packet("< att 03"), silence(), packet("> 02 02"),
            packet("< att 13"), packet("> 0b 0e"), packet("< att 13", 2), packet("> 04 81"),
            packet("< 04 81"),
        ]
    }()

    /// What is found where worlds fail whose words have one of these.
    private static func explain(
        _ failing: [String], kinds: Set<String>, seedsThatHold: Set<UInt64> = []
    ) throws -> Exploration.Group {
        let exploration = Exploration(
            root, boards: ["desk"], seed: 1, canPlay: { _ in true }, isOver: { false },
            isFull: { _ in false }
        ) { runs in
            runs.map { run in
                var outcome = WorldOutcome(duration: .seconds(1))
                if run.isWithoutFault { outcome.points = points }
                let holds = run.seed.map(seedsThatHold.contains) ?? false
                if !holds, failing.contains(where: run.words.contains) {
                    outcome.failure = WorldOutcome.Failure(what: "it fails", lastRight: "")
                }
                return outcome
            }
        }
        #expect(exploration.begin())
        exploration.search(kinds: kinds)
        exploration.explain()
        return try #require(exploration.groups.first)
    }

    @Test func `a silence has a window, which the packet after it opens`() throws {
        let group = try Self.explain(["lost for 8 s in the silence"], kinds: ["link-loss"])
        #expect(group.window?.first == Self.points[3])
        #expect(group.window?.isExact == true && group.window?.isAnswer == false)
    }

    @Test func `without the answer to a write, the write is named`() throws {
        let group = try Self.explain(
            ["after packet 1 of `> 0b 0e`", "packet 2 of `< att 13`"], kinds: ["link-loss"])
        #expect(group.window?.first == Self.points[5])
        #expect(group.window?.isAnswer == true)
    }

    @Test func `a fault of a single packet is the smallest, and has a window`() throws {
        let group = try Self.explain(
            ["the link is lost for 8 s", "`< 04 81` on connection 1 is lost"],
            kinds: ["link-loss", "lose-packet"])
        #expect(group.smallest.events.map(\.trouble.name) == ["lose-packet"])
        #expect(group.window?.first == Self.points[8])
    }

    @Test func `what differs before the start has no window, unlike what happens later`() throws {
        let group = try Self.explain(
            ["before the start", "after packet 1 of `> 04 81`"],
            kinds: ["previous-owner", "link-loss"])
        #expect(group.window?.first == Self.points[8])
    }

    @Test func `a button names what has arrived`() throws {
        let group = try Self.explain(["clicked after packet 1 of `> 0b 0e`"], kinds: ["button"])
        #expect(group.window?.first == Self.points[5])
    }

    @Test func `what fails by luck has no window`() throws {
        let group = try Self.explain(
            ["lost for 8 s after"], kinds: ["link-loss"], seedsThatHold: [2])
        #expect(group.failsWithOtherSeed == false && group.window == nil)
    }
}
