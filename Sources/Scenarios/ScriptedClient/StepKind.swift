import Declaration
import MetaWearProtocol
import YAML

/// One kind of step: its keys, its title, what the board must have, and what the client does.
protocol StepKind: Alternative, Section {
    /// The step in words, for the report.
    var words: String { get }
    /// What a board must have for it; nil if it applies to every board.
    var ability: Ability? { get }
    /// The signals that a board must have for it.
    var neededSignals: [SignalName] { get }
    /// The steps that it has the board do.
    var inner: [Step] { get }
    /// The files that it reads.
    var files: [RelativePath] { get }
    /// The boards that its own keys name, beside the one that it is for.
    var boards: [Reference] { get }
    /// Whether it hears boards that it does not name.
    var hearsAll: Bool { get }
    /// Whether it may pair with a board.
    var pairs: Bool { get }
    /// Whether it only writes commands whose bytes are known beforehand, so that the board can do
    /// it by itself: in an event, in a macro.
    var isCommand: Bool { get }
    /// Whether a macro can hold it, ids that the board gives included.
    var isRecordable: Bool { get }
    /// Reports what this board cannot do.
    func check(on board: DeclaredBoard, at mark: Mark, _ reader: Reader)
    /// Does it.
    ///
    /// - Parameter board: the place in the scenario of the board that it is for, if there is one.
    /// - Returns: what the report adds to its title, in words.
    func start(_ client: ScriptedClient, on board: Int?) async throws(StepFailure) -> String
}

extension StepKind {
    var words: String { Self.key }
    var ability: Ability? { .registers }
    var neededSignals: [SignalName] { [] }
    var inner: [Step] { [] }
    var files: [RelativePath] { [] }
    var boards: [Reference] { [] }
    var hearsAll: Bool { false }
    var pairs: Bool { false }
    var isCommand: Bool { false }
    var isRecordable: Bool { isCommand }
    func check(on board: DeclaredBoard, at mark: Mark, _ reader: Reader) {}
}

/// The board of a scenario that a step is for, as far as steps are checked against it.
package struct DeclaredBoard {
    /// The product.
    package var model: String
    /// Whether it is a Triki cap, and no MetaWear.
    package var isCap: Bool
    /// The layout of a cap's frames, if it is none that a scripted client reads.
    package var otherLayout: String?

    package init(model: String, isCap: Bool, otherLayout: String?) {
        self.model = model
        self.isCap = isCap
        self.otherLayout = otherLayout
    }
}

/// A step for a board that the client connected to.
protocol BoardStep: StepKind {
    /// Whether the link must be open.
    var needsLink: Bool { get }
    func perform(
        _ client: ScriptedClient, _ session: HostSession
    ) async throws(StepFailure) -> String
}

extension BoardStep {
    var needsLink: Bool { true }

    func start(_ client: ScriptedClient, on board: Int?) async throws(StepFailure) -> String {
        guard let board, let session = client.sessions[board] else {
            throw StepFailure("the client has not connected to a board yet")
        }
        guard session.isConnected || !needsLink else {
            throw StepFailure("not connected to \(session.boardName)")
        }
        return try await begin(client, session)
    }

    /// Runs the step in the way the kind of board requires.
    func begin(
        _ client: ScriptedClient, _ session: HostSession
    ) async throws(StepFailure) -> String {
        if client.isCap(session.board), let step = self as? any CapStep {
            return try await step.onCap(client, session)
        }
        return try await perform(client, session)
    }
}

/// A step that a Triki cap's host does in another way than a MetaWear's.
protocol CapStep: BoardStep {
    func onCap(
        _ client: ScriptedClient, _ session: HostSession
    ) async throws(StepFailure) -> String
}

/// A step that only writes commands: the same bytes whether the client sends them, an event
/// carries them, or a macro keeps them.
protocol CommandStep: BoardStep {
    /// Modules that must be known before its bytes are.
    func modules(_ session: HostSession) -> [MWModule]
    func commands(_ session: HostSession) throws(StepFailure) -> [Packet]
    /// Remembers what the client knows of the board once the commands are written.
    func written(_ session: HostSession)
}

extension CommandStep {
    var isCommand: Bool { true }
    func modules(_ session: HostSession) -> [MWModule] { [] }
    func written(_ session: HostSession) {}

    func perform(
        _ client: ScriptedClient, _ session: HostSession
    ) async throws(StepFailure) -> String { try await write(session) }

    func write(_ session: HostSession) async throws(StepFailure) -> String {
        try await write(session) { () throws(StepFailure) in try commands(session) }
    }

    /// - Parameter commands: called once the modules are known.
    func write(
        _ session: HostSession, _ commands: () throws(StepFailure) -> [Packet]
    ) async throws(StepFailure) -> String {
        try await session.fetch(modules(session))
        session.send(try commands())
        written(session)
        return try await session.settle()
    }
}
