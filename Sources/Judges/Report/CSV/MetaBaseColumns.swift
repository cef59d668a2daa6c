import MetaWearTables
import ScriptedClient

/// The columns of a series in the vendor's files: their headers, and where their values come from.
struct MetaBaseColumns {
    /// With their units, in the order of the file.
    let headers: [String]
    /// The place of each column's value in a sample.
    let places: [Int]
    /// Converts from the unit of the series to that of the file.
    let factor: Double
    let decimals: Int

    /// A series without a known form has columns of its own, named after its axes and its unit.
    init(_ series: Series) {
        if let known = Self(known: series) {
            self = known
            return
        }
        headers = series.axes.map { axis in
            let name = ["x", "y", "z"].contains(axis) ? "\(axis)-axis" : axis
            let words = series.unit.isEmpty ? name : "\(name) (\(series.unit))"
            return words.filter { $0 != "," && $0 != "\"" && !$0.isNewline }
        }
        places = Array(series.axes.indices)
        // An orientation's components need more than three decimals.
        (factor, decimals) = (1, series.signal == Series.truthSignal ? 6 : 3)
    }

    private init?(known series: Series) {
        guard let signal = Signal(rawValue: series.signal), let measurand = signal.row.measures,
            series.unit == measurand.shown.unit, let form = signal.form(of: measurand)
        else { return nil }
        let columns = form.columns.compactMap { column in
            series.axes.firstIndex(of: column.axis).map { (header: column.header, place: $0) }
        }
        // What a processor made of a signal has its name and other axes.
        guard columns.count == series.axes.count else { return nil }
        headers = columns.map(\.header)
        places = columns.map(\.place)
        (factor, decimals) = (form.factor, form.decimals)
    }
}

/// How the vendor's files have a quantity.
private struct MetaBaseForm {
    /// In the order of the file: the series' axis, and the header to the last blank.
    var columns: [(axis: String, header: String)]
    var factor = 1.0
    var decimals = 3
}

extension Signal {
    /// The app's form where it is not the series' own (real boards 3); nil for the others.
    fileprivate func form(of measurand: Measurand) -> MetaBaseForm? {
        switch measurand {
        case .magneticField:
            return MetaBaseForm(
                columns: ["x", "y", "z"].map { ($0, "\($0)-axis (T)") }, factor: 1e-6, decimals: 9)
        // Their four numbers need more than three decimals; the app's have those of a float's text.
        case .quaternion:
            return MetaBaseForm(
                columns: [
                    ("w", "w (number)"), ("x", "x (number)"), ("y", "y (number)"),
                    ("z", " z (number)"),
                ], decimals: 6)
        case .euler:
            return MetaBaseForm(columns: [
                ("pitch", "pitch (deg)"), ("roll", "roll (deg)"), ("yaw", "yaw (deg)"),
                ("heading", " heading (deg)"),
            ])
        default:
            // A single number is called as in the SDKs, and has their unit.
            guard let field = row.fields.first, row.fields.count == 1 else { return nil }
            let name = String(row.inSDKs.prefix { $0 != "[" }.map { $0 == "-" ? " " : $0 })
            let header = "\(name) (\(measurand == .temperature ? "C" : measurand.unit))"
            return MetaBaseForm(
                columns: [(field.axis, header)], factor: measurand.shown.factor)
        }
    }
}
