import Declaration
import JSON
import ScenarioFile
import Simulation
import YAML

/// How a world differs from the scenario that is explored, for programs that judge what became of it.
struct WorldDocument {
    /// Entries of `faults` and `inputs` that the scenario itself lacks.
    let faults: [JSONValue]
    /// Keys of boards that differ from those of the scenario itself: each board's name, the key and its value.
    let before: [JSONValue]
    /// For how long clients are kept from their boards, by all faults together.
    let trouble: Nanoseconds
    /// Whether a fault is for good.
    let isFatal: Bool

    /// - Parameters:
    ///   - world: the scenario that goes wrong.
    ///   - file: the same, as it was read.
    ///   - base: the scenario without those faults.
    ///   - duration: of the run.
    init(_ world: Node, _ file: ScenarioFile, since base: Node, in duration: Nanoseconds) {
        faults = ["faults", "inputs"].flatMap { key in
            world.items(key).dropFirst(base.items(key).count).map(\.json)
        }
        before = zip(world.items("boards"), base.items("boards")).flatMap { new, old in
            new.entries.filter { entry in
                let known = old.entries.first { $0.name == entry.name }
                return known?.value.json.line != entry.value.json.line
            }
            .map { entry in
                .object([
                    ("board", new.entries.first { $0.name == "name" }?.value.json ?? .null),
                    (entry.name, entry.value.json),
                ])
            }
        }
        (trouble, isFatal) = Outage.total(of: file.faults, in: duration)
    }

    var json: JSONValue {
        .object([
            ("faults", .array(faults)), ("before", .array(before)),
            ("trouble", .number(trouble.seconds)), ("fatal", .bool(isFatal)),
        ])
    }
}

extension Node {
    fileprivate var entries: [Entry] {
        guard case .mapping(let entries) = content else { return [] }
        return entries
    }

    fileprivate func items(_ key: String) -> [Node] {
        guard case .sequence(let items)? = entries.first(where: { $0.name == key })?.value.content
        else { return [] }
        return items
    }
}
