import Checkout
import Device
import Foundation
import MetaWearBoard
import Motion
import Simulation
import Testing

@testable import Declaration
@testable import ScenarioFile
@testable import ScenarioRun
@testable import ScriptedClient

/// Every quantity of the scenario language at the ends of its range: read, or refused with its place,
/// and run, but never a trap.
@Suite struct LimitTests {
    /// One value of one key, in the smallest file that has it.
    struct Row: Sendable {
        var key: String
        var value: String
        /// Without a model yet.
        var text: String
    }

    /// How many of the rows are run by every `swift test`; all in the stage `fuzz`.
    static let share = ProcessInfo.processInfo.environment["FUZZ_ROUNDS"] == nil ? 12 : 1

    @Test(.slow) func `no value of any key traps (fuzz)`() throws {
        let rows = Limits.rows()
        var (read, run, refused) = (0, 0, 0)
        let log = ProcessInfo.processInfo.environment["LIMITS_LOG"]
        for (number, row) in rows.enumerated() {
            if let log {
                try "\(row.key): \(row.value)\n\(row.text)\n".write(
                    toFile: log, atomically: false, encoding: .utf8)
            }
            guard let (scenario, text) = Limits.scenario(row) else {
                refused += 1
                continue
            }
            read += 1
            guard number % Self.share == 0 else { continue }
            run += 1
            try Limits.run(scenario, text)
        }
        #expect(read > refused, "\(read) read, \(refused) refused")
        #expect(read > 1_500 && run > 100, "\(rows.count) rows, \(read) read, \(run) run")
    }

    @Test(.slow) func `a run makes every move of an input that the check accepts`() throws {
        var made = 0
        for row in Limits.rows() {
            guard let motion = Limits.motion(of: row) else { continue }
            let text = Array(
                "version: 1\nboards: [{name: b, model: MetaMotion S}]\ninputs: [{at: 1 s, motion: \(motion)}]"
                    .utf8)
            guard let scenario = try? ScenarioFile(reading: text, file: "t", vocabulary: .firmware),
                scenario.obstacles(file: "t", readFile: { _ in .success(Limits.recording) }).isEmpty
            else { continue }
            made += 1
            #expect(throws: Never.self, "\(motion)") { try Limits.run(scenario, text) }
        }
        #expect(made > 100, "\(made)")
    }
}

/// Files made from the declarations.
private enum Limits {
    static let models = [
        "MetaMotion S", "MetaMotion R", "MetaEnvironment", "MetaDetector", "Triki",
    ]

    /// The first model that takes the file.
    static func scenario(_ row: LimitTests.Row) -> (ScenarioFile, [UInt8])? {
        for model in models {
            let text = Array(row.text.replacing("MODEL", with: model).utf8)
            guard let scenario = try? ScenarioFile(reading: text, file: "t", vocabulary: .firmware)
            else { continue }
            let obstacles = scenario.obstacles(file: "t") { _ in .success(Self.recording) }
            if obstacles.isEmpty { return (scenario, text) }
        }
        return nil
    }

    /// The moves of the only board, if the row is about them.
    static func motion(of row: LimitTests.Row) -> Substring? {
        guard row.key.hasPrefix("/boards/motion"), let key = row.text.firstRange(of: "motion: [")
        else { return nil }
        let list = row.text[row.text.index(before: key.upperBound)...]
        var depth = 0
        for place in list.indices {
            if "[{".contains(list[place]) { depth += 1 }
            if "]}".contains(list[place]) { depth -= 1 }
            if depth == 0 { return list[...place] }
        }
        return nil
    }

    static let recording = Array(
        "time (s),x (g),y (g),z (g)\n0,0,0,1\n1,0,0,1\n2,0,1,0\n".utf8)

    /// Some virtual seconds, and looks at far moments.
    static func run(_ scenario: ScenarioFile, _ text: [UInt8]) throws {
        var options = RunOptions()
        options.readFile = { _ in .success(recording) }
        options.traceSink = { _ in }
        var scenario = scenario
        // The folder of a board's flash would be made in the checkout.
        for place in scenario.boards.indices { scenario.boards[place].state = nil }
        let run = try ScenarioRun(scenario, text: text, file: "t", options: options)
        run.advance(to: .zero + .seconds(scenario.clients.isEmpty ? 1 : 3))
        for (body, environment) in zip(run.bodies, run.world.environments) {
            for moment in [
                0, 1, 1_000_000_000, 86_400_000_000_000, Nanoseconds.longest.count, Int64.max / 2,
            ] {
                let time = Instant(nanoseconds: moment)
                #expect(body.kinematics(at: time).specificForce.length >= 0)
                #expect(body.bandwidth(at: time) >= 0)
                _ = environment.pressure(at: time) + environment.temperature(at: time)
            }
        }
        _ = run.events
        _ = try run.finish(interrupted: true)
    }

    // MARK: Rows

    /// Every key of every section, on the first way that leads to it.
    static func rows() -> [LimitTests.Row] {
        let catalogue = Catalogue(from: ScenarioFile.self)
        var rows: [LimitTests.Row] = []
        var queue: [(section: any Section.Type, wrap: (String) -> String, path: String)] = [
            (ScenarioFile.self, { $0 }, "")
        ]
        var seen: [any Section.Type] = [ScenarioFile.self]
        while !queue.isEmpty {
            let (section, wrap, path) = queue.removeFirst()
            guard let entry = catalogue[section] else { continue }
            for key in entry.alternatives + entry.keys {
                let isRoot = section == ScenarioFile.self
                func place(_ value: String) -> String {
                    isRoot
                        ? root(key.name, value) : wrap(minimal(entry, catalogue, (key.name, value)))
                }
                for value in values(key, catalogue) {
                    rows.append(
                        LimitTests.Row(key: "\(path)/\(key.name)", value: value, text: place(value))
                    )
                }
                var inner = key.shape
                var opening = "", closing = ""
                while case .list(let item) = inner {
                    (opening, closing) = (opening + "[", "]" + closing)
                    inner = item
                }
                guard case .section(let next) = inner, !seen.contains(where: { $0 == next }) else {
                    continue
                }
                seen.append(next)
                if section == Client.self { opening += "\(prelude), " }
                queue.append((next, { place(opening + $0 + closing) }, "\(path)/\(key.name)"))
            }
        }
        return rows
    }

    /// What a client does before the step that is looked at.
    private static let prelude =
        "connect, initialise, {process: {from: switch, chain: [count], as: x}},"
        + " {timer: {every: 1 s, as: t}}"

    /// A whole file with a value in it.
    private static func root(_ key: String, _ value: String) -> String {
        var lines = ["version: 1", "\(key): \(value)"]
        // A board whose sensors run, by its previous owner, so that its motion matters.
        if key == "version" { lines.removeFirst() }
        if key != "boards" {
            lines.append("boards: [{name: wrist, model: MODEL, sensors: ideal}]")
        }
        if key == "expect" {
            lines.append("clients: [{steps: [\(prelude), {stream: [acceleration]}]}]")
        }
        return lines.joined(separator: "\n")
    }

    /// A section with what it needs and one key more.
    private static func minimal(
        _ entry: Catalogue.Entry, _ catalogue: Catalogue, _ more: (name: String, value: String)?
    ) -> String {
        var pairs = more.map { [$0] } ?? []
        if !entry.alternatives.isEmpty,
            !entry.alternatives.contains(where: { $0.name == more?.name })
        {
            let key = entry.alternatives.first { $0.name == "click" } ?? entry.alternatives[0]
            pairs.append((key.name, sample(key, catalogue)))
        }
        for key in entry.keys where key.isRequired && key.name != more?.name {
            pairs.append((key.name, sample(key, catalogue)))
        }
        if entry.section == Board.self { pairs.append(("sensors", "ideal")) }
        if entry.section == Board.self, more?.name == "motion" {
            // Its previous owner left the accelerometer running.
            pairs.append(("before", "[03 03 28 0C, 03 04 01, 03 02 01 00, 03 01 01]"))
        }
        var names: Set<String> = []
        pairs.removeAll { !names.insert($0.name).inserted }
        return "{" + pairs.map { "\($0.name): \($0.value)" }.joined(separator: ", ") + "}"
    }

    /// A value that will do.
    private static func sample(_ key: KeyDescription, _ catalogue: Catalogue) -> String {
        if key.name == "model" { return "MODEL" }
        if let limits = key.limits { return limits.lowest.text }
        switch key.name {
        case "as": return "y"
        case "file", "accelerometer", "gyroscope": return "a.csv"
        default: break
        }
        let text = sample(key.shape, catalogue)
        guard case .list = key.shape, let count = key.count, count.lowerBound > 1 else {
            return text
        }
        let item = text.dropFirst().dropLast()
        return "[" + Array(repeating: item, count: count.lowerBound).joined(separator: ", ") + "]"
    }

    private static func sample(_ shape: Shape, _ catalogue: Catalogue) -> String {
        switch shape {
        case .text: "x"
        case .form(_, _, _, let example): example
        case .integer: "1"
        case .boolean: "true"
        case .quantity(let dimension): dimension.example
        case .quantityOf: "1 g"
        case .choice(let words): words.first?.word ?? "x"
        case .choiceOrName: "acceleration"
        case .list(let item): "[\(sample(item, catalogue))]"
        case .tuple(let item, let count):
            "[" + Array(repeating: sample(item, catalogue), count: count).joined(separator: ", ")
                + "]"
        case .names: "{}"
        case .section(let section):
            catalogue[section].map { minimal($0, catalogue, nil) } ?? "{}"
        }
    }

    // MARK: Values

    /// The least, the greatest, and those just inside.
    private static func values(_ key: KeyDescription, _ catalogue: Catalogue) -> [String] {
        if key.name == "model" { return ["MODEL"] }
        if let limits = key.limits { return between(limits.lowest, limits.highest) }
        switch key.shape {
        case .list(let item):
            let one = sample(item, catalogue)
            let most = min(key.count?.upperBound ?? 40, 40)
            return [max(key.count?.lowerBound ?? 0, 0), most].map {
                "[" + Array(repeating: one, count: $0).joined(separator: ", ") + "]"
            }
        case .choice(let words): return words.map(\.word)
        case .choiceOrName(let words): return words.map(\.word) + ["x", "t"]
        case .boolean: return ["true", "false"]
        case .integer: return ["\(Int.min)", "\(Int.max)"]
        case .quantity(let dimension): return ends(dimension)
        case .quantityOf(let dimensions): return dimensions.flatMap(ends)
        case .tuple(.quantity(let dimension), let count):
            return ends(dimension).map {
                "[" + Array(repeating: $0, count: count).joined(separator: ", ") + "]"
            }
        case .form("level", _, _, _):
            return ["4294967295", "-4294967295", "0", "1e-9"] + dimensions.flatMap(ends)
        case .form("bytes", _, _, _):
            return ["00", "\"\(String(repeating: "FF", count: 20))\""]
        case .section(let section):
            return [catalogue[section].map { minimal($0, catalogue, nil) } ?? "{}"]
        case .text, .form, .names, .tuple: return [sample(key, catalogue)]
        }
    }

    private static func ends(_ dimension: any Declaration.Dimension.Type) -> [String] {
        if dimension == Time.self { return between(Nanoseconds.zero, Nanoseconds.longest) }
        let unit = dimension.units[0].symbol
        return [dimension.range.lowerBound, 0, dimension.range.upperBound].map {
            "\(Written.text($0)) \(unit)"
        }
    }

    private static func between(
        _ lowest: any DeclaredValue, _ highest: any DeclaredValue
    ) -> [String] {
        if let lowest = lowest as? Int, let highest = highest as? Int {
            let inside = [lowest &+ 1, highest &- 1].filter { (lowest...highest).contains($0) }
            return Set([lowest, highest] + inside).sorted().map { "\($0)" }
        }
        if let lowest = lowest as? Nanoseconds, let highest = highest as? Nanoseconds {
            return [lowest.count, lowest.count + 1, highest.count - 1, highest.count].map {
                "\($0) ns"
            }
        }
        // Quantities: a millionth of the range is just inside.
        func number(_ value: any DeclaredValue) -> (Double, Substring) {
            let parts = value.text.split(separator: " ", maxSplits: 1)
            return (Double(parts[0]) ?? 0, parts.count > 1 ? parts[1] : "")
        }
        let ((low, unit), (high, _)) = (number(lowest), number(highest))
        let step = (high - low) * 1e-6
        return [low, low + step, high - step, high].map {
            "\(Written.text(($0 * 1e9).rounded() / 1e9)) \(unit)"
        }
    }
}
