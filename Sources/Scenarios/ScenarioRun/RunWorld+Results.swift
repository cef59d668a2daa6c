import Declaration
import Device
import FlashStore
import Peripheral
import VirtualRadio

extension RunWorld {
    /// Why flash or bonds could not be stored; nil if they were.
    var storageFailure: RunError? {
        for (name, flash) in storages {
            if let failure = flash.failure {
                return RunError(.environment, "flash of \(name): \(failure)")
            }
        }
        return bondFailure
    }

    var boardResults: [BoardResult] { boards.map(result) }

    private func result(of board: any SimulatedDevice) -> BoardResult {
        let log = (board as? any RecordingDevice)?.recording ?? RecordingMemory()
        return BoardResult(
            name: board.name, model: board.modelName,
            firmware: board.firmwareRevision, address: board.address,
            quirks: board.switchesOn, resets: board.resets,
            notificationsMade: board.notifications.made,
            notificationsSent: board.notifications.sent,
            notificationsDropped: board.notifications.dropped,
            // What still waits has lost its host with the run.
            notificationsDiscarded: board.notifications.discarded + board.notifications.waiting,
            retransmissions: air.statistics(of: board.address)?.retransmissions ?? 0,
            entriesRecorded: log.entriesRecorded, entriesRefused: log.entriesRefused,
            pagesRecycled: log.pagesRecycled, logLength: log.length, logFill: log.fill)
    }
}
