import Declaration
import ScenarioFile
import ScenarioRun
import Simulation
import Testing
import YAML

@testable import Exploration

/// What a fault is in a scenario.
@Suite struct WorldTests {
    private static let text = """
        version: 1
        boards: [{name: desk, model: MetaMotion S}]
        clients:
          - name: phone
            steps: [connect, disconnect]
        expect:
          - {within: 20 s, connected: {exactly: 1}}

        """

    private func applied(_ name: String, at point: Point?) throws -> String {
        let trouble = try #require(Trouble.all.first { $0.name == name })
        let world = World(events: [World.Event(point: point, trouble: trouble)])
        let root = world.applied(to: try Node(parsing: Self.text), boards: ["desk"])
        _ = try ScenarioFile(root: root, file: "f", vocabulary: .firmware)
        return root.block()
    }

    private static func point(_ pattern: String) -> Point {
        let occurrence = PacketOccurrence(PacketPattern(pattern)!, number: 1, connection: 2)
        return Point(board: 0, place: .packet(occurrence), time: .zero, packet: [])
    }

    @Test func `a fault is tied to its packet`() throws {
        let text = try applied("reset", at: Self.point("> 0b 85"))
        #expect(text.contains("packet: \"> 0b 85\""), "\(text)")
        #expect(text.contains("connection: 2") && text.contains("reset: {}"), "\(text)")
    }

    @Test func `two connections fail, one after the other`() throws {
        let text = try applied("failed-connection", at: Self.point("> att 02"))
        #expect(text.contains("connection: 2") && text.contains("connection: 3"), "\(text)")
    }

    @Test func `another host comes first, and the expectations stay those of the client`() throws {
        let text = try applied("other-host", at: nil)
        let (stranger, phone) = (
            try #require(text.firstRange(of: "name: another host")),
            try #require(text.firstRange(of: "name: phone"))
        )
        #expect(stranger.lowerBound < phone.lowerBound, "\(text)")
        #expect(text.contains("client: phone"), "\(text)")
    }

    @Test func `another host takes the first of several boards`() throws {
        let text = Self.text.replacing(
            "boards: [", with: "boards: [{name: first, model: MetaMotion S}, "
        )
        .replacing("[connect,", with: "[connect: desk,")
        .replacing("20 s, connected", with: "20 s, board: desk, connected")
        let trouble = try #require(Trouble.all.first { $0.name == "other-host" })
        let world = World(events: [World.Event(point: nil, trouble: trouble)])
        let root = world.applied(to: try Node(parsing: text), boards: ["first", "desk"])
        #expect(throws: Never.self) {
            try ScenarioFile(root: root, file: "f", vocabulary: .firmware)
        }
    }

    @Test(arguments: Trouble.all.filter { $0.fits(nil) })
    func `what differs before the start is a scenario`(trouble: Trouble) throws {
        let world = World(events: [World.Event(point: nil, trouble: trouble)])
        #expect(world.words.hasPrefix("before the start: "))
        let root = world.applied(to: try Node(parsing: Self.text), boards: ["desk"])
        #expect(throws: Never.self) {
            try ScenarioFile(root: root, file: "f", vocabulary: .firmware)
        }
    }

    @Test func `an earlier owner has left nothing on a cap, which has no registers`() throws {
        let cap = try Node(parsing: "version: 1\nboards: [{name: cap, model: Triki}]\n")
        func isPossible(_ name: String) -> Bool {
            Trouble.all.filter { $0.fits(nil) && $0.name == name }.contains { trouble in
                World(events: [World.Event(point: nil, trouble: trouble)])
                    .isPossible(in: cap, boards: ["cap"]) { _ in true }
            }
        }
        #expect(!isPossible("previous-owner") && !isPossible("uptime"))
        #expect(isPossible("battery"))
    }

    @Test func `the packet is named first`() throws {
        let trouble = try #require(Trouble.all.first { $0.name == "lose-packet" })
        let event = World.Event(point: Self.point("< 0b 85"), trouble: trouble)
        #expect(event.words == "packet 1 of `< 0b 85` on connection 2 is lost, and the link lives")
    }
}
