import Device
import MetaWearBoard
import MetaWearTables
import TrikiCap

extension SimulatedDevice {
    /// What it streams to its host now, one word for each of its parts, for the status line.
    package var streamWords: [String] {
        guard let board = self as? MetaWearBoard else {
            return (self as? TrikiCap)?.streaming ?? []
        }
        let words = board.streamingKeys.compactMap { MWModule(rawValue: $0.module)?.row.short }
        return words.enumerated().filter { words.firstIndex(of: $1) == $0 }.map(\.element)
    }
}
