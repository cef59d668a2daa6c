/// A scenario as a person gives it to the page.
package struct LiveSource: Equatable {
    package var text: [UInt8]
    /// Files that came with it, by their names; it may name others in its folder.
    package var files: [String: [UInt8]]

    package init(text: [UInt8], files: [String: [UInt8]] = [:]) {
        (self.text, self.files) = (text, files)
    }
}
