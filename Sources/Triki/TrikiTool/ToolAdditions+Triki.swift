import CommandLineTool

extension ToolAdditions {
    /// Everything around the Triki cap.
    package static let triki = ToolAdditions(
        pages: [GamesSession.command],
        commands: [trikiCommandDeclaration, attitudeCommandDeclaration],
        games: { TrikiGameMaker() })
}
