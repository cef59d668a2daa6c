import Checkout
import JSON
import Testing
import YAML

@testable import Declaration
@testable import ScenarioFile
@testable import ScriptedClient

@Suite struct GeneratedTests {
    @Test func `the JSON Schema in the repository is the declaration's`() throws {
        #expect(
            try Repository.text("Scenarios/scenario.schema.json") == JSONSchema.scenario().text,
            "stale; run ./boardsim schema --write")
    }

    @Test func `the JSON Schema of an action and the pages' table are the declaration's`() throws {
        #expect(
            try Repository.text("Scenarios/action.schema.json") == JSONSchema.action().text,
            "stale; run ./boardsim schema --write")
        let table = KeyTable.actions()
        #expect(
            try Repository.text("Sources/Pages/Web/shared/actions.js") == table,
            "stale; run ./boardsim schema --write")
        for row in [
            #"  "battery": {"to":{"unit":"%","least":0,"most":100},"over":{"#,
            #"  "temperature": {"to":{"unit":"degC","least":-60,"most":120},"#,
            #"  "range": {"distance":{"unit":"m","least":0.01,"most":1000},"#,
            #"  "charger": {"words":["connect","disconnect"]},"#,
            #""for":{"unit":"s","least":0.001,"most":3600,"otherwise":"120 ms"}},"#,
        ] {
            #expect(table.contains(row), "\(row)")
        }
    }

    @Test func `the JSON Schema of a state and its Python classes are the declaration's`() throws {
        #expect(
            try Repository.text("Scenarios/board-state.schema.json")
                == BoardState.jsonSchema.text,
            "stale; run ./boardsim schema --write")
        #expect(
            try Repository.text("Packaging/python/src/boardsim/_state.py") == BoardState.python,
            "stale; run ./boardsim schema --write")
    }

    @Test func `a key is one of an input or of a fault`() {
        let names = Input.cases.names + Fault.cases.names
        #expect(Set(names).count == names.count)
        #expect(ActionEntry.cases.names == names)
    }

    @Test func `the reference page in the repository is the declaration's`() throws {
        #expect(
            try Repository.text("docs/scenario-reference.md") == ReferencePage.scenario(),
            "stale; run ./boardsim reference --write")
    }

    @Test func `no two sections share a title, and every word is documented`() {
        let entries = Catalogue(from: ScenarioFile.self).entries
        let titles = entries.map { $0.section.title }
        #expect(Set(titles).count == titles.count)
        for entry in entries {
            #expect(entry.section.about.hasSuffix("."), "\(entry.section.title)")
            for key in entry.keys + entry.alternatives {
                #expect(key.about.hasSuffix("."), "\(entry.section.title): \(key.name)")
                #expect(!key.name.contains { $0.isUppercase || $0 == "_" }, "\(key.name)")
            }
        }
    }

    @Test func `no key is one that YAML 1.1 takes for true or false`() {
        let booleans: Set = ["y", "n", "yes", "no", "on", "off", "true", "false"]
        for entry in Catalogue(from: ScenarioFile.self).entries {
            for key in entry.keys + entry.alternatives {
                #expect(!booleans.contains(key.name), "\(entry.section.title): \(key.name)")
            }
        }
    }

    @Test func `every example of the reference reads`() throws {
        for entry in Catalogue(from: ScenarioFile.self).entries where !entry.section.example.isEmpty
        {
            let reader = Reader()
            let root = try Node(parsing: entry.section.example)
            // An example shows the section itself, or the line or lines around it.
            var nodes = [root]
            if case .mapping(let pairs) = root.content, entry.section != ScenarioFile.self {
                nodes = pairs.map(\.value)
            }
            nodes = nodes.flatMap { node in
                if case .sequence(let items) = node.content { items } else { [node] }
            }
            for node in nodes { example(entry.section, node, reader) }
            #expect(reader.problems.isEmpty, "\(entry.section.title): \(reader.problems)")
        }
    }

    /// Reads a node as the section, or as the move, step or expectation that it is a part of.
    private func example(_ section: any Section.Type, _ node: Node, _ reader: Reader) {
        let key = Catalogue(from: ScenarioFile.self).entries.first { entry in
            guard case .mapping(let pairs) = node.content, let name = pairs.first?.name else {
                return false
            }
            return entry.alternatives.contains {
                guard case .section(let inner) = $0.shape else { return false }
                return $0.name == name && (inner == section || entry.section == Step.self)
            }
        }
        _ = (key?.section ?? section).read(node, reader)
    }
}
