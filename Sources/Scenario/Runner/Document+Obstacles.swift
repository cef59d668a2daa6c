import Bluetooth
import Simulation

extension Document {
    /// What keeps a scenario that reads well from being run: recordings that cannot be read, moves
    /// that cannot be carried out, boards with one address.
    ///
    /// - Parameters:
    ///   - file: as reports name it; other files are found beside it.
    ///   - readFile: as ``RunOptions/readFile``.
    public func obstacles(
        file: String, readFile: @escaping (_ path: String) -> FileContents
    ) -> [ScenarioError] {
        let reader = MoveReader(file: file, readFile: readFile)
        var found: [ScenarioError] = []
        for board in boards {
            do throws(ScenarioError) {
                _ = try reader.body(board)
            } catch  where !found.contains(error) {
                found.append(error)
            } catch {
                // Two boards play one broken recording.
            }
        }
        return found + [doubledAddress(seed: UInt64(seed), file: file)].compactMap(\.self)
    }

    /// The air knows boards by their addresses.
    func doubledAddress(seed: UInt64, file: String) -> ScenarioError? {
        let addresses = boards.map { $0.address ?? Self.inventedAddress($0.name, seed: seed) }
        for (index, board) in boards.enumerated() {
            guard let other = addresses[..<index].firstIndex(of: addresses[index]) else { continue }
            return ScenarioError(
                file: file,
                problems: [
                    Problem(
                        "\(board.name) has the address of \(boards[other].name),"
                            + " \(addresses[index])", at: board.mark,
                        mend: "give each board its own"
                    )
                ])
        }
        return nil
    }

    /// Random static, from the seed and the name (Core Vol 6, Part B, 1.3.2.1).
    static func inventedAddress(_ name: String, seed: UInt64) -> Address {
        var random = RandomStream(seed: seed, purpose: "address/\(name)")
        return Address(random.next() >> 16 | 0xC000_0000_0000)
    }
}
