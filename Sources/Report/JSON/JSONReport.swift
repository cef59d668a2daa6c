public import Scenario

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The report for machines; `docs/report-format.md` lists its fields, which stay what they are.
///
/// Equal results give equal bytes: keys are sorted and nothing but `Timings` knows the machine.
public enum JSONReport {
    /// UTF-8 text that ends in a line end.
    ///
    /// - Parameters:
    ///   - names: the files that hold the samples; nil if none were written.
    ///   - timings: what the run cost; nil leaves the figures out.
    ///   - judged: what a judge found of its clients; nil if there was none.
    public static func bytes(
        _ result: RunResult, names: SeriesFileNames? = nil, timings: Timings? = nil,
        judged: ClientReport? = nil
    ) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        var body = JSONReportBody(result, names: names, timings: timings)
        body.client = judged.map { FindingsBody($0) }
        // Every number that JSON cannot write is nil in the body, so that encoding cannot fail.
        guard let data = try? encoder.encode(body) else { return Array("{}\n".utf8) }
        return Array(data) + [UInt8(ascii: "\n")]
    }
}
