internal import Foundation
internal import MetaWear

extension AppModel {
    /// Attempts to get a board back whose link was lost.
    struct Reconnection {
        let id: UUID
        let name: String
        let task: Task<Void, Never>
    }

    /// Between two attempts; the radio rests, and other boards can be chosen.
    private static let breath = Duration.seconds(2)

    /// Connects a board again whose link was lost, as often as it takes; a person may give up, or choose another board.
    func reconnect(_ id: UUID, _ name: String) {
        reconnection?.task.cancel()
        let task = Task { [weak self] in
            while !Task.isCancelled {
                try? await Task.sleep(for: Self.breath)
                guard !Task.isCancelled, let self else { return }
                if await tryAgain(id) { return }
            }
        }
        reconnection = Reconnection(id: id, name: name, task: task)
        publish()
    }

    /// Ends the attempts; true if there were any.
    @discardableResult func stopReconnecting() async -> Bool {
        guard let reconnection else { return false }
        self.reconnection = nil
        reconnection.task.cancel()
        await reconnection.task.value
        publish()
        return true
    }

    /// One attempt; true if there is nothing left to try.
    private func tryAgain(_ id: UUID) async -> Bool {
        guard reconnection?.id == id, link == nil else { return true }
        // A radio that is off connects nothing.
        guard scanner.bluetoothState == .poweredOn else { return false }
        do {
            try await establish(id)
        } catch {
            return Task.isCancelled
        }
        reconnection = nil
        if let link { say("\(link.name) is connected again.") }
        publish()
        return true
    }
}
