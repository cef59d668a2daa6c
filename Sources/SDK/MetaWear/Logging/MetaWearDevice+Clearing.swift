import Foundation
import MetaWearProtocol

extension MetaWearDevice {
    /// How long a board that erases its log is waited for: in all, and from one look at its length to the next.
    private static let erasure: (longest: Duration, pause: Duration) = (.seconds(60), .seconds(2))

    /// Deletes the log of the board and all of its loggers.
    ///
    /// A board with a large log erases it for up to 90 s, and what is recorded meanwhile is lost. The call waits until the board
    /// says that it is done, until its length is 0 twice, or for a minute; nothing of these is certain. A recording works if
    /// ``MWLogLength`` grows within a few seconds of its start.
    ///
    /// - Throws: `MWError.invalidState` unless the device is idle; the error of a write; `CancellationError`, with the loggers still
    ///   on the board.
    public func clearLog() async throws {
        try await inTurn {
            guard state == .idle else {
                throw MWError.invalidState("clearLog() needs an idle device; it is \(state.text)")
            }
            try await router.write(LogCommand.stop)
            if hasFlush {
                try await eraseAndWait()
            } else {
                try await router.write(LogCommand.clear)
            }
            try await router.write(LogCommand.removeAllTriggers)
            loggerRegistry = [:]
            backlog = nil
        }
    }

    /// Boards whose memory holds a page erase in the background.
    var hasFlush: Bool { modules[.logging].map { $0.isPresent && $0.revision >= 3 } ?? false }

    private func eraseAndWait() async throws {
        let notice = PacketKey(.logging, LogCommand.ReadoutRegister.pageComplete.rawValue)
        let (notices, input) = AsyncStream<Void>.makeStream()
        let route = PacketRoute(deliver: { _ in input.finish() }, finish: { _ in input.finish() })
        await router.setRoute(notice, route)
        let router = router
        do {
            try await router.write(LogCommand.notify(.pageComplete, true))
            try await router.write(LogCommand.clear)
            await withTaskGroup { group in
                group.addTask { for await _ in notices {} }
                group.addTask { await Self.waitForEmptyLog(router) }
                await group.next()
                group.cancelAll()
            }
            await router.setRoute(notice, nil, finishing: false)
            try await router.write(LogCommand.notify(.pageComplete, false))
        } catch {
            await router.setRoute(notice, nil, finishing: false)
            throw error
        }
        try Task.checkCancellation()
    }

    /// Until the length is 0 twice in a row; gives up after the longest time, and if the board no longer answers.
    private static func waitForEmptyLog(_ router: MWProtocolLayer) async {
        var empty = 0
        for _ in 0..<Int(erasure.longest / erasure.pause) {
            guard (try? await Task.sleep(for: erasure.pause)) != nil,
                let answer = try? await router.read(.logging, 0x05),
                let length = try? MWLogLength().sample(from: answer.span)
            else { return }
            empty = length == 0 ? empty + 1 : 0
            if empty == 2 { return }
        }
    }
}
