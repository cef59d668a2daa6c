internal import Foundation
internal import MetaWear

extension AppModel {
    /// What a board did when its link was lost, and does again when it is back.
    struct Interrupted {
        var isStreaming = false
        var isDownloading = false
    }

    /// Attempts to get a board back whose link was lost.
    struct Reconnection {
        let id: UUID
        let name: String
        let interrupted: Interrupted
        let task: Task<Void, Never>
    }

    /// Between two attempts; the radio rests, and other boards can be chosen.
    private static let breath = Duration.seconds(2)

    /// Connects a board again whose link was lost, as often as it takes; a person may give up, or choose another board.
    func reconnect(_ id: UUID, _ name: String, _ interrupted: Interrupted) {
        reconnection?.task.cancel()
        let task = Task { [weak self] in
            while !Task.isCancelled {
                try? await Task.sleep(for: Self.breath)
                guard !Task.isCancelled, let self else { return }
                if await tryAgain(id) { return }
            }
        }
        reconnection = Reconnection(id: id, name: name, interrupted: interrupted, task: task)
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
        guard let reconnection, reconnection.id == id, link == nil else { return true }
        // A radio that is off connects nothing.
        guard scanner.bluetoothState == .poweredOn else { return false }
        if isInBootloader(id) {
            self.reconnection = nil
            say(
                "\(reconnection.name) waits in its bootloader. Choose it in the list to install its"
                    + " firmware again.", .error)
            return true
        }
        do {
            try await establish(id)
        } catch {
            return Task.isCancelled
        }
        self.reconnection = nil
        if let link {
            say("\(link.name) is connected again.")
            await goOn(link, reconnection.interrupted)
        }
        publish()
        return true
    }

    /// Begins again what the loss has ended: a stream as a new session, a download where it was.
    private func goOn(_ link: BoardLink, _ interrupted: Interrupted) async {
        guard interrupted.isStreaming || interrupted.isDownloading else { return }
        await jobs[.resuming]?.task.value
        guard self.link === link else { return }
        if interrupted.isStreaming { startStream() }
        if interrupted.isDownloading { download() }
    }
}
