import Declaration
import MetaWearTables
import Simulation
import YAML

extension Step {
    package struct Stream: CapStep {
        package static let title = "stream"
        package static let about =
            "Subscribes to signals and starts their sensors; with `for`, stops them afterwards. What"
            + " an earlier step streams of the same sensors ends, in either form."

        package var signals: [SignalName] = []
        package var rate: Quantity<Frequency>?
        package var duration: Nanoseconds?

        package static let keys = Keys(Self()) { keys in
            keys.list(\.signals, "signals", count: 1...28, principal: true, "Which.")
            keys.optional(
                \.rate, "rate", in: .hertz(12)...(.hertz(416)), otherwise: "104 Hz",
                "Of a Triki cap: 12 (which is the sensor's 12.5), 26, 52, 104, 208 or 416 Hz. Other boards"
                    + " are told by `configure`.")
            keys.optional(
                \.duration, "for", in: Step.waits, otherwise: "until a `stop-stream`",
                "How long; the script waits for it.")
        }

        package func check(_ reader: Reader, at mark: Mark) {
            for signal in signals
            where signal.builtIn?.facts.isRead == true || signal.builtIn == .disconnect {
                reader.fail(
                    "`\(signal.text)` is no stream", at: signal.mark,
                    fix: signal.builtIn == .disconnect
                        ? "use it with `on`" : "use `read`, or a timer whose event reads it")
            }
        }

        var words: String {
            "stream " + signals.map(\.text).joined(separator: ", ")
                + (duration.map { " for \($0.text)" } ?? "")
        }
        var ability: Ability? { nil }
        var neededSignals: [SignalName] { signals }
        var isRecordable: Bool { true }

        /// Of START.
        private static let capRates: [Double] = [12, 26, 52, 104, 208, 416]

        func check(on board: DeclaredBoard, at mark: Mark, _ reader: Reader) {
            guard board.isCap else {
                if rate != nil {
                    reader.fail(
                        "`rate` is for the stream of a cap", at: mark,
                        fix: "write a `configure` step before")
                }
                return
            }
            for signal in signals
            where signal.builtIn != .acceleration && signal.builtIn != .rotation {
                reader.fail(
                    "a \(board.model) does not stream `\(signal.text)`", at: mark,
                    fix: "stream acceleration, rotation or both")
            }
            if let rate, !Self.capRates.contains(rate.hertz) {
                reader.fail(
                    "no cap has the rate \(rate.text)", at: mark,
                    fix: "choose 12, 26, 52, 104, 208 or 416 Hz")
            }
            if let layout = board.otherLayout {
                reader.fail(
                    "a scripted client reads no frames of layout `\(layout)`", at: mark,
                    fix: "use `write` and `wait-for`, or the layout `14-byte`")
            }
        }

        func perform(_ client: ScriptedClient, _ session: HostSession, _ done: @escaping StepDone) {
            session.fetch(
                signals.flatMap { session.modules(for: $0) },
                onSuccess(else: done) {
                    session.endOtherForms(of: signals)
                    for name in signals {
                        let signal = try session.signal(name)
                        if name.builtIn?.inertialModule != nil {
                            client.begin(
                                signal, session,
                                on: try session.encoder.inertial(signal.key.module))
                        } else {
                            try client.begin(signal, session)
                        }
                    }
                    end(client, session, StopStream(signals: signals).perform, done)
                })
        }

        /// The vendor's app does it with one START; both sensors come in every frame.
        func onCap(_ client: ScriptedClient, _ session: HostSession, _ done: @escaping StepDone) {
            let asked = rate?.hertz ?? 104
            // The field holds whole hertz, the sensor has halves too.
            let receiver = client.receiver(session, rate: asked == 12 ? 12.5 : asked)
            guard let receiver else {
                return done(.failure(StepFailure("\(session.boardName) is no cap")))
            }
            // An equal START would change nothing in a stream that runs.
            if session.receiver?.isOn == true { session.send(CapReceiver.stop) }
            session.receiver?.close()
            session.receiver = receiver
            for signal in signals { client.record(signal, from: receiver, session) }
            session.send(CapReceiver.start(UInt16(asked))) { receiver.begin() }
            end(client, session, StopStream().onCap, done)
        }

        /// Lets streams run for as long as the step says; the end of the link ends the step.
        private func end(
            _ client: ScriptedClient, _ session: HostSession,
            _ stop: @escaping (ScriptedClient, HostSession, @escaping Done<String>) -> Void,
            _ done: @escaping StepDone
        ) {
            guard let duration else { return done(.success("")) }
            let finish = first(done)
            let ending = session.whenEnded {
                finish(.failure(StepFailure("the link ended while streaming")))
            }
            client.timers.after(duration) {
                guard session.isConnected else { return }
                session.forgetEnding(ending)
                stop(client, session, finish)
            }
        }
    }
}
