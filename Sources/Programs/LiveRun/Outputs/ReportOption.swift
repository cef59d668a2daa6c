import CommandLineProgram
import Report

extension Option {
    /// In which formats a report is written.
    package static let report = Option(
        name: "report", value: ReportFormat.choices,
        choices: ReportFormat.allCases.map(\.rawValue), isRepeated: true,
        about: "Format to print or, with --out, to write. Default: text.")

    /// The same of a run, which may also write its samples.
    package static let reportOfRun = Option(
        name: "report", value: choicesOfRun.joined(separator: "|"), choices: choicesOfRun,
        isRepeated: true,
        about: "Format to print or, with --out, to write; `xdf` and `mcap` are files of all samples"
            + " and need --out. Default: text.")

    private static let choicesOfRun =
        ReportFormat.allCases.map(\.rawValue) + SessionFormat.allCases.map(\.rawValue)
}

extension Arguments {
    /// The files of samples that `--report` asks for.
    package var sessionFormats: [SessionFormat] {
        let asked = values("report")
        return SessionFormat.allCases.filter { asked.contains($0.rawValue) }
    }

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
