/// One file of a report: a name without a folder, and what is in it.
public struct ReportFile: Sendable, Equatable {
    /// Without a folder.
    public var name: String
    /// All that stands in it.
    public var bytes: [UInt8]

    /// A file of any bytes.
    public init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }

    /// A file of text, in UTF-8.
    public init(name: String, text: String) {
        self.init(name: name, bytes: Array(text.utf8))
    }
}
