import Declaration
import MetaWearBoard
import ScenarioFile
import TrikiCap

extension Vocabulary {
    /// The words that the shipped firmware knows.
    package static let firmware = Vocabulary(
        quirks: Quirk.allCases.map(\.rawValue),
        firmware: Dictionary(
            uniqueKeysWithValues: BoardModel.allCases.map { ($0.rawValue, $0.firmwareRevisions) }))
}

extension BoardModel {
    /// The firmware revisions whose tables are known, the default first.
    package var firmwareRevisions: [String] {
        self == .triki ? TrikiCap.firmwareRevisions : BoardProfile.knownFirmware(of: rawValue)
    }
}
