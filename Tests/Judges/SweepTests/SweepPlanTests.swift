import Declaration
import Testing

@testable import Sweep

/// Which worlds a sweep has.
@Suite struct SweepPlanTests {
    private static func plan(
        _ seeds: String = "1..3", _ vary: [String] = [], samples: Int? = nil
    ) throws -> SweepPlan {
        try SweepPlan(
            seeds: SeedList(seeds), variations: vary.map { try Variation($0) }, samples: samples)
    }

    @Test(
        arguments: [
            ("7", [7]), ("1..4", [1, 2, 3, 4]), ("5,1..2,9", [5, 1, 2, 9]),
        ] as [(String, [UInt64])])
    func `seeds are listed or counted`(text: String, seeds: [UInt64]) throws {
        let list = try SeedList(text)
        #expect((0..<list.count).map { list[$0] } == seeds)
    }

    @Test(arguments: [
        "", "a", "3..1", "1..", "-1", "1..2..3", "1,,2", "0..18446744073709551615", "1,1",
        "1..9,5", "5,1..9",
    ])
    func `other seeds are refused`(text: String) {
        #expect(throws: SweepError.self) { try SeedList(text) }
    }

    @Test(arguments: [
        ("k=A,B", ["A", "B"]), ("k=MetaMotion R, MetaMotion S", ["MetaMotion R", "MetaMotion S"]),
        ("k=1 m..3 m by 1 m", ["1 m", "2 m", "3 m"]), ("k=1..3", ["1", "2", "3"]),
        ("k=1..2 s by 0.5", ["1 s", "1.5 s", "2 s"]),
        // The end is left out if no step reaches it.
        ("k=1 m..4 m by 2 m", ["1 m", "3 m"]),
        ("k=1..10", ["1", "2", "4", "5", "6", "7", "9", "10"]),
        ("k=0.1 g..0.3 g by 0.1 g", ["0.1 g", "0.2 g", "0.3 g"]),
        ("k=[1, 2],{a: 1, b: 2}", ["[1, 2]", "{a: 1, b: 2}"]), ("k=12 m", ["12 m"]),
        ("k=0 %..70 %", ["0 %", "10 %", "20 %", "30 %", "40 %", "50 %", "60 %", "70 %"]),
    ])
    func `values are a list or a range`(text: String, values: [String]) throws {
        let variation = try Variation(text)
        #expect((0..<variation.count).map { variation.value($0) } == values)
    }

    @Test(arguments: [
        "world.distance", "=1", "k=", "k=1 s..2 m", "k=3 s..1 s", "k=1 s..9 s by 0 s", "a..b=1",
        "k=1 s,,2 s", "k=,", "k=1 s,", "k=1 s,2 s, 1 s",
    ])
    func `other values are refused`(text: String) {
        #expect(throws: SweepError.self) { try Variation(text) }
    }

    @Test(arguments: [
        ("k=1 m..3 m", "1 m", true), ("k=1 m..3 m", "3 m", true), ("k=1 m..3 m", "0.9 m", false),
        ("k=1 m..3 m", "3.1 m", false), ("k=1 m..3 m", "2 s", false), ("k=1 m..3 m", "2", false),
        ("k=A,B", "B", true), ("k=A,B", "C", false),
    ])
    func `a value is one of a list, or within a range in its unit`(
        text: String, value: String, isThere: Bool
    ) throws {
        #expect(try Variation(text).contains(value) == isThere)
    }

    @Test func `all combinations, seeds fastest`() throws {
        let plan = try Self.plan("1..2", ["a=x,y", "b=1..3"])
        #expect(plan.count == 12)
        let worlds = (0..<12).map { plan.world($0) }
        #expect(worlds[0] == .init(number: 0, seed: 1, values: ["x", "1"]))
        #expect(worlds[1] == .init(number: 1, seed: 2, values: ["x", "1"]))
        #expect(
            worlds[2].values == ["x", "2"]
                && worlds[11] == .init(number: 11, seed: 2, values: ["y", "3"]))
        #expect(Set(worlds.map { "\($0.seed) \($0.values)" }).count == 12)
    }

    @Test func `a sample depends on its number alone and stays within its ranges`() throws {
        let plan = try Self.plan("1..1000", ["a=2 m..4 m", "b=x,y"], samples: 200)
        let other = try Self.plan("1..1000", ["a=2 m..4 m", "b=x,y"], samples: 500)
        var metres: Set<String> = []
        for number in 0..<200 {
            let world = plan.world(number)
            #expect(world == other.world(number))
            let value = try #require(Amount(world.values[0]))
            #expect(value.unit == "m" && value.value >= 2 && value.value < 4)
            metres.insert(world.values[0])
        }
        #expect(metres.count > 150)
        #expect(Set((0..<200).map { plan.world($0).values[1] }) == ["x", "y"])
    }

    @Test func `a key that is varied twice is refused`() {
        #expect(throws: SweepError.self) { try Self.plan("1", ["a.b=1,2", "a.b=3"]) }
    }

    @Test func `a value must be possible with some values of the other keys`() throws {
        // A firmware of one model only, and one of none.
        let known = ["R": ["1.0", "1.2"], "S": ["1.2", "1.5"]]
        func check(_ firmware: String) throws -> [String] {
            let plan = try Self.plan("1", ["model=R,S", "firmware=\(firmware)"])
            return try plan.check { values throws(SweepError) in
                guard known[values[0]]?.contains(values[1]) == true else {
                    throw SweepError("\(values[0]) has no \(values[1])")
                }
                return values
            }
        }
        #expect(try check("1.2,1.5") == ["R", "1.2"])
        #expect(try check("1.5,1.2") == ["S", "1.5"])
        #expect(throws: SweepError("R has no 1.9")) { try check("1.2,1.9") }
    }

    /// Chance of each number of failures in n worlds.
    private static func binomial(_ n: Int, _ p: Double) -> [Double] {
        var row = [1.0]
        for _ in 0..<n {
            row = (0...row.count).map { k in
                (k < row.count ? row[k] * (1 - p) : 0) + (k > 0 ? row[k - 1] * p : 0)
            }
        }
        return row
    }

    @Test(arguments: [30, 100, 400])
    func `the interval contains the true rate in 95 of 100 sweeps`(worlds: Int) {
        var coverages: [Double] = []
        for rate in stride(from: 0.05, through: 0.95, by: 0.05) {
            let chances = Self.binomial(worlds, rate)
            coverages.append(
                chances.enumerated().filter {
                    FailureRate($0.offset, of: worlds).interval.contains(rate)
                }.map(\.element).reduce(0, +))
        }
        let mean = coverages.reduce(0, +) / Double(coverages.count)
        #expect(abs(mean - 0.95) < 0.01 && coverages.allSatisfy { $0 > 0.91 }, "\(coverages)")
    }

    @Test(arguments: [(0, 100), (1, 100), (50, 100), (100, 100), (0, 0)])
    func `the interval of a rate contains it`(failed: Int, total: Int) {
        let rate = FailureRate(failed, of: total)
        #expect(rate.interval.contains(rate.share))
        #expect(rate.interval.lowerBound >= 0 && rate.interval.upperBound <= 1)
    }

    @Test func `the interval is that of Wilson`() {
        // 10 of 100: 5.52 to 17.44 %.
        let interval = FailureRate(10, of: 100).interval
        #expect(
            abs(interval.lowerBound - 0.0552) < 1e-4 && abs(interval.upperBound - 0.1744) < 1e-4)
    }
}
