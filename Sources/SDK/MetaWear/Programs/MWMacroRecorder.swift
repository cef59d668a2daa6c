public import Foundation

/// Gathers the commands of a macro before the board stores them.
///
/// It writes nothing, so that what it is asked for has no results: the board gives numbers to events only when the
/// macro runs.
public actor MWMacroRecorder {
    /// What the macro does, in this order.
    var packets: [Data] = []

    init() {}

    /// Adds a command.
    public func send(_ command: any MWCommand) { packets += command.writes }

    /// Adds several commands.
    public func send(_ sequence: any MWCommandSequence) { packets += sequence.commands }

    /// Adds a whole packet.
    public func sendRaw(_ data: Data) { packets.append(data) }

    /// Adds the command that makes an event, and the one with its parameters.
    ///
    /// - Throws: `MWError.operationFailed` for more than 255 bytes of parameters; then nothing is added.
    public func createEvent(
        source: MWEventSource, action: MWEventAction, dataToken: MWEventDataToken? = nil
    ) throws {
        packets += try EventBinding(source: source, action: action, token: dataToken).commands
    }
}

extension EventBinding {
    /// An event of the API.
    ///
    /// - Throws: `MWError.operationFailed` for more than 255 bytes of parameters.
    package init(
        source: MWEventSource, action: MWEventAction, token: MWEventDataToken?
    ) throws(MWError) {
        try self.init(source: source.key, command: action.packet, token: token)
    }
}
