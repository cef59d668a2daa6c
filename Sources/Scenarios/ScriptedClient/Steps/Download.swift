import Declaration
import MetaWearProtocol
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
        func perform(_ client: ScriptedClient, _ session: HostSession, _ done: @escaping StepDone) {
            let end = client.timers.now + within
            session.fetch(
                [.logging],
                onSuccess(else: done) {
                    let download = LogReadout(session, timeout: .seconds(60)) {
                        [unowned client, unowned session] sample, bytes in
                        client.take(sample, bytes, of: session)
                    }
                    client.world.markSamples(session.board)
                    client.downloads.append(
                        DownloadRecord(download, session, at: client.timers.now))
                    take(download, client, session, until: end, done)
                })
        }

        private func take(
            _ download: LogReadout, _ client: ScriptedClient, _ session: HostSession,
            until end: Instant, _ done: @escaping StepDone
        ) {
            let limit = TimeLimit(
                end - client.timers.now, client.timers, "not downloaded within \(within.text)", done
            ) { download.abandon() }
            func comeBack() {
                guard !limit.isOver else { return }
                Reconnect(within: end - client.timers.now).perform(client, session) { result in
                    guard !limit.isOver else { return }
                    switch result {
                    case .success: download.run(ended)
                    // The new link broke before it was of use, or another attempt is under way.
                    case .failure: client.timers.after(.milliseconds(500)) { comeBack() }
                    }
                }
            }
            func ended(_ result: Result<Void, StepFailure>) {
                switch result {
                case .success:
                    var detail = "\(download.entries) entries, \(download.samples) samples"
                    if download.repeated > 0 { detail += ", \(download.repeated) came again" }
                    if download.links > 1 { detail += " over \(download.links) links" }
                    limit.end(.success(detail))
                case .failure(let failure):
                    guard isResumed, !session.isConnected, !limit.isOver else {
                        return limit.end(.failure(failure))
                    }
                    comeBack()
                }
            }
            download.run(ended)
        }
    }
}
