public import VeltoKit

/// When a player is asked to hold the cap still (protocol, triki-motion 4.4).
public struct CalibrationPrompt: Sendable, Equatable {
    /// How far it is.
    public enum State: String, Sendable {
        case idle
        case awaitingUser
        case done
    }

    /// How far it is.
    public private(set) var state = State.idle
    private let isAutomatic: Bool
    private var wasShown = false

    /// A prompt of a version: that of the documents shows it with the first packets of a connection.
    public init(_ version: VeltoVersion = .seed) {
        isAutomatic = NavigationTuning.menu(version).promptsCalibration
    }

    /// Whether the player is being asked.
    public var isShown: Bool { state == .awaitingUser }

    /// Takes what a poll found out about the cap.
    public mutating func polled(isConnected: Bool, isReceiving: Bool) {
        guard isAutomatic, !wasShown, isConnected, isReceiving else { return }
        wasShown = true
        state = .awaitingUser
    }

    /// Asks the player; without a connection nothing happens.
    public mutating func present(isConnected: Bool) {
        if isConnected { state = .awaitingUser }
    }

    /// The player does not want to.
    public mutating func skip() { state = .idle }

    /// The player held the cap still.
    public mutating func perform() { state = .done }

    /// The link is closed: the next connection asks again.
    public mutating func disconnected() {
        state = .idle
        wasShown = false
    }
}
