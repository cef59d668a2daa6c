import Checkout
import Foundation
import Wire

@testable import MetaWearBoard

/// Which test files hold which registers: a line `// registers Barometer 01 02 03` stands above the
/// test, with the type of the module and the ids of the registers that the test would catch.
enum RegisterTests {
    /// `Barometer 01`.
    static func key(_ type: any Module.Type, _ register: UInt8) -> String {
        "\(type) \(Hex.text([register]))"
    }

    /// File names without extension, in order, by `Barometer 01`.
    static func cited() throws -> [String: [String]] {
        let tests = Repository.top
            .appendingPathComponent("Tests/Devices/MetaWearBoardTests")
        let files = FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil)
        var cited: [String: Set<String>] = [:]
        while let file = files?.nextObject() as? URL {
            guard file.pathExtension == "swift" else { continue }
            let name = file.deletingPathExtension().lastPathComponent
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                let words = line.split(separator: " ")
                guard words.starts(with: ["//", "registers"]), words.count > 2 else { continue }
                for id in words.dropFirst(3) {
                    cited["\(words[2]) \(id.lowercased())", default: []].insert(name)
                }
            }
        }
        return cited.mapValues { $0.sorted() }
    }
}
