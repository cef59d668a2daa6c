import CommandLineProgram
import JSON
import LiveRun

/// The parameters of `start`: a scenario, and options of `boardsim run`.
struct ServeStart {
    /// The scenario's text; nil if it is a file.
    private var text: [UInt8]?
    private var path: String
    private var options: [String] = []

    init(_ parameters: RPCParameters) throws(RPCError) {
        let folder = try parameters.text("folder")
        switch (parameters["scenario"], try parameters.text("file")) {
        case (.string(let text)?, nil): (self.text, path) = (Array(text.utf8), "scenario")
        // JSON is YAML.
        case (let object?, nil): (text, path) = (object.pretty, "scenario")
        case (nil, let file?): path = file
        default: throw parameters.wrong("write either `scenario` or `file`")
        }
        // The scenario names its recordings relative to this folder.
        if let folder { path = folder + "/" + path }
        switch parameters["options"] {
        case nil: break
        case .object(let entries)?:
            for (name, value) in entries { options += try Self.option(name, value, parameters) }
        default: throw parameters.wrong("`options` must be an object")
        }
    }

    /// `"speed": 2` as on the command line; a list is an option that is given several times.
    private static func option(
        _ name: String, _ value: JSONValue, _ parameters: RPCParameters
    ) throws(RPCError) -> [String] {
        switch value {
        case .bool(true): return ["--\(name)"]
        case .bool(false), .null: return []
        case .integer(let number): return ["--\(name)=\(number)"]
        case .unsigned(let number): return ["--\(name)=\(number)"]
        case .number(let number): return ["--\(name)=\(number)"]
        case .string(let text): return ["--\(name)=\(text)"]
        case .array(let items):
            var words: [String] = []
            for item in items { words += try option(name, item, parameters) }
            return words
        case .object: throw parameters.wrong("the option `\(name)` cannot be an object")
        }
    }

    /// As `boardsim run` gets them.
    func arguments() throws(UsageError) -> Arguments {
        let arguments = try Arguments(
            options + ["--", path], options: RunSettings.options, operands: .one("FILE"))
        if !arguments.has("radio"),
            let option = ["speed", "no-clients"].first(where: arguments.has)
        {
            guard option == "speed" else { return arguments }
            throw UsageError(
                "the option `speed` needs `radio`",
                fix: "without a radio, virtual time only moves with `step` and `finish`")
        }
        return arguments
    }

    /// A console that reads the text of the scenario in the place of its file.
    func console(_ console: Console) -> Console {
        guard let text else { return console }
        var console = console
        console.read = { [path, read = console.read] name throws(FileError) in
            if name == path { return text }
            return try read(name)
        }
        return console
    }
}
