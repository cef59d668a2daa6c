import CommandLineProgram
import Declaration
import JSON
import ShippedFiles

/// The documentation that came with the program.
final class MCPPages {
    /// One page.
    struct Page {
        /// Its path below the documentation: `guides/explore.md`.
        var name: String
        var lines: [Substring]

        /// Its first heading.
        var title: String {
            lines.first { $0.hasPrefix("# ") }.map { String($0.dropFirst(2)) } ?? name
        }

        var uri: String { "boardsim:///docs/\(name)" }

        /// Its entry of the list of resources.
        var json: JSONValue {
            .object([
                ("uri", .string(uri)), ("name", .string(name)), ("title", .string(title)),
                ("mimeType", .string("text/markdown")),
                ("size", .integer(lines.reduce(0) { $0 + $1.utf8.count + 1 } - 1)),
            ])
        }
    }

    private let places: [String]

    /// Folders and pages below `docs`; folders are not read deeper.
    private static let parts = [
        "guides", "protocol", "protocol/behaviour", "rules.md", "scenario-reference.md",
        "report-format.md", "glossary.md",
    ]

    /// - Parameter places: folders of documentation, of which the first that has some counts.
    init(
        _ places: [String] = ShippedFiles().places(ofInstalled: "docs", inCheckout: "docs")
    ) { self.places = places }

    /// In the order of their names; read at the first use.
    lazy var all: [Page] = {
        for place in places {
            var found: [Page] = []
            for part in Self.parts {
                let names =
                    part.hasSuffix(".md")
                    ? [part] : FilePath.names(in: "\(place)/\(part)").map { "\(part)/\($0)" }
                for name in names where name.hasSuffix(".md") {
                    guard let bytes = try? Console.system.read("\(place)/\(name)") else { continue }
                    let text = String(decoding: bytes, as: UTF8.self)
                    found.append(
                        Page(
                            name: name,
                            lines: text.split(separator: "\n", omittingEmptySubsequences: false)))
                }
            }
            if !found.isEmpty { return found }
        }
        return []
    }()

    /// The page of a name, with or without folder and `.md`.
    func page(_ name: String) throws(RPCError) -> Page {
        let wanted = name.hasSuffix(".md") ? name : name + ".md"
        let short = wanted.hasPrefix("docs/") ? String(wanted.dropFirst(5)) : wanted
        guard let page = all.first(where: { $0.name == short || $0.name.hasSuffix("/" + short) })
        else {
            let known = all.map { String($0.name.dropLast(3)) }
            throw RPCError(
                .wrongInput,
                known.isEmpty
                    ? "the documentation is not installed; install the program with its share/boardsim"
                    : "there is no page `\(name)`; "
                        + Suggestion.fix(name, known: known, what: "pages"))
        }
        return page
    }

    /// A page as a resource.
    func resource(_ uri: String) throws(RPCError) -> JSONValue {
        guard let page = all.first(where: { $0.uri == uri }) else {
            // The protocol's number for a resource that is not there is that of `environment`.
            throw RPCError(
                .environment, "there is no resource `\(uri)`; `resources/list` lists them")
        }
        return MCPVersion.lasting([
            (
                "contents",
                .array([
                    .object([
                        ("uri", .string(uri)), ("mimeType", .string("text/markdown")),
                        ("text", .string(page.lines.joined(separator: "\n"))),
                    ])
                ])
            )
        ])
    }
}
