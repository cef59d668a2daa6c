/// One file of a report: a name without a folder, and its content.
package struct ReportFile: Sendable, Equatable {
    /// Without a folder.
    package var name: String
    package var bytes: [UInt8]

    package init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }

    /// A file of text, in UTF-8.
    package init(name: String, text: String) {
        self.init(name: name, bytes: Array(text.utf8))
    }
}
