/// The app: it shows the readings of the board that its user has chosen. It knows nothing of virtual time.
public actor ReadingScreen {
    /// The board that is chosen.
    public private(set) var title = ""
    /// What is shown below it.
    public private(set) var readings = ""
    private let load: @Sendable (String) async throws -> String

    /// - Parameter load: fetches the readings of a board.
    public init(load: @escaping @Sendable (String) async throws -> String) { self.load = load }

    /// The user taps a board.
    public func choose(_ board: String) async throws {
        title = board
        let loaded = try await load(board)
        readings = loaded
    }

    /// The same without the race.
    public func chooseCarefully(_ board: String) async throws {
        title = board
        let loaded = try await load(board)
        // While this call waited, the user may have tapped another board.
        guard title == board else { return }
        readings = loaded
    }
}
