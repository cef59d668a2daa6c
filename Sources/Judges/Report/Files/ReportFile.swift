/// One file of a report: a name without a folder, and what is in it.
package struct ReportFile: Sendable, Equatable {
    /// Without a folder.
    package var name: String
    /// All that stands in it.
    package var bytes: [UInt8]

    /// A file of any bytes.
    package init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }

    /// A file of text, in UTF-8.
    package init(name: String, text: String) {
        self.init(name: name, bytes: Array(text.utf8))
    }
}
