internal import Foundation
internal import MetaWear
internal import MetaWearFirmware
internal import MetaWearTransport

extension AppModel {
    /// Firmware for a board that a scan has found in its bootloader.
    struct Recovery {
        let id: UUID
        let name: String
        var progress = DFUProgress(state: .fetchingCatalog)
    }

    /// How long a board may take to restart.
    private static let restart = Duration.seconds(15)

    /// Whether a board advertises that it waits in its bootloader: an update has ended early, or its firmware is broken.
    func isInBootloader(_ id: UUID) -> Bool {
        guard isHeard(id) else { return false }
        // The services of an earlier advertisement stay known, the name is always that of the last one.
        return scanner.advertisedNames[id] == Self.bootloader
            || scanner.advertisedServices[id]?.contains(MWUUIDs.nordicDFUService) == true
    }

    /// Installs the newest firmware on a board in its bootloader, the bootloader that it needs first, and connects the board.
    func recover(_ id: UUID) {
        run(.firmware) { model in
            guard model.isInBootloader(id) else {
                throw AppError("The board does not wait in its bootloader any more.")
            }
            let name = model.name(of: id)
            model.recovery = Recovery(id: id, name: name)
            defer {
                model.recovery = nil
                model.publish()
            }
            do {
                do {
                    try await model.install(id)
                } catch MWFirmwareError.operationFailed
                    where model.recovery?.progress.state == .fetchingCatalog
                {
                    // A bootloader that has just lost an update restarts, and answers a moment later.
                    try await Task.sleep(for: Self.restart)
                    try await model.install(id)
                }
                try Task.checkCancellation()
            } catch {
                guard error is CancellationError || error as? MWFirmwareError == .aborted else {
                    throw error
                }
                throw AppError("The update was cancelled. \(name) still waits in its bootloader.")
            }
            try await model.greet(id, name)
        }
    }

    private func install(_ id: UUID) async throws {
        let progress = MetaBootFirmwareUpdater.updateFirmwareToLatest(
            identifier: id, server: server, radio: radio)
        for try await step in progress {
            recovery?.progress = step
            publish()
        }
    }

    /// Connects a board that has left its bootloader, unless somebody uses another one.
    private func greet(_ id: UUID, _ name: String) async throws {
        let end = ContinuousClock.now + Self.restart
        while isInBootloader(id) || !isHeard(id), ContinuousClock.now < end {
            try await Task.sleep(for: .milliseconds(200))
        }
        say("\(name) has its firmware again.")
        if link == nil, reconnection == nil, !isInBootloader(id) { connect(id) }
    }
}
