import Declaration
import MetaWearTables

extension Signal: Choice {
    package static let title = "signal"

    package var about: String { row.about }

    /// What its samples measure, if an error against the truth can be stated.
    package var dimension: (any Dimension.Type)? { row.measures?.dimension }
}

extension Measurand {
    /// What its errors measure.
    package var dimension: (any Dimension.Type)? {
        dimensions.first { $0.units[0].symbol == errorUnit }
    }
}
