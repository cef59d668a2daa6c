import Declaration
import Simulation
import Testing

@testable import Exploration
@testable import ScenarioFile

@Suite struct ExplorationPlanTests {
    private static func point(_ pattern: String, _ number: Int, at milliseconds: Int64) -> Point {
        let occurrence = PacketOccurrence(PacketPattern(pattern)!, number: number, connection: 1)
        return Point(
            board: 0, place: .packet(occurrence), time: .zero + .milliseconds(milliseconds),
            packet: [])
    }

    @Test(arguments: [0, 1, 2, 3, 5, 8, 100])
    func `every occurrence has its turn once`(count: Int) {
        #expect(ExplorationPlan.order(count).sorted() == Array(0..<count))
    }

    @Test func `the first, the last, the second and the middle come first`() {
        #expect(ExplorationPlan.order(100).prefix(6) == [0, 99, 1, 50, 25, 75])
    }

    @Test func `every point has each fault that fits it, once`() {
        let points = [
            Self.point("> att 02", 1, at: 1), Self.point("> att 10", 1, at: 2),
            Self.point("> 0b 85", 1, at: 3), Self.point("< 0b 85", 1, at: 4),
        ]
        let worlds = ExplorationPlan(points).worlds
        #expect(Set(worlds).count == worlds.count)
        func kinds(_ point: Point) -> Set<String> {
            Set(worlds.filter { $0.events.first?.point == point }.map(\.kinds))
        }
        let anywhere: Set = [
            "link-loss", "reset", "button", "brown-out", "battery", "charger",
        ]
        #expect(kinds(points[0]) == anywhere.union(["failed-connection"]))
        #expect(kinds(points[1]) == anywhere.union(["refuse-request"]))
        #expect(kinds(points[2]) == anywhere)
        #expect(kinds(points[3]) == anywhere.union(["lose-packet", "double-packet"]))
    }

    /// Each kind of fault is tried early, although there is time for a fifth of all worlds only.
    @Test func `no kind of fault waits for all points of another`() {
        var points: [Point] = []
        for number in 0..<20 {
            let time = Int64(4 * number)
            let request = number % 2 == 0 ? "> att 10" : "> att 12"
            points.append(Self.point(request, number + 1, at: time))
            points.append(Self.point("> \(10 + number) 81", 1, at: time + 1))
            points.append(Self.point("< \(10 + number) 81", 1, at: time + 2))
        }
        let worlds = ExplorationPlan(points, hasStart: false).worlds
        let early = worlds.prefix(worlds.count / 5)
        #expect(
            Set(early.map(\.kinds)).isSuperset(of: [
                "link-loss", "reset", "lose-packet", "double-packet", "button", "brown-out",
                "battery",
            ]))
        // Lost links come at all values before any other point has its turn.
        let losses = early.filter { $0.kinds == "link-loss" }.compactMap { $0.events[0].point }
        #expect(Set(losses.filter(\.isValue)).count == 40)
    }

    @Test func `the first and the last of a kind of value are lost before a request is refused`()
        throws
    {
        let points = (1...10).flatMap { number in
            [
                Self.point("> att 12", number, at: Int64(10 * number)),
                Self.point("< 0b 0d", number, at: Int64(10 * number + 1)),
            ]
        }
        let worlds = ExplorationPlan(points, hasStart: false).worlds
        let refused = try #require(worlds.firstIndex { $0.kinds == "refuse-request" })
        let lost = worlds[..<refused].filter { $0.kinds == "lose-packet" }
        let values = Set(lost.compactMap { $0.events[0].point }.filter(\.isValue).map(\.number))
        #expect(values == [1, 10])
    }

    @Test func `only the kinds that are wanted are planned`() {
        let worlds = ExplorationPlan(
            [Self.point("> 0b 85", 1, at: 1)], kinds: ["reset", "log-fill"]
        ).worlds
        #expect(Set(worlds.map(\.kinds)) == ["reset", "log-fill"])
    }

    @Test func `a second fault does not come before the start`() {
        let worlds = ExplorationPlan([Self.point("> 20", 1, at: 1)], hasStart: false).worlds
        #expect(worlds.allSatisfy { $0.events[0].point != nil } && !worlds.isEmpty)
    }

    @Test func `two connections fail at the first request only`() {
        let points = [Self.point("> att 02", 1, at: 1), Self.point("> att 10", 1, at: 2)]
        let worlds = ExplorationPlan(points, kinds: ["failed-connection"]).worlds
        #expect(worlds.map(\.words) == ["connections 1 and 2 fail to be established"])
    }
}
