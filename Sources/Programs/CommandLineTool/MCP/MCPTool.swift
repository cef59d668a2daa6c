import Declaration
import JSON

/// A tool, declared once: for the list of tools, for the check of its arguments, and for a call.
struct MCPTool: Sendable {
    /// What a call does besides answering, for clients that ask their user first.
    enum Effect {
        /// Nothing.
        case none
        /// Writes into the folder of the session, and starts a program if the caller names one.
        case runs
        /// Writes a file that the caller names.
        case writes
    }

    /// The answer, or what has to be done for it.
    enum Outcome {
        case done(MCPResult)
        case work(MCPWork)
    }

    var name: String
    var title: String
    var about: String
    var effect: Effect
    var arguments: [MCPArgument]
    var call: @Sendable (RPCParameters, MCPSession) throws(RPCError) -> Outcome

    /// Calls it with the arguments of a client. What fails is the tool's own answer.
    func outcome(_ values: [(String, JSONValue)], _ session: MCPSession) -> Outcome {
        let parameters = RPCParameters(values, of: name)
        do throws(RPCError) {
            try parameters.check(known: arguments.map(\.name))
            for argument in arguments where argument.isRequired {
                _ = try parameters.required(argument.name)
            }
            for argument in arguments { try argument.check(parameters) }
            return try call(parameters, session)
        } catch {
            return .done(MCPResult(error))
        }
    }

    /// Its entry of the list of tools.
    var json: JSONValue {
        let schema: [(String, JSONValue)] = [
            ("type", .string("object")),
            ("properties", .object(arguments.map { ($0.name, $0.schema) })),
            ("required", .array(arguments.filter(\.isRequired).map { .string($0.name) })),
            ("additionalProperties", .bool(false)),
        ]
        return .object([
            ("name", .string(name)), ("title", .string(title)), ("description", .string(about)),
            ("inputSchema", .object(schema)),
            (
                "annotations",
                .object([
                    ("readOnlyHint", .bool(effect == .none)), ("destructiveHint", .bool(false)),
                    ("openWorldHint", .bool(false)),
                ])
            ),
        ])
    }
}

/// An argument of a tool.
struct MCPArgument: Sendable {
    enum Kind: Sendable {
        case text, texts, flag
        case number(ClosedRange<Int>)
        case choice([String])
    }

    var name: String
    var kind: Kind
    var isRequired = false
    var about: String

    /// - Parameter about: what it is, for whoever fills it in.
    init(_ name: String, _ kind: Kind, _ about: String) {
        (self.name, self.kind, self.about) = (name, kind, about)
    }

    /// A text.
    init(_ name: String, isRequired: Bool = false, _ about: String) {
        self.init(name, .text, about)
        self.isRequired = isRequired
    }

    fileprivate func check(_ parameters: RPCParameters) throws(RPCError) {
        switch kind {
        case .text: _ = try parameters.text(name)
        case .texts: _ = try parameters.texts(name)
        case .flag: _ = try parameters.flag(name, otherwise: false)
        case .number(let range): _ = try parameters.integer(name, in: range)
        case .choice(let words):
            guard let word = try parameters.text(name), !words.contains(word) else { return }
            throw parameters.wrong(
                "`\(name)` cannot be `\(word)`",
                Suggestion.fix(word, known: words, what: "choices"))
        }
    }

    fileprivate var schema: JSONValue {
        var entries: [(String, JSONValue)] = []
        switch kind {
        case .text: entries.append(("type", .string("string")))
        case .texts:
            entries.append(("type", .string("array")))
            entries.append(("items", .object([("type", .string("string"))])))
        case .flag: entries.append(("type", .string("boolean")))
        case .number(let range):
            entries.append(("type", .string("integer")))
            entries.append(("minimum", .integer(range.lowerBound)))
            entries.append(("maximum", .integer(range.upperBound)))
        case .choice(let words):
            entries.append(("type", .string("string")))
            entries.append(("enum", .array(words.map { .string($0) })))
        }
        return .object(entries + [("description", .string(about))])
    }
}
