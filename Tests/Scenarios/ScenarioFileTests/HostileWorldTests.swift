import Simulation
import Testing
import YAML

@testable import Declaration
@testable import ScenarioFile
@testable import ScriptedClient

@Suite struct HostileWorldTests {
    private static func root(_ text: String) throws -> Node { try Node(parsing: Array(text.utf8)) }

    private static let two = """
        version: 1
        boards:
          - {name: left, model: MetaMotion S, before: ["01 01 01"], battery: 50 %}
          - {name: right, model: MetaMotion RL}
        faults: [{at: 1 s, board: left, reset: {}}]
        """

    @Test func `each has a name of its own`() {
        #expect(Set(HostileWorld.names).count == HostileWorld.all.count)
    }

    @Test(arguments: HostileWorld.all)
    func `each is a scenario that reads, and says something of every board`(
        world: HostileWorld
    ) throws {
        let root = try Self.root(Self.two)
        #expect(world.fits(root))
        let changed = world.applied(to: root)
        _ = try ScenarioFile(root: changed, file: "t.yaml")
        #expect(changed.block() != root.block(), "\(world.name)")
    }

    @Test func `a value replaces that of the file, and packets come before its own`() throws {
        let root = try Self.root(Self.two)
        let battery = HostileWorld("low-battery")?.applied(to: root) ?? root
        let file = try ScenarioFile(root: battery, file: "t.yaml")
        #expect(file.boards.map(\.battery.level.percent) == [5, 5])
        let logger = HostileWorld("left-logger")?.applied(to: root) ?? root
        let used = try ScenarioFile(root: logger, file: "t.yaml")
        #expect(used.boards[0].before.map(\.bytes) == [[0x0B, 2, 4, 0xC1, 1, 0x20], [1, 1, 1]])
        #expect(used.boards[1].before.count == 1)
    }

    @Test func `faults happen to each board, beside those of the file`() throws {
        let world = try #require(HostileWorld("flaky-link"))
        let changed = world.applied(to: try Self.root(Self.two))
        let file = try ScenarioFile(root: changed, file: "t.yaml")
        #expect(file.faults.map { file.board($0.board) } == [0, 0, 1])
    }

    @Test func `a cap has no registers that an earlier owner could have used`() throws {
        let cap = try Self.root("version: 1\nboards: [{name: cap, model: Triki}]\n")
        #expect(HostileWorld("previous-owner")?.fits(cap) == false)
        #expect(HostileWorld("worn")?.fits(cap) == true)
        #expect(HostileWorld("worn")?.fits(try Self.root("version: 1\n")) == false)
    }
}
