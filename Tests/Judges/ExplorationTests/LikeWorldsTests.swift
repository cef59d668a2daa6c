import Declaration
import ScenarioFile
import Simulation
import Testing

import struct Exploration.World

@testable import Exploration

/// Points of one board, one each millisecond.
private func points(_ patterns: [String]) -> [Point] {
    var numbers: [String: Int] = [:]
    return patterns.enumerated().map { index, pattern in
        numbers[pattern, default: 0] += 1
        let occurrence = PacketOccurrence(
            PacketPattern(pattern)!, number: numbers[pattern]!, connection: 1)
        return Point(
            board: 0, place: .packet(occurrence), time: .zero + .milliseconds(Int64(index)),
            packet: [])
    }
}

@Suite struct LikePointsTests {
    private func sizes(_ patterns: [String]) -> [Int] {
        LikePoints.groups(of: points(patterns)).map(\.points.count)
    }

    @Test func `packets of a stream are alike, but for its ends`() {
        let stream = [String](repeating: "< 03 04", count: 100)
        #expect(sizes(["> 03 01"] + stream + ["> 03 02"]) == [1, 1, 98, 1, 1])
    }

    @Test func `the pages of a readout are alike`() {
        let page = [String](repeating: "< 0b 07", count: 10) + ["< 0b 0d", "> 0b 0e"]
        let groups = sizes(["> 0b 06"] + page + page + page + page)
        // The first of each kind, then those of all later pages.
        #expect(groups.reduce(0, +) == 49)
        #expect(groups.max() == 3 * 8)
        #expect(groups.count < 15)
    }

    @Test func `what comes after a new kind of packet is not like what came before`() {
        let stream = [String](repeating: "< 03 04", count: 10)
        #expect(sizes(stream + ["< 01 01"] + stream) == [1, 8, 1, 1, 1, 8, 1])
    }

    @Test func `each silence is alone`() {
        var points = points(["> 0b 85", "< 0b 85"])
        let time = Instant.zero + .seconds(1)
        points.insert(
            Point(board: 0, place: .silence(time), time: time, packet: []), at: 1)
        #expect(LikePoints.groups(of: points).map(\.points.count) == [1, 1, 1])
    }
}

@Suite struct LikeWorldsTests {
    private static let trouble = Trouble.all.first { $0.name == "reset" }!

    private func worlds(_ count: Int, _ ends: [Int: LikeWorlds.End]) -> LikeWorlds {
        var worlds = LikeWorlds(
            points([String](repeating: "< 03 04", count: count)), Self.trouble)
        for (place, end) in ends { worlds.take(end, at: place) }
        return worlds
    }

    @Test func `what lies between two that ended alike is inferred`() {
        let worlds = worlds(100, [0: .held, 50: .held, 99: .held])
        #expect(worlds.open.isEmpty)
        #expect(worlds.inferred == [.held: 97])
    }

    @Test func `neighbours that differ are halved until they touch`() {
        var worlds = worlds(100, [0: .held, 99: .failed("a")])
        var played = 2
        while let next = worlds.open.first {
            worlds.take(next < 37 ? .held : .failed("a"), at: next)
            played += 1
        }
        #expect(worlds.ends[36] == .held && worlds.ends[37] == .failed("a"))
        #expect(played <= 9)
        #expect(worlds.inferred.values.reduce(0, +) == 100 - played)
    }

    @Test func `two kinds of failure differ`() {
        #expect(worlds(9, [0: .failed("a"), 8: .failed("b")]).open == [4])
    }

    @Test func `nothing is inferred from worlds that could not be run`() {
        let worlds = worlds(9, [0: .unknown, 8: .unknown])
        #expect(worlds.open.isEmpty && worlds.inferred.isEmpty)
    }
}

@Suite struct PlanOfLikeWorldsTests {
    private static let stream = points(["> 03 01"] + [String](repeating: "< 03 04", count: 500))

    private func plan(isEvery: Bool = false) -> ExplorationPlan {
        ExplorationPlan(Self.stream, kinds: ["lose-packet"], isEvery: isEvery)
    }

    @Test func `of like points some are played, and all are counted`() {
        #expect(plan().count == 500)
        #expect(plan().worlds.count == 8)
    }

    @Test func `every world is played if that is wanted`() {
        #expect(plan(isEvery: true).worlds.count == 500)
    }

    @Test func `with all of them played, the others are inferred`() {
        var plan = plan()
        for world in plan.worlds { plan.take(world, .held) }
        #expect(plan.refinement.isEmpty)
        #expect(plan.inferred == [.held: 492])
    }

    @Test func `an edge is looked for between those that differ`() throws {
        var plan = plan()
        func end(_ world: World) -> LikeWorlds.End {
            (world.only?.point.number ?? 0) > 301 ? .failed("late") : .held
        }
        var worlds = plan.worlds
        var played = 0
        while !worlds.isEmpty {
            for world in worlds { plan.take(world, end(world)) }
            played += worlds.count
            worlds = plan.refinement
        }
        #expect(played < 20)
        // The first and the last of the stream are no more like it than other packets.
        #expect(plan.inferred.values.reduce(0, +) == 500 - played)
    }

    @Test func `nothing is inferred while the time was over before its neighbours were played`() {
        var plan = plan()
        for world in plan.worlds.dropLast() { plan.take(world, .held) }
        #expect(plan.inferred.isEmpty)
    }

    @Test func `a fault that is not possible on a board is left out`() {
        let plan = ExplorationPlan(
            Self.stream, kinds: ["charger", "other-host", "reset"],
            isPossible: { world in world.events[0].trouble.name != "charger" })
        #expect(Set(plan.worlds.map(\.kinds)) == ["other-host", "reset"])
    }
}
