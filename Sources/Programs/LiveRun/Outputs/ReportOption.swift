import CommandLineProgram
import Report

extension Option {
    /// In which formats a report is written.
    package static let report = Option(
        name: "report", value: ReportFormat.choices,
        choices: ReportFormat.allCases.map(\.rawValue), isRepeated: true,
        about: "Format to print or, with --out, to write. Default: text.")
}

extension Arguments {
    /// What `--report` asks for, each once, in the order of the command line.
    package var reportFormats: [ReportFormat] {
        var formats: [ReportFormat] = []
        for format in values("report").compactMap(ReportFormat.init) where !formats.contains(format)
        {
            formats.append(format)
        }
        return formats.isEmpty ? [.text] : formats
    }
}
