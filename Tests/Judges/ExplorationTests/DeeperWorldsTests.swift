import ScenarioFile
import Simulation
import Testing
import Wire
import YAML

@testable import Exploration

/// A client that fails only after three faults, each at one of a hundred packets, of which the later ones come only after the
/// earlier faults.
@Suite struct DeeperWorldsTests {
    private static let root = try! Node(
        parsing: "version: 1\nboards: [{name: desk, model: MetaMotion S}]\n")

    /// The packets of one stage of the client.
    private static func points(_ module: UInt8) -> [Point] {
        (0..<100).map { register in
            let pattern = PacketPattern("> \(Hex.text([module, UInt8(register)]))")!
            return Point(
                board: 0, place: .packet(PacketOccurrence(pattern, connection: 1)),
                time: .zero + .milliseconds(Int64(register)), packet: [module, UInt8(register)])
        }
    }

    private static let conditions = ["`> 10 25`", "`> 11 51`", "`> 12 05`"]

    private static func outcome(_ run: Exploration.Run) -> WorldOutcome {
        var outcome = WorldOutcome(duration: .seconds(1))
        let met = conditions.prefix { run.words.contains($0) }.count
        for stage in 0...min(met, 2) { outcome.points += points(0x10 + UInt8(stage)) }
        if met == 3 {
            outcome.failure = WorldOutcome.Failure(what: "three faults", lastRight: "two of them")
        }
        return outcome
    }

    private static func explore(depth: Int) -> Exploration {
        let exploration = Exploration(
            root, boards: ["desk"], seed: 1, canPlay: { _ in true }, isOver: { false },
            isFull: { _ in false }
        ) { $0.map { outcome($0) } }
        _ = exploration.begin()
        exploration.search(kinds: ["reset"], depth: depth)
        return exploration
    }

    @Test func `a failure behind three rare conditions is found step by step`() throws {
        let exploration = Self.explore(depth: 3)
        let found = try #require(exploration.groups.first)
        #expect(found.smallest.events.count == 3)
        #expect(Self.conditions.allSatisfy { found.smallest.words.contains($0) })
        // Each condition costs the worlds of one fault; by chance all three are met in one world of a million.
        #expect(exploration.tried == 300)
        #expect(Self.worldsByChance(most: 50 * exploration.tried) == nil)
    }

    /// How many worlds with three faults at packets of the three stages it takes until one fails; nil beyond `most`.
    private static func worldsByChance(most: Int) -> Int? {
        var random = RandomStream(seed: 1, purpose: "faults")
        return (1...most).first { _ in
            let words = (0..<3).map { stage in
                let register = UInt8(random.uniform() * 100)
                return "`> \(Hex.text([0x10 + UInt8(stage), register]))`"
            }
            return words == conditions
        }
    }

    @Test func `with fewer faults it is not found, and nothing else is tried`() {
        let two = Self.explore(depth: 2)
        #expect(two.groups.isEmpty && two.tried == 200)
        let one = Self.explore(depth: 1)
        #expect(one.groups.isEmpty && one.tried == 100)
        // After the third, nothing is new.
        #expect(Self.explore(depth: 9).tried == 300)
    }
}
