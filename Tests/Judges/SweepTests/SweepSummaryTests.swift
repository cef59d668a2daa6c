import Bluetooth
import Declaration
import ScenarioRun
import ScriptedClient
import Simulation
import Testing

@testable import Sweep

/// What is said about many worlds, with numbers that can be checked by hand.
@Suite struct SweepSummaryTests {
    /// A sweep of as many worlds as there are rows, unless there are to be more.
    private static func summary(
        _ rows: [(SweepRow.Outcome, String)], vary: String? = nil, worlds: Int? = nil,
        figures: [Double] = []
    ) throws -> SweepSummary {
        let variations = try vary.map { [try Variation($0)] } ?? []
        let values = variations.first?.count ?? 1
        let seeds = ((worlds ?? rows.count) + values - 1) / values
        let plan = try SweepPlan(
            seeds: SeedList("1..\(seeds)"), variations: variations, samples: nil)
        let header = SweepHeader(
            tool: "t", file: "f", scenario: "s", hash: "h", plan: plan, options: [],
            expectations: ["first", "second"])
        let made = rows.enumerated().map { place, row in
            var made = SweepRow(plan.world(place), row.0, why: "")
            made.expectations = row.1
            if place < figures.count { made.figures = SweepFigures(["x": figures[place]]) }
            return made
        }
        return SweepSummary(header, made, plan: plan)
    }

    @Test func `what no world reached is told, and what some world reached is not`() throws {
        let none = try Self.summary([(.passed, "hn"), (.passed, "hn")])
        #expect(none.unreached == ["second"] && !none.isGreen && none.rate.failed == 0)
        let some = try Self.summary([(.passed, "hn"), (.passed, "hh")])
        #expect(some.unreached.isEmpty && some.isGreen)
    }

    @Test(arguments: [
        (0.0, 1.0), (0.05, 1), (0.25, 2), (0.3, 2), (0.5, 3), (0.6, 3), (0.7, 3), (0.95, 4), (1, 4),
    ])
    func `a quantile is the nearest value`(share: Double, value: Double) throws {
        let summary = try Self.summary(
            Array(repeating: (.passed, "h"), count: 4), figures: [4, 2, 1, 3])
        #expect(summary.figures.map(\.values) == [[1, 2, 3, 4]])
        #expect(summary.figures[0].quantile(share) == value)
    }

    @Test func `a histogram's last part has the greatest value`() {
        let figure = SweepSummary.Figure(name: "", values: [0, 1, 2, 3, 4])
        #expect(figure.histogram(parts: 4) == [1, 1, 1, 2])
        #expect(SweepSummary.Figure(name: "", values: [3, 3]).histogram(parts: 4) == [2])
    }

    /// One world of each kind.
    private static let worlds: [(SweepRow.Outcome, String)] = [
        (.passed, "hh"), (.failed, "fh"), (.failed, "hf"), (.crashed, ""), (.invalid, ""),
        (.failed, "ff"), (.passed, "hu"),
    ]

    @Test func `worlds that could not be run are in no rate, and crashed ones have failed`() throws
    {
        let summary = try Self.summary(Self.worlds)
        #expect(summary.rate == FailureRate(4, of: 6))
        #expect(summary.expectations.map(\.title) == ["first", "second"])
        // What is undecided is not judged.
        #expect(summary.expectations.map(\.rate) == [FailureRate(2, of: 5), FailureRate(2, of: 4)])
        #expect(summary.expectations.map(\.first) == [1, 2])
        #expect(summary.count(.invalid) == 1 && summary.count(.crashed) == 1)
    }

    @Test func `the worst world crashed, or failed most expectations, and is the first such`()
        throws
    {
        let summary = try Self.summary(Self.worlds)
        #expect(summary.worst?.world == 3)
        #expect(summary.worst(failing: nil)?.row.world == 5)
        #expect(summary.worst(failing: nil)?.place == 0)
        #expect(summary.worst(failing: "second")?.row.world == 5)
        #expect(summary.worst(failing: "second")?.place == 1)
        let alike = try Self.summary([
            (.passed, "hh"), (.failed, "hf"), (.failed, "hf"), (.failed, "fh"),
        ])
        #expect(alike.worst?.world == 1)
        #expect(alike.worst(failing: "first")?.row.world == 3)
        #expect(alike.worst(failing: "third") == nil)
        // An expectation that failed is worse than a step that did.
        let step = try Self.summary([(.failed, "hh"), (.failed, "hf")])
        #expect(step.worst?.world == 1)
    }

    @Test(
        arguments: [
            ([(.passed, "h"), (.passed, "h")], 2, true), ([(.passed, "h")], 2, false),
            ([(.passed, "h"), (.failed, "f")], 2, false),
            ([(.invalid, ""), (.passed, "h")], 2, true),
            ([(.invalid, ""), (.invalid, "")], 2, false), ([], 2, false),
        ] as [([(SweepRow.Outcome, String)], Int, Bool)])
    func `a sweep passes when all its worlds were run and none failed`(
        rows: [(SweepRow.Outcome, String)], worlds: Int, passes: Bool
    ) throws {
        let summary = try Self.summary(rows, worlds: worlds)
        #expect(summary.isGreen == passes)
        #expect(summary.missing == worlds - rows.count)
        #expect((summary.missingWords == nil) == (rows.count == worlds))
    }

    @Test(arguments: [
        ([0, 1, 2], "3 worlds are missing: 0, 1, 2; name the file of every part"),
        ([1, 4], "2 worlds are missing: 1, 4; run with --shard 2/3"),
        ([1, 3], "2 worlds are missing: 1, 3; name the file of every part"),
        ([2], "world 2 is missing; name the file of every part"),
        ([0, 3], "2 worlds are missing: 0, 3; run with --shard 1/3"),
        ([0, 3, 4], "3 worlds are missing: 0, 3, 4; name the file of every part"),
    ])
    func `missing worlds that are one part are named as that`(missing: [Int], words: String) throws
    {
        let whole = try Self.summary(Array(repeating: (.passed, "h"), count: 6))
        let plan = try SweepPlan(seeds: SeedList("1..6"), variations: [], samples: nil)
        let part = SweepSummary(
            whole.header, whole.rows.filter { !missing.contains($0.world) }, plan: plan)
        #expect(part.missingWords?.hasPrefix(words) == true, "\(part.missingWords ?? "")")
    }

    @Test func `the map has a column for each value that a world had`() throws {
        let rows: [(SweepRow.Outcome, String)] = [
            (.passed, "h"), (.failed, "f"), (.crashed, ""), (.failed, "f"),
        ]
        let map = try #require(try Self.summary(rows, vary: "k=9..10 by 1").map)
        #expect(map.x.labels == ["9", "10"])
        #expect(map.cells == [[FailureRate(1, of: 2), FailureRate(2, of: 2)]])
        let named = try #require(
            try Self.summary([(.passed, "h"), (.failed, "f")], vary: "k=b,a,c").map)
        #expect(named.x.labels == ["b"] || named.x.labels == ["b", "a"])
        #expect(try Self.summary(rows).map == nil)
    }

    @Test(arguments: [
        ("k=0..11 by 1", (0...11).map { "\($0)" }, Array(repeating: 1, count: 12)),
        ("k=10..22 by 1", (10...22).map { "\($0)" }, Array(repeating: 1, count: 13)),
        ("k=0 s..60 s by 2 s", (0...30).map { "\(2 * $0) s" }, Array(repeating: 1, count: 31)),
        // More than a map can show.
        (
            "k=0..599 by 1", (0...11).map { "\(Int((599.0 * Double($0) / 12).rounded()))" },
            Array(repeating: 50, count: 12)
        ),
    ])
    func `steps that were written are columns, and very many are put into groups`(
        vary: String, labels: [String], totals: [Int]
    ) throws {
        let count = try Variation(vary).count
        let map = try #require(
            try Self.summary(Array(repeating: (.passed, "h"), count: count), vary: vary).map)
        #expect(map.x.labels == labels)
        #expect(map.cells[0].map(\.total) == totals)
    }

    @Test func `a map has the axes and the expectation that are asked for`() throws {
        let plan = try SweepPlan(
            seeds: SeedList("1"),
            variations: [Variation("a=1,2"), Variation("b=x,y"), Variation("c=0 m..2 m by 1 m")],
            samples: nil)
        let header = SweepHeader(
            tool: "t", file: "f", scenario: "s", hash: "h", plan: plan, options: [],
            expectations: ["first", "second"])
        // The first fails at c of 2 m, the second at b of y; one is undecided.
        let rows = (0..<plan.count).map { number in
            let world = plan.world(number)
            var result = Self.result { _ in }
            result.expectations = [
                number == 0 ? .undecided : world.values[2] == "2 m" ? .failed : .held,
                world.values[1] == "y" ? .failed : .held,
            ].map { verdict in
                ExpectationResult(
                    title: "", line: 1, verdict: verdict, decided: .zero, deadline: .zero,
                    detail: "")
            }
            return SweepRow(world, result)
        }
        let grid = try #require(SweepSummary(header, rows, plan: plan).grid)
        #expect(grid.axes.map(\.name) == ["a", "b", "c"])
        let first = grid.map(x: 2, y: 0, of: 0)
        #expect(first.x.labels == ["0 m", "1 m", "2 m"] && first.y.labels == ["1", "2"])
        #expect(first.cells.map { $0.map(\.failed) } == [[0, 0, 2], [0, 0, 2]])
        #expect(first.cells.map { $0.map(\.total) } == [[1, 2, 2], [2, 2, 2]])
        #expect(grid.map(x: 1, y: nil, of: 1).cells.map { $0.map(\.failed) } == [[0, 6]])
        let whole = grid.map(x: 2, y: 1, of: nil)
        #expect(whole.cells[1].map(\.failed) == [2, 2, 2])
        let narrow = whole.narrow(2)
        #expect(narrow.x.name == "b" && narrow.cells.count == 3)
        #expect(narrow.cells[2].map(\.total) == [2, 2])
        #expect(whole.narrow(1).cells.joined().reduce(0) { $0 + $1.total } == 12)
    }

    @Test func `twelve drawn values are columns of their own`() throws {
        let plan = try SweepPlan(
            seeds: SeedList("1"), variations: [Variation("k=0 m..40 m")], samples: 12)
        let header = SweepHeader(
            tool: "t", file: "f", scenario: "s", hash: "h", plan: plan, options: [],
            expectations: [])
        let worlds = (0..<12).map { plan.world($0) }
        let rows = worlds.map { SweepRow($0, Self.result { _ in }) }
        let map = try #require(SweepSummary(header, rows, plan: plan).map)
        #expect(Set(map.x.labels) == Set(worlds.map { $0.values[0] }))
    }

    @Test func `drawn values stand at the step before them`() throws {
        let plan = try SweepPlan(
            seeds: SeedList("1"), variations: [Variation("k=0 m..40 m by 2 m")], samples: 300)
        let header = SweepHeader(
            tool: "t", file: "f", scenario: "s", hash: "h", plan: plan, options: [],
            expectations: [])
        let rows = (0..<300).map { SweepRow(plan.world($0), Self.result { _ in }) }
        let map = try #require(SweepSummary(header, rows, plan: plan).map)
        #expect(map.x.labels == (0...20).map { "\(2 * $0) m" })
        #expect(map.cells[0].reduce(0) { $0 + $1.total } == 300)
        #expect(map.cells[0].dropLast().allSatisfy { $0.total > 2 })
    }

    @Test func `the interval of a rate is wider than that of the normal approximation`() {
        let none = FailureRate(0, of: 10)
        #expect(none.share == 0 && none.interval.lowerBound == 0)
        #expect(abs(none.interval.upperBound - 0.2775) < 0.0001)
        let half = FailureRate(5, of: 10)
        #expect(half.share == 0.5)
        #expect(abs(half.interval.lowerBound - 0.2366) < 0.0001)
        #expect(abs(half.interval.upperBound - 0.7634) < 0.0001)
        #expect(FailureRate(0, of: 0).interval == 0...1 && FailureRate(0, of: 0).share == 0)
        #expect(FailureRate(3, of: 4).share == 0.75)
    }

    // MARK: Rows

    private static func result(_ change: (inout RunResult) -> Void) -> RunResult {
        var result = RunResult(
            scenario: "", file: "", scenarioHash: "", seed: 1, duration: .seconds(9),
            ending: .finished)
        change(&result)
        return result
    }

    private static func expectation(_ verdict: ExpectationResult.Verdict) -> ExpectationResult {
        ExpectationResult(
            title: "it \(verdict.rawValue)", line: 1, verdict: verdict, decided: .zero,
            deadline: .zero, detail: "so")
    }

    private static let world = SweepPlan.World(number: 3, seed: 5, values: ["1 m"])

    @Test func `a row says why its world failed`() {
        func row(_ failure: String? = nil, _ change: (inout RunResult) -> Void = { _ in })
            -> SweepRow
        {
            SweepRow(Self.world, Self.result(change), failure: failure)
        }
        #expect(row().outcome == .passed && row().why.isEmpty)
        #expect(row("the client ended with 1").outcome == .failed)
        #expect(row("the client ended with 1").why == "the client ended with 1")
        let failed = row { $0.expectations = [.held, .failed, .undecided].map(Self.expectation) }
        #expect(failed.outcome == .failed && failed.expectations == "hfu")
        #expect(failed.why == "it failed: so")
        let step = row {
            $0.expectations = [Self.expectation(.failed)]
            $0.clients = [
                ClientResult(
                    name: "phone",
                    steps: [StepResult(title: "read", line: 2, outcome: .failed("no answer"))])
            ]
        }
        #expect(step.why == "a step failed: phone: read: no answer")
        let late = row {
            $0.ending = .deadline("client phone")
            $0.expectations = [Self.expectation(.undecided)]
        }
        #expect(late.outcome == .failed && late.why == "the deadline passed: client phone")
        let cut = row {
            $0.ending = .interrupted
            $0.expectations = [Self.expectation(.undecided)]
        }
        #expect(cut.outcome == .failed && cut.why == "an expectation is undecided")
    }

    @Test func `a row has every figure of its world`() {
        var series = Series(
            board: "wrist", signal: "acceleration", unit: "g", axes: ["x"], source: .stream,
            rate: 1, made: 9, dropped: 2)
        series.samples = [
            Series.Sample(
                time: .zero + .seconds(1), arrival: .zero + .milliseconds(1_010), values: [0.5],
                truth: [0]),
            Series.Sample(
                time: .zero + .seconds(2), arrival: .zero + .milliseconds(2_030), values: [0],
                truth: [0]),
        ]
        var step = StepResult(title: "wait", line: 7, outcome: .done)
        (step.started, step.ended) = (.zero + .seconds(2), .zero + .seconds(5))
        let row = SweepRow(
            Self.world,
            Self.result {
                $0.boards = [
                    BoardResult(
                        name: "wrist", model: "", firmware: "", address: Address(1), resets: 4,
                        notificationsDropped: 1, retransmissions: 2, entriesRecorded: 3)
                ]
                $0.clients = [ClientResult(name: "phone", steps: [step], series: [series])]
            })
        let stream = "phone: acceleration of wrist, stream"
        let wanted: [String: Double] = [
            "wrist: notifications dropped": 1, "wrist: retransmissions": 2,
            "wrist: entries recorded": 3, "wrist: resets": 4, "phone: wait, line 7 (s)": 3,
            "\(stream): received": 2, "\(stream): dropped": 2,
            "\(stream): missing": Double(series.missing), "\(stream): largest error (g)": 0.5,
            "\(stream): mean latency (s)": 0.02, "\(stream): largest latency (s)": 0.03,
        ]
        for (name, value) in wanted {
            #expect(row.figures[name].map { abs($0 - value) < 1e-9 } == true, "\(name)")
        }
        #expect(series.missing != series.dropped)
        let error = row.figures["\(stream): RMS error (g)"] ?? 0
        #expect(error > 0.3 && error < 0.4)
    }

    @Test func `a row belongs to its world`() throws {
        let plan = try SweepPlan(
            seeds: SeedList("5..6"), variations: [Variation("k=1 m,2 m")], samples: nil)
        let right = SweepRow(plan.world(3), .passed, why: "")
        #expect(right.problem(in: plan) == nil && right.problem(with: right) == nil)
        #expect(right.problem(with: nil) == nil)
        var wrong = right
        wrong.seed = 5
        #expect(wrong.problem(in: plan)?.contains("another seed or other values") == true)
        wrong = right
        wrong.values = ["1 m"]
        #expect(wrong.problem(in: plan)?.contains("another seed or other values") == true)
        #expect(wrong.problem(with: right)?.contains("differs") == true)
        wrong.world = 4
        #expect(wrong.problem(in: plan)?.contains("no world 4") == true)
    }
}
