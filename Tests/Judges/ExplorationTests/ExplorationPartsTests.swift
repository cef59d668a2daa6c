import JSON
import ScenarioFile
import Simulation
import Testing
import YAML

@testable import Exploration

/// Explorations of a client that is a function: it fails where a link is lost before some packets.
@Suite struct ExplorationPartsTests {
    private static let root = try! Node(
        parsing: "version: 1\nboards: [{name: desk, model: MetaMotion S}]\n")

    /// Forty notifications between two requests; the client reads all of them.
    private static let points: [Point] = {
        let stream = (1...40).map { ("< 03 04", $0) }
        return ([("> att 02", 1), ("> 03 01", 1)] + stream + [("> 0b 85", 1), ("< 0b 85", 1)])
            .enumerated().map { place, packet in
                let occurrence = PacketOccurrence(
                    PacketPattern(packet.0)!, number: packet.1, connection: 1)
                return Point(
                    board: 0, place: .packet(occurrence), time: .zero + .milliseconds(Int64(place)),
                    packet: [UInt8(place)])
            }
    }()

    /// What comes of a run: by its words, which say everything about it.
    private static func outcome(_ run: Exploration.Run) -> WorldOutcome {
        var outcome = WorldOutcome(duration: .seconds(1))
        guard run.words != "no fault" else {
            outcome.points = points
            return outcome
        }
        func fails(_ what: String) {
            outcome.failure = WorldOutcome.Failure(what: what, lastRight: "it connected")
        }
        for number in 17...23 where run.words.contains("packet \(number) of `< 03 04`") {
            if run.words.contains("link is lost") { fails("no sample \(number)") }
        }
        if run.words.contains("resets"), run.words.contains("of `> 0b 85`") { fails("no log") }
        if run.words.contains("the button"), run.showsPoints, !run.words.contains("then") {
            // It does something that it does not do otherwise.
            var new = points[1]
            new.place = .packet(PacketOccurrence(PacketPattern("> 01 01")!, connection: 1))
            outcome.points = points + [new]
        }
        if run.words.contains("then"), run.words.contains("resets") { fails("a second fault") }
        return outcome
    }

    private struct Result {
        var exploration: Exploration
        var rows: [ExplorationRow]
    }

    /// - Parameters:
    ///   - most: the most worlds; with `stop`, after how many runs the exploration is interrupted.
    ///   - known: what was played before.
    private static func explore(
        _ isOwn: @escaping (Int) -> Bool = { _ in true }, most: Int? = nil, depth: Int = 1,
        isEvery: Bool = false, width: Int = 1, stop: Int = .max, known: [ExplorationRow] = [],
        player: ((Exploration.Run) -> WorldOutcome?)? = nil
    ) -> Result {
        var rows: [ExplorationRow] = []
        let played = PlayedWorlds(known) { rows.append($0) }
        let exploration = Exploration(
            root, boards: ["desk"], seed: 1, width: width, played: played, canPlay: { _ in true },
            isOwn: isOwn, isOver: { rows.count >= stop }, isFull: { _ in false }
        ) { $0.map(player ?? { outcome($0) }) }
        _ = exploration.begin()
        exploration.search(
            kinds: ["link-loss", "reset", "button"], depth: depth, most: most, isEvery: isEvery)
        exploration.explain()
        return Result(exploration: exploration, rows: rows)
    }

    /// Everything that a report says.
    private static func said(_ exploration: Exploration) -> String {
        let groups = exploration.groups.map {
            "\($0.failure) \($0.worlds.map(\.words)) \($0.inferred) \($0.firstFound)"
                + " \($0.smallest.words) \(String(describing: $0.failsWithOtherSeed))"
                + " \(String(describing: $0.window))"
        }
        let counts = [
            exploration.likePoints, exploration.planned, exploration.tried, exploration.inferred,
            exploration.probes,
        ]
        let trials = exploration.trials.map {
            "\($0.number) \($0.point.words) \($0.trouble.title) \($0.failure ?? "")"
        }
        return "\(groups)\n\(counts)\n\(trials)\n\(exploration.unreached)"
    }

    private static func header(_ part: Int = 1, of parts: Int = 1) -> ExplorationHeader {
        ExplorationHeader(
            tool: "1", file: "f.yaml", scenario: root.block(), options: ["--depth=2"], part: part,
            of: parts)
    }

    private static func bytes(
        _ header: ExplorationHeader, _ rows: [ExplorationRow], end: ExplorationEnd?
    ) -> [UInt8] {
        let lines =
            [ExplorationFile.line(header)] + rows.map { ExplorationFile.line($0) }
            + (end.map { [ExplorationFile.line($0)] } ?? [])
        return Array(lines.joined(separator: [10])) + [10]
    }

    private static func parts(
        _ count: Int, most: Int? = nil, depth: Int = 1, isEvery: Bool = false, width: Int = 1
    ) throws -> [ExplorationParts.Part] {
        try (0..<count).map { part in
            let own = explore(
                { $0 % count == part }, most: most, depth: depth, isEvery: isEvery, width: width)
            let file = try ExplorationFile(
                reading: bytes(
                    header(part + 1, of: count), own.rows, end: ExplorationEnd(most: most)),
                name: "\(part + 1)")
            return (name: "\(part + 1)", file: file)
        }
    }

    // MARK: Parts

    @Test(
        arguments: [
            (1, nil, 1, false), (2, nil, 1, false), (3, nil, 1, true), (3, nil, 2, false),
            (5, 60, 1, false), (4, 90, 2, false), (2, 7, 1, false), (90, nil, 1, false),
        ] as [(Int, Int?, Int, Bool)])
    func `what parts have played is what the whole plays`(
        count: Int, most: Int?, depth: Int, isEvery: Bool
    ) throws {
        let whole = Self.explore(most: most, depth: depth, isEvery: isEvery)
        let files = try Self.parts(count, most: most, depth: depth, isEvery: isEvery, width: 2)
        let parts = try ExplorationParts(files.reversed())
        let merged = Self.explore(
            most: parts.most, depth: depth, isEvery: isEvery, known: parts.rows
        ) { _ in nil }
        #expect(Self.said(merged.exploration) == Self.said(whole.exploration))
        #expect(!whole.exploration.groups.isEmpty || most != nil)
        #expect(merged.rows.isEmpty)
    }

    @Test(arguments: [false, true])
    func `each world belongs to one part`(isEvery: Bool) {
        // Without a failure nothing is to be explained.
        func explore(_ isOwn: @escaping (Int) -> Bool) -> Result {
            Self.explore(isOwn, isEvery: isEvery) { run in
                var outcome = Self.outcome(run)
                outcome.failure = nil
                return outcome
            }
        }
        let whole = explore { _ in true }
        let parts = (0..<3).map { part in explore { $0 % 3 == part } }
        // Each plays the world without a fault.
        let worlds = parts.map { $0.rows.dropFirst().map(\.world) }
        #expect(worlds.joined().sorted() == whole.rows.dropFirst().map(\.world).sorted())
        #expect(worlds.allSatisfy { $0.count > whole.rows.count / 5 })
        let planned = parts.map(\.exploration.planned)
        #expect(planned.reduce(0, +) == whole.exploration.planned)
    }

    @Test func `parts that do not belong together are refused`() throws {
        func part(
            _ name: String, _ header: ExplorationHeader,
            end: ExplorationEnd? = ExplorationEnd(most: 9),
            _ rows: [ExplorationRow] = []
        ) throws -> ExplorationParts.Part {
            (name, try ExplorationFile(reading: Self.bytes(header, rows, end: end), name: name))
        }
        func why(_ files: ExplorationParts.Part...) -> String {
            do throws(ExplorationError) {
                _ = try ExplorationParts(files)
                return ""
            } catch {
                return "\(error)"
            }
        }
        let first = try part("a", Self.header(1, of: 2))
        let second = try part("b", Self.header(2, of: 2))
        #expect(why(second, first) == "")
        #expect(why(first).hasPrefix("part 2/2 is missing; run with --shard 2/2"))
        #expect(why(first, second, first).contains("a and a are both part 1/2; name one of them"))
        #expect(
            why(first, try part("c", Self.header(2, of: 3)))
                == "a is part 1/2, and c is part 2/3; merge the parts of one division")
        var other = Self.header(2, of: 2)
        other.scenario += "seed: 2\n"
        #expect(
            why(first, try part("d", other))
                == "a and d belong to different explorations: the scenario was different; merge the"
                + " parts of one exploration")
        #expect(
            why(first, try part("e", Self.header(2, of: 2), end: nil))
                == "e: part 2/2 was stopped before its end; finish it with its command and --resume"
        )
        #expect(
            why(first, try part("f", Self.header(2, of: 2), end: ExplorationEnd(most: nil)))
                .hasPrefix("a was run with --worlds 9, and f with a budget; "))
        let run = Exploration.Run(root: Self.root, world: World())
        func row(_ outcome: WorldOutcome) -> ExplorationRow {
            ExplorationRow(run, ExplorationRow.Key(run), outcome)
        }
        #expect(
            why(
                try part("g", Self.header(1, of: 2), [row(WorldOutcome())]),
                try part("h", Self.header(2, of: 2), [row(WorldOutcome(problem: "none"))])
            ).hasPrefix("g and h disagree about this world: no fault; "))
    }

    @Test func `parts that had no time for all of their worlds are joined as they are`() throws {
        let files = try (0..<2).map { part in
            let own = Self.explore({ $0 % 2 == part }, stop: 12 + part)
            let bytes = Self.bytes(
                Self.header(part + 1, of: 2), own.rows, end: ExplorationEnd(most: nil))
            return (name: "f", file: try ExplorationFile(reading: bytes, name: "f"))
        }
        let parts = try ExplorationParts(files)
        let merged = Self.explore(known: parts.rows) { _ in nil }.exploration
        #expect(merged.tried == 23 && merged.planned == Self.explore().exploration.planned)
        #expect(merged.groups.allSatisfy { $0.failsWithOtherSeed == nil })
    }

    // MARK: Files

    @Test func `a file is read as it was written, and what was cut off is left out`() throws {
        let whole = Self.explore(depth: 2)
        let bytes = Self.bytes(Self.header(), whole.rows, end: ExplorationEnd(most: 5))
        let file = try ExplorationFile(reading: bytes, name: "f")
        #expect(file.header == Self.header() && file.rows == whole.rows)
        #expect(file.end == ExplorationEnd(most: 5) && file.length == bytes.count)
        #expect(file.base == whole.exploration.base)
        let cut = try ExplorationFile(reading: bytes.dropLast(3) + [], name: "f")
        #expect(cut.rows == whole.rows && cut.end == nil && cut.length < bytes.count - 3)
    }

    @Test(arguments: [
        ("", "f: it has no complete line; delete it, or name another file"),
        ("{\"format\":\"boardsim sweep\"}\n", "f:1: this is not a line of an exploration; name a"),
        ("notes\n", "f:1: this is not a line of an exploration; name a `worlds.jsonl` that"),
    ])
    func `another file is refused`(text: String, words: String) {
        #expect {
            _ = try ExplorationFile(reading: Array(text.utf8), name: "f")
        } throws: {
            "\($0)".hasPrefix(words)
        }
    }

    @Test func `a damaged line is refused with its number`() throws {
        let rows = Self.explore(most: 3).rows
        var bytes = Self.bytes(Self.header(), rows, end: nil)
        bytes += Array("{\"world\":1}\n".utf8)
        #expect {
            _ = try ExplorationFile(reading: bytes, name: "f")
        } throws: {
            "\($0)".hasPrefix(
                "f:\(rows.count + 2): this is not a line of an exploration; delete it")
        }
    }

    // MARK: Resuming

    @Test(arguments: [1, 2, 10, 33, 60, 80])
    func `what was stopped goes on to the same end`(stop: Int) {
        let whole = Self.explore(depth: 2)
        let first = Self.explore(depth: 2, stop: stop)
        #expect(first.rows.count < whole.rows.count)
        let second = Self.explore(depth: 2, width: 2, known: first.rows)
        #expect(Self.said(second.exploration) == Self.said(whole.exploration))
        #expect(first.rows.count + second.rows.count == whole.rows.count)
    }

    @Test func `fewer worlds go on to more`() {
        let whole = Self.explore(most: 60)
        let first = Self.explore(most: 20)
        let second = Self.explore(most: 60, known: first.rows)
        #expect(Self.said(second.exploration) == Self.said(whole.exploration))
    }

    @Test func `no run is played twice`() {
        let rows = Self.explore().rows
        #expect(Set(rows.map(\.key)).count == rows.count)
    }
}
