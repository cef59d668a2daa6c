/// Whatever gives a game its input: the engine, or a script in a test.
public protocol InputProvider: AnyObject {
    /// Moves one frame on and says what the player does.
    ///
    /// - Parameter deltaTime: length of the frame in seconds; nil: measured by the provider's clock.
    func pollInput(deltaTime: Double?) -> GameInput
}
