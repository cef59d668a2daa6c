import JSON

/// What an exploration is, in the first line of its file: parts belong together if all but their numbers is equal.
package struct ExplorationHeader: Sendable, Equatable {
    static let currentFormat = "boardsim explore"

    package private(set) var format = currentFormat
    package private(set) var version = 1
    /// The version of the program.
    package var tool: String
    /// As named on the command line.
    package var file: String
    /// The scenario without a fault, with all that the command line changes.
    package var scenario: String
    /// Of each file that the worlds read, by its path.
    package var files: [String: String]
    /// What decides about the worlds and their outcomes, as on the command line.
    package var options: [String]
    /// The program that is explored, with its arguments; empty: the scenario's clients.
    package var program: [String]
    /// Which part it is, from 1 on, of how many.
    package var part: Int
    package var parts: Int
    /// The files of known failures in its folder when it began.
    package var known: [String]

    package init(
        tool: String, file: String, scenario: String, files: [String: String] = [:],
        options: [String], program: [String] = [], part: Int = 1, of parts: Int = 1,
        known: [String] = []
    ) {
        (self.tool, self.file, self.scenario, self.files) = (tool, file, scenario, files)
        (self.options, self.program) = (options, program)
        (self.part, self.parts, self.known) = (part, parts, known)
    }

    /// The first difference from another part in words; nil if both are of the same exploration.
    package func difference(from other: ExplorationHeader) -> String? {
        if tool != other.tool { return "the version of the program was different" }
        if options != other.options { return "the options were different" }
        if program != other.program { return "the explored program was different" }
        if file != other.file {
            return "the scenario's file was named `\(other.file)` and `\(file)`"
        }
        if scenario != other.scenario { return "the scenario was different" }
        return Set(files.keys).union(other.files.keys).sorted()
            .first { files[$0] != other.files[$0] }
            .map { "`\($0)`, which the scenario reads, was different" }
    }

    /// The key of the run without a fault.
    package var base: ExplorationRow.Key { .base(scenario) }

    /// `part 2/3`.
    package var partInWords: String { "part \(part)/\(parts)" }
}

extension ExplorationHeader: JSONFields {
    package static var blank: Self {
        var blank = Self(tool: "", file: "", scenario: "", options: [])
        (blank.format, blank.version) = ("", 0)
        return blank
    }

    package mutating func fields(_ c: inout some JSONCoder) {
        c(&format, "format")
        c(&version, "version")
        c(&tool, "tool")
        c(&file, "file")
        c(&scenario, "scenario")
        c(&files, "files")
        c(&options, "options")
        c(&program, "program")
        c(&part, "part")
        c(&parts, "parts")
        c(&known, "known")
    }
}
