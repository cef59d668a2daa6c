import Declaration
import JSON

/// What a sweep is, in the first line of its file: rows belong together if their headers are equal.
package struct SweepHeader: Sendable, Equatable {
    package static let currentFormat = "boardsim sweep"

    package var format = currentFormat
    package var version = 1
    /// The version of the program.
    package var tool: String
    /// As named on the command line, and its name in reports.
    package var file: String
    package var scenario: String
    /// Of the scenario's text.
    package var hash: String
    /// Of each file that its worlds read, by its path; nil if they read none.
    package var files: [String: String]?
    package var seeds: String
    /// As on the command line.
    package var variations: [String]
    package var samples: Int?
    /// What `--set`, `--for`, `--client` and a program change, as on the command line.
    package var options: [String]
    /// Titles of the expectations, in the order of the file.
    package var expectations: [String]
    /// Worlds of the whole sweep.
    package var worlds: Int

    package init(
        tool: String, file: String, scenario: String, hash: String, files: [String: String] = [:],
        plan: SweepPlan, options: [String], expectations: [String]
    ) {
        self.tool = tool
        self.file = file
        self.scenario = scenario
        self.hash = hash
        self.files = files.isEmpty ? nil : files
        seeds = plan.seeds.description
        variations = plan.variations.map(\.text)
        samples = plan.samples
        self.options = options
        self.expectations = expectations
        worlds = plan.count
    }

    /// The first difference from another in words; nil if both are of the same sweep.
    package func difference(from other: SweepHeader) -> String? {
        if hash != other.hash { return "the scenario was different" }
        if seeds != other.seeds || samples != other.samples {
            return "the seeds or samples were different"
        }
        if variations != other.variations { return "the varied keys were different" }
        if options != other.options { return "the options were different" }
        if tool != other.tool { return "the version of the program was different" }
        if file != other.file {
            return "the scenario's file was named `\(other.file)` and `\(file)`"
        }
        if let name = changedFile(from: other) {
            return "`\(name)`, which the scenario reads, was different"
        }
        return self == other ? nil : "the scenario's name or its expectations were different"
    }

    /// The first file that only one of both has, or that has other contents.
    private func changedFile(from other: SweepHeader) -> String? {
        let (ours, theirs) = (files ?? [:], other.files ?? [:])
        return Set(ours.keys).union(theirs.keys).sorted().first { ours[$0] != theirs[$0] }
    }

    /// Its worlds; throws if the header is damaged.
    package func plan() throws(SweepError) -> SweepPlan {
        let plan = try SweepPlan(
            seeds: SeedList(seeds),
            variations: variations.map { text throws(SweepError) in try Variation(text) },
            samples: samples)
        guard plan.count == worlds else {
            throw SweepError("the sweep has \(plan.count) worlds, and not \(worlds)")
        }
        return plan
    }
}

extension SweepHeader: JSONFields {
    package static var blank: Self { Self() }

    private init() {
        (format, version) = ("", 0)
        (tool, file, scenario, hash, seeds) = ("", "", "", "", "")
        (variations, options, expectations, worlds) = ([], [], [], 0)
    }

    package mutating func fields(_ c: inout some JSONCoder) {
        c(&format, "format")
        c(&version, "version")
        c(&tool, "tool")
        c(&file, "file")
        c(&scenario, "scenario")
        c(&hash, "hash")
        c(&files, "files")
        c(&seeds, "seeds")
        c(&variations, "variations")
        c(&samples, "samples")
        c(&options, "options")
        c(&expectations, "expectations")
        c(&worlds, "worlds")
    }
}

extension SweepHeader {
    /// What runs one world alone.
    package func commandLine(of row: SweepRow) -> String {
        let keys = variations.map { (try? Variation($0))?.path.description ?? "" }
        let sets = zip(keys, row.values).map { "--set \(Self.quoted("\($0)=\($1)"))" }
        // A client from outside is run by a sweep of this one world.
        let last = options.filter { $0.hasPrefix(Self.programPrefix) }
        let isSweep = !last.isEmpty || options.contains { $0.hasPrefix("--client ") }
        let program =
            isSweep
            ? ["boardsim sweep \(Self.quoted(file))", "--seeds \(row.seed)"]
            : ["boardsim run \(Self.quoted(file))", "--seed \(row.seed)"]
        // The values of a world replace those of all worlds.
        let before = options.filter { !$0.hasPrefix(Self.programPrefix) }
        return (program + before + sets + last).joined(separator: " ")
    }

    /// Begins the option that is the outside client, with its arguments.
    package static let programPrefix = "-- "

    /// For a shell.
    package static func quoted(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy {
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0
                || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0
                || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || "-_./=:".utf8.contains($0)
        }
        return isPlain && !text.isEmpty ? text : "'" + text.replacing("'", with: "'\\''") + "'"
    }
}
