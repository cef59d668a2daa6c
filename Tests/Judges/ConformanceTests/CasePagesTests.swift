import Checkout
import JSON
import ScenarioRun
import Testing
import YAML

@testable import Conformance
@testable import Declaration
@testable import ScenarioFile

@Suite struct CasePagesTests {
    @Test func `the schema of cases in the repository is the declaration's`() throws {
        #expect(
            try Repository.text("Conformance/case.schema.json") == JSONSchema.cases().text,
            "stale; run ./boardsim schema --write")
    }

    @Test func `every example of the reference reads`() throws {
        let known = Catalogue(from: ScenarioFile.self)
        let catalogue = Catalogue(from: CaseFile.self)
        let steps = catalogue[CaseStep.self]?.alternatives.map(\.name) ?? []
        for entry in catalogue.entries where known[entry.section] == nil {
            guard !entry.section.example.isEmpty else { continue }
            let reader = Reader(vocabulary: .firmware)
            let root = try Node(parsing: entry.section.example)
            // An example shows the section itself, or the line or lines around it.
            var nodes = [root]
            if case .mapping(let pairs) = root.content, entry.section != CaseFile.self {
                nodes = pairs.map(\.value)
            }
            for node in nodes {
                guard case .sequence(let items) = node.content else {
                    _ = entry.section.read(node, reader)
                    continue
                }
                for item in items {
                    let name: String? =
                        switch item.content {
                        case .mapping(let pairs): pairs.first?.name
                        case .scalar(let word, _): word
                        case .sequence: nil
                        }
                    let isStep = name.map { steps.contains($0) } ?? false
                    _ = (isStep ? CaseStep.self : entry.section).read(item, reader)
                }
            }
            #expect(reader.problems.isEmpty, "\(entry.section.title): \(reader.problems)")
        }
    }

    @Test func `the reference of cases in the repository is the declaration's`() throws {
        #expect(
            try Repository.text("docs/conformance-reference.md") == ReferencePage.cases(),
            "stale; run ./boardsim reference --write")
    }
}
