import Bluetooth
import Declaration
import ScenarioFile
import Simulation

extension ScenarioFile {
    /// Problems that prevent a valid scenario from running: recordings that cannot be read,
    /// impossible moves, duplicate addresses, and steps that a board lacks the parts for.
    ///
    /// - Parameters:
    ///   - file: as reports name it; other files are found beside it.
    ///   - readFile: as ``RunOptions/readFile``.
    package func obstacles(
        file: String, readFile: @escaping (_ path: String) -> FileContents
    ) -> [ScenarioError] {
        let reader = MoveReader(file: file, readFile: readFile)
        var found: [ScenarioError] = []
        func look(_ check: () throws(ScenarioError) -> Void) {
            do throws(ScenarioError) {
                try check()
            } catch {
                // Two boards may use the same broken recording.
                if !found.contains(error) { found.append(error) }
            }
        }
        for board in boards {
            look { () throws(ScenarioError) in _ = try reader.body(board) }
        }
        for input in inputs {
            guard let motion = input.kind as? Input.Motion else { continue }
            look { () throws(ScenarioError) in try reader.check(motion.moves, at: input.mark) }
        }
        let readable = { (path: String) -> String? in
            if case .failure(let why) = readFile(reader.path(path)) { why } else { nil }
        }
        return found
            + [
                doubledAddress(seed: UInt64(seed), file: file), missing(file: file, readable),
            ].compactMap(\.self)
    }

    /// The air knows boards and peripherals by their addresses.
    func doubledAddress(seed: UInt64, file: String) -> ScenarioError? {
        var known: [Address: String] = [:]
        let all =
            boards.map { ($0.name, $0.address, $0.mark) }
            + peripherals.map { ($0.name, $0.address, $0.mark) }
        for (name, given, mark) in all {
            let address = given ?? Self.inventedAddress(name, seed: seed)
            if let other = known.updateValue(name, forKey: address) {
                return ScenarioError(
                    file: file,
                    problems: [
                        Problem(
                            "\(name) has the same address as \(other), \(address)", at: mark,
                            fix: "give each its own address")
                    ])
            }
        }
        return nil
    }

    /// Random static, from the seed and the name (Core Vol 6, Part B, 1.3.2.1).
    static func inventedAddress(_ name: String, seed: UInt64) -> Address {
        var random = RandomStream(seed: seed, purpose: "address/\(name)")
        return Address(random.next() >> 16 | 0xC000_0000_0000)
    }
}
