import JSON

/// What a browser shows: a folder of files, a state, and the commands that change it.
///
/// A page holds everything that can be decided without a browser. It is used on the thread of the event loop only.
package protocol Page: AnyObject {
    /// Its folder below `Sources/Pages/Web`: `live`.
    var folder: String { get }
    /// How often a browser gets a new state, in times per second.
    var rate: Int { get }
    /// The whole state, an object: read at most ``rate`` times per second, and only while a browser is there.
    ///
    /// Browsers get the differences, so a key that is null is the same as one that is missing.
    func state() -> JSONValue
    /// Does what a browser asks for; the answer, if there is one, goes to that browser alone.
    ///
    /// - Throws: what is wrong with the command; the browser shows it.
    func perform(_ command: PageCommand) throws(PageError) -> JSONValue?
    /// What happened since the last call, such as packets: browsers get each once.
    func takeEvents() -> [JSONValue]
    /// The samples since the last call.
    func takeSamples() -> [SampleBlock]
    /// A browser was closed: what it held must be let go.
    func left(_ browser: Int)
}

extension Page {
    /// Thirty.
    package var rate: Int { 30 }
    /// None.
    package func takeEvents() -> [JSONValue] { [] }
    /// None.
    package func takeSamples() -> [SampleBlock] { [] }
    /// Does nothing.
    package func left(_ browser: Int) {}
}

/// Why a command was not performed, in words for a person: `there is no board `left``.
package struct PageError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The words.
    package var description: String

    /// An error with its words.
    package init(_ description: String) { self.description = description }
}
