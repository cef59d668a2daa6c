import Declaration
import MetaWearTables
import Simulation

extension Step {
    package struct Download: BoardStep {
        package var isResumed = true
        package var within: Nanoseconds = .seconds(600)

        package static let keys = Keys(Self(), "download") { keys in
            keys.about = "Downloads the log and confirms each page, as the vendor's libraries do."
            keys.optional(
                \.isResumed, "resume",
                "Whether to reconnect and continue if the link is lost.")
            keys.optional(
                \.within, "within", in: Step.waits, principal: true,
                "The step fails if the download has not finished after this long.")
        }

        /// Downloads over as many links as it takes.
        func perform(
            _ client: ScriptedClient, _ session: HostSession
        ) async throws(StepFailure) -> String {
            let end = client.timers.now + within
            try await session.fetch([.logging])
            let download = LogReadout(session, timeout: .seconds(60)) {
                [unowned client, unowned session] sample, bytes in
                client.take(sample, bytes, of: session)
            }
            client.samples.markSamples(session.board)
            client.downloads.append(DownloadRecord(download, session, at: client.timers.now))
            try await client.executor.limited(
                to: end - client.timers.now, "not downloaded within \(within.text)",
                expired: { download.abandon() }
            ) { () async throws(StepFailure) in
                while try await !isComplete(download, session) {
                    try await comeBack(client, session, before: end)
                }
            }
            var detail = "\(download.entries) entries, \(download.samples) samples"
            if download.repeated > 0 { detail += ", \(download.repeated) came again" }
            if download.links > 1 { detail += " over \(download.links) links" }
            return detail
        }

        /// Downloads over the present link; false if another one may complete it.
        private func isComplete(
            _ download: LogReadout, _ session: HostSession
        ) async throws(StepFailure) -> Bool {
            do throws(StepFailure) {
                try await download.run()
                return true
            } catch {
                guard isResumed, !session.isConnected else { throw error }
                return false
            }
        }

        /// Connects again, as often as it takes.
        private func comeBack(
            _ client: ScriptedClient, _ session: HostSession, before end: Instant
        ) async throws(StepFailure) {
            while true {
                do throws(StepFailure) {
                    let reconnect = Reconnect(within: end - client.timers.now)
                    _ = try await reconnect.perform(client, session)
                    return
                } catch {
                    guard client.timers.now < end else { throw error }
                    // The new link broke before it was of use, or another attempt is under way.
                    try await client.executor.sleep(for: .milliseconds(500))
                }
            }
        }
    }
}
