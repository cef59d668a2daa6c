import Checkout
import Foundation
import Testing

/// Every sentence of `docs/protocol/behaviour.md` and the pages beside it with an id is held by a test, and every id that a
/// test names stands there.
@Suite struct BehaviourTests {
    static func documented() throws -> [String] {
        let folder = Repository.top.appendingPathComponent("docs/protocol")
        let pages = try FileManager.default.contentsOfDirectory(
            at: folder.appendingPathComponent("behaviour"), includingPropertiesForKeys: nil)
        let text = try ([folder.appendingPathComponent("behaviour.md")] + pages)
            .map { try String(contentsOf: $0, encoding: .utf8) }.joined(separator: "\n")
            // A sentence may point at another one.
            .replacing(#/see\s+\[/#, with: "")
        return text.matches(of: #/\[((?:[A-Z]{3}-\d\d)|(?:QRK-[a-z-]+))\][^:(]|\[(QRK-[a-z-]+)\]:/#)
            .compactMap { ($0.1 ?? $0.2).map { String($0) } }
    }

    static func cited() throws -> Set<String> {
        let tests = Repository.top.appendingPathComponent("Tests")
        let files = FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil)
        var ids: Set<String> = []
        while let file = files?.nextObject() as? URL {
            guard file.pathExtension == "swift" else { continue }
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                guard let range = line.range(of: "// holds ") else { continue }
                ids.formUnion(line[range.upperBound...].split(separator: " ").map { String($0) })
            }
        }
        return ids
    }

    @Test func `every documented behaviour is held by a test`() throws {
        let documented = Set(try Self.documented())
        #expect(documented.count > 150)
        #expect(documented.subtracting(try Self.cited()).sorted() == [])
    }

    @Test func `an id stands for one sentence`() throws {
        let ids = try Self.documented()
        let twice = Dictionary(grouping: ids) { $0 }.filter { $1.count > 1 }.keys
        #expect(twice.sorted() == [])
    }

    @Test(.slow) func `every id that a test names is documented`() throws {
        let known = Set(try Self.documented())
        let families = Set(known.map { $0.prefix(3) })
        // Other documents have families of their own.
        let cited = try Self.cited().filter { families.contains($0.prefix(3)) }
        #expect(cited.subtracting(known).sorted() == [])
    }
}
