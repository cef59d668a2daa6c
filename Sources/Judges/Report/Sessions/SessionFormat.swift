import ScriptedClient

/// A file that has all samples of a run, for the programs in which labs look at recordings.
package enum SessionFormat: String, CaseIterable, Sendable {
    /// What the Lab Streaming Layer records.
    case xdf
    /// What robots record, and Foxglove shows.
    case mcap

    /// The name of its file in a folder of reports.
    package var fileName: String { "session.\(rawValue)" }

    /// A file without samples.
    package var writer: any SessionWriter {
        switch self {
        case .xdf: XDFSession()
        case .mcap: MCAPSession()
        }
    }
}

/// Writes a session as its samples come.
package protocol SessionWriter {
    /// Bytes that were not fetched yet.
    var bytes: [UInt8] { get set }
    /// A client begins to receive a signal.
    ///
    /// - Parameter number: counts the series of a run, from 0 on.
    mutating func begin(_ series: Series, number: Int, of client: String)
    /// The next sample of one that has begun; of another one, nothing happens.
    mutating func take(_ sample: Series.Sample, of number: Int)
    /// Nothing comes any more.
    mutating func end()
}

extension Series {
    /// One name a value.
    package var channels: [String] { axes.isEmpty ? [signal] : axes }

    /// The name of its stream in a session.
    package func name(of client: String) -> String {
        let name = "\(client): \(board) \(signal)"
        return source == .log ? "\(name) (log)" : name
    }

    /// Ends the name of the stream beside it that has the truth.
    package static let truthSuffix = ", true"
    /// The type of that stream.
    package var truthType: String { "\(signal) truth" }
}
