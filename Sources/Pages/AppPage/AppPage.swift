package import JSON
package import PageModel

/// The app as a page: hands commands to the model on the main actor, and takes what the model has published.
package final class AppPage: Page {
    /// Of its files.
    package let folder = "app"
    private let model: AppModel
    private let outlet: AppOutlet

    /// A page of a model; it belongs to the thread that serves it.
    package init(_ model: AppModel) {
        self.model = model
        outlet = model.outlet
    }

    /// What the model has published last.
    package func state() -> JSONValue { outlet.state }

    /// The samples of the live stream.
    package func takeSamples() -> [SampleBlock] { outlet.takeSamples() }

    /// Checks a command and hands it on. Whether it can be done shows in the state; `takeFile` has an answer, the
    /// name and the text of a file, or nothing if another browser was faster; and `sessionPart`, samples of a session that is looked at.
    package func perform(_ command: PageCommand) throws(PageError) -> JSONValue? {
        if command.name == "takeFile" {
            guard let file = outlet.takeFile(try command.integer("id")) else { return nil }
            Task { @MainActor [model] in model.publish() }
            return .object([("name", .string(file.name)), ("text", .string(file.text))])
        }
        if command.name == "sessionPart" {
            let start = try command.integer("from")
            return outlet.tracks[try command.identifier("id")]?.answer(from: start)
        }
        let command = try AppCommand(command)
        Task { @MainActor [model] in model.perform(command) }
        return nil
    }
}
